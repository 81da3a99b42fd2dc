import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { SellerProfile } from '#contract/products/sellers.ts';
import type { MatchCount } from '#contract/search/search.ts';
import { plural, t } from '#contract/text.ts';
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
    ...(import.meta.env.SSR && {
      forPrograms: {
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
          ...(seller.rating
            ? [
                {
                  '@type': 'AggregateRating',
                  itemReviewed: { '@id': `${origin}${path}` },
                  ratingValue: seller.rating.average,
                  reviewCount: seller.rating.count,
                  bestRating: 5,
                  worstRating: 1,
                },
              ]
            : []),
        ],
      },
    }),
  };
}

function descriptionOf(seller: SellerProfile): string {
  const { name, userRole, memberSince, onSale } = seller;
  const shop = currentShop().name;
  const number = amount(onSale);
  const sold = amount(seller.sold);
  const sales = plural(onSale.count, {
    one: `${name} has ${number} second-hand instrument on sale at ${shop} and has sold ${sold}.`,
    other: `${name} has ${number} second-hand instruments on sale at ${shop} and has sold ${sold}.`,
  });
  const month = formatMonth(memberSince);
  const { verifiedSeller } = messages.product;
  const standing =
    userRole === 'verified'
      ? t`${verifiedSeller}, member since ${month}.`
      : t`Member since ${month}.`;
  return `${sales} ${standing}`;
}

function amount({ count, isExact }: MatchCount): string {
  const number = formatNumber(count);
  return isExact ? number : t`more than ${number}`;
}
