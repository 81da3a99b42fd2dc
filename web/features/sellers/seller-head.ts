import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { MatchCount } from '#contract/search.ts';
import type { SellerProfile } from '#contract/sellers.ts';
import { t } from '#contract/text.ts';
import type { Head } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { formatMonth, formatNumber } from '../../ui/format.ts';
import { sellerQuery } from './queries.ts';

/** The head of a seller's page, with schema.org ProfilePage; null while the seller has not loaded. */
export function sellerHead({
  params: { id = '' },
  search,
  queryClient,
  origin,
}: {
  params: { readonly id?: string | undefined };
  search: URLSearchParams;
  queryClient: QueryClient;
  origin: string;
}): Head | null {
  const seller = queryClient.getQueryData(sellerQuery(id).queryKey);
  if (!seller) return null;
  const path = paths.seller(seller._id);
  return {
    title: seller.name,
    description: descriptionOf(seller),
    path,
    // Later pages, and those of sellers with nothing on sale, are of no use in a search engine.
    isIndexed: seller.onSale.count > 0 && !search.has('cursor'),
    statements: [
      {
        '@type': 'ProfilePage',
        dateCreated: seller.memberSince,
        mainEntity: {
          '@type': 'Person',
          '@id': `${origin}${path}`,
          name: seller.name,
          url: `${origin}${path}`,
          identifier: seller._id,
        },
      },
    ],
  };
}

function descriptionOf({ name, userRole, memberSince, onSale, sold }: SellerProfile): string {
  const instruments = onSale.isExact && onSale.count === 1 ? 'instrument' : 'instruments';
  const standing = [
    ...(userRole === 'verified' ? [messages.product.verifiedSeller] : []),
    `member since ${formatMonth(memberSince)}`,
  ].join(', ');
  return t`${name} has ${amount(onSale)} second-hand ${instruments} on sale at ${currentShop().name} and has sold ${amount(sold)}. ${standing.charAt(0).toUpperCase()}${standing.slice(1)}.`;
}

function amount({ count, isExact }: MatchCount): string {
  return isExact ? formatNumber(count) : t`more than ${formatNumber(count)}`;
}
