import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ownText } from '#contract/shop/owned-text.ts';
import type { HomeTexts } from '#contract/shop/shop.ts';
import { t } from '#contract/text.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { withShortDescription } from '../../api/short-description.ts';
import { Owned } from '../../ui/Owned.tsx';
import { CardRow } from '../products/around/CardRow.tsx';
import type { CardSlots } from '../products/ProductCard.tsx';
import type { SearchState } from '../search/search-address.ts';
import { readSearchAddress, searchAddress, without } from '../search/search-address.ts';

/** What a search of the owner's choice finds now; nothing when it finds nothing. */
export function Featured({
  featured: { title, text, search },
  ...slots
}: CardSlots & { featured: NonNullable<HomeTexts['featured']> }) {
  const [, query] = search.split('?');
  const state = without(readSearchAddress(new URLSearchParams(query)).state, 'cursor');
  const list = useQuery(featuredQuery(state));
  if (list.data?.length === 0) return null;
  return (
    <CardRow
      {...slots}
      action={
        <Link className="text-link py-2 font-semibold" to={searchAddress(state)}>
          {t`See all`}
        </Link>
      }
      failureTitle={t`These instruments did not load`}
      heading={<Owned text={title} />}
      id="featured-heading"
      list={list}
      note={text && <Owned text={text} />}
      title={ownText(title)}
    />
  );
}

const shown = 12;

function featuredQuery(state: SearchState) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'featured', state],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('searchProducts', { query: { ...state, limit: shown } }, { signal }),
    // What comes close in other words was not chosen.
    select: ({ items }) => items.filter(({ close }) => !close).map(withShortDescription),
  });
}
