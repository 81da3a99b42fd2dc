import { paths } from '#contract/page-paths.ts';
import type { MatchCount } from '#contract/search/search.ts';
import { t } from '#contract/text.ts';
import { breadcrumbList, type Head, pageAddress } from '../../../routing/head.ts';
import type { PageFacts } from '../../../routing/page-definition.ts';
import { currentShop, shopHas } from '../../../ui/current-shop.ts';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { isEveryKind, nameOf, type PlaceFacts, placeOf, searchOf, trailOf } from './place.ts';
import { browsedListingsQuery, browseQuery } from './queries.ts';

/** The head of a page of instruments. Search engines get those with something on sale, with the first listings as a list. */
export function browseHead({ params, queryClient, origin }: PageFacts): Head | null {
  const place = placeOf(params);
  const facts = queryClient.getQueryData(browseQuery(place).queryKey);
  if (!facts) return shopHas('open-catalogue') ? null : kindsHead(facts, origin);
  if (isEveryKind(place)) return kindsHead(facts, origin);
  const { queryKey } = browsedListingsQuery(searchOf(place, facts));
  const listed = queryClient.getQueryData(queryKey);
  if (!listed) return null;
  const { items, total } = listed;
  const name = nameOf(place, facts);
  const trail = trailOf(place, facts);
  return {
    title:
      place.category || !facts.kind ? t`${name}: second-hand instruments` : t`${name}, second-hand`,
    description: descriptionOf(name, total, facts),
    path: trail.at(-1)?.path ?? null,
    isIndexed: total.count > 0,
    ...(import.meta.env.SSR && {
      forPrograms: {
        statements: [
          {
            '@type': 'ItemList',
            name,
            ...(total.isExact && { numberOfItems: total.count }),
            itemListElement: items.map((item, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name: item.name,
              url: pageAddress(paths.product(item._id), origin),
            })),
          },
          breadcrumbList(trail, origin),
        ],
      },
    }),
  };
}

/** Its number is bare: what counts in the search would come into the script of every page. */
function descriptionOf(
  name: string,
  { count, isExact }: MatchCount,
  { prices, kind }: PlaceFacts,
): string {
  const listed = formatNumber(count) + (isExact ? '' : '+');
  const shop = currentShop().name;
  const [lower, upper] = [prices?.lowerQuartile ?? 0, prices?.upperQuartile ?? 0].map((price) =>
    formatMoney(price),
  );
  return [
    t`${name}, second-hand at ${shop}: ${listed} on sale.`,
    ...(prices ? [t`Half of them cost ${{ lower }} to ${{ upper }}.`] : []),
    ...(kind ? [t`What to look for, what they cost, and which makers are on sale.`] : []),
  ].join(' ');
}

/** The head of the page of all kinds; without facts, of any page that guests may not see, which the server does not read. */
function kindsHead(facts: PlaceFacts | undefined, origin: string): Head {
  const shop = currentShop().name;
  return {
    title: t`Second-hand instruments by kind`,
    description: t`Every kind of instrument that is on sale second-hand at ${shop}, by category.`,
    path: facts ? paths.instruments() : null,
    isIndexed: facts !== undefined && facts.kinds.length > 0,
    ...(import.meta.env.SSR &&
      facts && { forPrograms: { statements: [breadcrumbList(trailOf({}, facts), origin)] } }),
  };
}
