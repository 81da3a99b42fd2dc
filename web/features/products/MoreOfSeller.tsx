import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useBookingStep } from './BookNow.tsx';
import { unsold } from './facts.ts';
import { type CardSlots, ProductCard } from './ProductCard.tsx';
import { moreOfSellerQuery } from './queries.ts';

/** A carousel of the seller's other products, rendered only when there are any. */
export function MoreOfSeller({
  product: { _id, sellerId, sellerName },
  book,
  heartOf,
}: CardSlots & { product: SingleProduct }) {
  const list = useQuery(moreOfSellerQuery(_id));
  const bookingStep = useBookingStep(book);
  const products = unsold(list.data ?? []);
  return (
    <>
      {!list.data && list.error && (
        <div className="pt-8 pb-12">
          <ErrorState
            isTrying={list.isFetching}
            message={list.error.message}
            onTryAgain={() => list.refetch()}
            title="The other listings of this seller did not load"
          />
        </div>
      )}
      {products.length > 0 && (
        <section aria-labelledby="more-heading" className="pt-8 pb-12">
          <h2 id="more-heading">More from this seller</h2>
          <p className="mt-1 text-muted">
            Also on sale by <bdi>{sellerName}</bdi>.{' '}
            {sellerId !== undefined && (
              <Link className="text-link inline-block py-1" to={paths.seller(sellerId)}>
                See all from this seller
              </Link>
            )}
          </p>
          <div className="@container -mx-4 mt-4">
            <ul className="card-row relative snap-x scroll-px-4 overflow-x-auto px-4 pt-1.5 pb-4 [scrollbar-width:thin]">
              {products.map((product) => (
                <li className="grid snap-start grid-cols-1" key={product._id}>
                  <ProductCard
                    booking={bookingStep(product)}
                    heart={heartOf(product)}
                    product={product}
                  />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  );
}
