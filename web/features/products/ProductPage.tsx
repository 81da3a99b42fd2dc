import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { SingleProduct } from '#contract/products.ts';
import { isMissing } from '../../api/failures.ts';
import { useIdentity } from '../../identity/identity.ts';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { isBookingRequested } from '../../routing/open-booking.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { BookingModalSlot } from '../bookings/BookingModalSlot.tsx';
import { useBooking } from '../bookings/use-booking.ts';
import { heartOf, WishlistHeart } from '../wishlist/WishlistHeart.tsx';
import { useBookingStep } from './BookNow.tsx';
import { MoreOfSeller } from './MoreOfSeller.tsx';
import { ProductContent } from './ProductContent.tsx';
import { ProductPageSkeleton } from './ProductPageSkeleton.tsx';
import { productQuery } from './queries.ts';

/** The page of one product, with its four views. */
export function ProductPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(productQuery(id));
  // Data from before a withdrawal must not be shown.
  if (isMissing(error)) return <NotFoundPage />;
  if (data) return <Story product={data} />;
  if (!error) return <ProductPageSkeleton />;
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only" tabIndex={-1}>
        This instrument did not load
      </h1>
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    </div>
  );
}

function Story({ product }: { product: SingleProduct }) {
  const booking = useBooking();
  const step = useBookingStep(booking.book)(product);
  useBookingAtOnce(() => booking.book(product), product.status !== 'sold');
  return (
    <>
      <ProductContent
        booking={step}
        heart={<WishlistHeart product={product} />}
        more={
          <MoreOfSeller book={booking.book} heartOf={heartOf} key={product._id} product={product} />
        }
        product={product}
      />
      <BookingModalSlot {...booking} />
    </>
  );
}

/** Opens the booking modal once when the navigation asked for it; going back or reloading does not open it again. */
function useBookingAtOnce(book: () => void, isForSale: boolean): void {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const identity = useIdentity();
  const isMember = identity !== null && identity !== 'pending';
  const isAsked = isForSale && isMember && isBookingRequested(state);
  const open = useEffectEvent(() => {
    book();
    void navigate(pathname, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (isAsked) open();
  }, [isAsked]);
}
