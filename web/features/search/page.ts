import { paths } from '#contract/page-paths.ts';
import { categoryInAnyCase, findCategory } from '#contract/products/shop-categories.ts';
import { msg, t } from '#contract/text.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import { inEveryMenu, type PageDefinition } from '../../routing/page-definition.ts';
import { currentShop, shopHas } from '../../ui/current-shop.ts';
import { alertSettingsQuery } from '../alerts/queries.ts';
import { kindsQuery } from '../instruments/queries.ts';
import { categoryHead } from '../products/product-heads.ts';
import { categoryQuery } from '../products/queries.ts';
import { browseHead } from './browse/browse-head.ts';
import { isEveryKind, placeAt, placeOf, searchOf } from './browse/place.ts';
import { browsedListingsQuery, browseQuery } from './browse/queries.ts';
import { categoryCountsQuery, searchQuery } from './queries.ts';

export const searchPages: readonly PageDefinition[] = [
  {
    path: paths.category.pattern,
    page: lazyPage(
      'features/search/CategoryPage.tsx',
      async () => (await import('./CategoryPage.tsx')).CategoryPage,
    ),
    head: ({ params }) => categoryHead(params.name),
    isGuarded: true,
    movedTo: ({ name }) => {
      const category = categoryInAnyCase(name);
      return category === undefined || category === name ? undefined : paths.category(category);
    },
    exists: ({ name }) => findCategory(name) !== undefined,
    reads: async (queryClient, { name }, _email, { isReturn }) => {
      const category = findCategory(name);
      if (!category) return;
      await Promise.all([
        openList(queryClient, categoryQuery(category), isReturn),
        queryClient.prefetchQuery(categoryCountsQuery(category)),
      ]);
    },
  },
  {
    path: paths.instruments.pattern,
    page: lazyPage(
      'features/search/browse/BrowsePage.tsx',
      async () => (await import('./browse/BrowsePage.tsx')).BrowsePage,
    ),
    head: browseHead,
    // Guests see what is on sale only with the open catalogue.
    get isGuarded() {
      return !shopHas('open-catalogue');
    },
    exists: (params) => placeAt(params) !== undefined,
    reads: async (queryClient, params, _email, { language }) => {
      const place = placeOf(params);
      const facts = await queryClient.ensureQueryData(browseQuery(place, language));
      if (isEveryKind(place)) return;
      await queryClient.ensureQueryData(browsedListingsQuery(searchOf(place, facts)));
    },
  },
  {
    path: paths.search.pattern,
    page: lazyPage(
      'features/search/SearchPage.tsx',
      async () => (await import('./SearchPage.tsx')).SearchPage,
    ),
    head: ({ search, queryClient }) => {
      const q = search.get('q')?.trim();
      const kinds = queryClient.getQueryData(kindsQuery().queryKey);
      const kind = kinds?.find(({ id }) => id === search.get('kind'))?.name;
      const shop = currentShop().name;
      return {
        title: q || kind || t`Search`,
        description: t`Second-hand instruments on sale at ${shop}, by words and filters.`,
        path: paths.search(q ? { q } : undefined),
        feed: `/search.atom${search.size === 0 ? '' : `?${search}`}`,
        // There are as many of these pages as there are words.
        isIndexed: search.size === 0,
      };
    },
    // Imported when they are needed: the texts and the schema of a search are heavy for the first page.
    reads: async (queryClient, _params, email, { search, isReturn, language }) => {
      const { readSearchAddress } = await import('./search-address.ts');
      await Promise.all([
        openList(queryClient, searchQuery(readSearchAddress(search).state, email), isReturn),
        search.has('kind') && queryClient.prefetchQuery(kindsQuery(language)),
      ]);
    },
  },
  {
    path: paths.savedSearches.pattern,
    page: lazyPage(
      'features/search/SavedSearchesPage.tsx',
      async () => (await import('./SavedSearchesPage.tsx')).SavedSearchesPage,
    ),
    title: msg`Saved searches`,
    menu: { icon: 'bell', rank: 52, in: inEveryMenu },
    reads: async (queryClient, _params, email) => {
      if (email === null) return;
      const { savedSearchesQuery } = await import('./saved/queries.ts');
      await Promise.all([
        queryClient.ensureQueryData(savedSearchesQuery(email)),
        queryClient.ensureQueryData(alertSettingsQuery()),
      ]);
    },
  },
];
