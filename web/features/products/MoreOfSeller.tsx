import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products.ts';
import { CardRow } from './around/CardRow.tsx';
import { unsold } from './facts.ts';
import type { CardSlots } from './ProductCard.tsx';
import { moreOfSellerQuery } from './queries.ts';

/** A row of the seller's other products, rendered only when there are any. */
export function MoreOfSeller({
  product: { _id, sellerId, sellerName },
  ...slots
}: CardSlots & { product: SingleProduct }) {
  const list = useQuery(moreOfSellerQuery(_id));
  const isNothing = list.data ? unsold(list.data).length === 0 : !list.error;
  if (isNothing) return null;
  return (
    <div className="pb-8">
      <CardRow
        {...slots}
        failureTitle="The other listings of this seller did not load"
        id="more-heading"
        list={list}
        note={
          <>
            Also on sale by <bdi>{sellerName}</bdi>.{' '}
            {sellerId !== undefined && (
              <Link className="text-link inline-block py-1" to={paths.seller(sellerId)}>
                See all from this seller
              </Link>
            )}
          </>
        }
        title="More from this seller"
      />
    </div>
  );
}
