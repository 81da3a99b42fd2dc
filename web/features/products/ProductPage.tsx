import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { intentOf, type ProductIntent } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { isMissing } from '../../api/failures.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { useIdentity } from '../../identity/identity.ts';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BookingModalSlot, useBooking } from '../bookings/use-booking.tsx';
import { OfferButton } from '../offers/OfferButton.tsx';
import { heartOf, WishlistHeart } from '../wishlist/WishlistHeart.tsx';
import { useRememberViewed } from './around/use-remember-viewed.ts';
import { useBookingStep } from './BookNow.tsx';
import { Gone } from './gone.tsx';
import { useHeldUntil } from './Hold.tsx';
import { NearSection } from './NearSection.tsx';
import { ProductContent, productGrid } from './ProductContent.tsx';
import { isGone, productQuery, similarProductsQuery } from './queries.ts';

// Near its place only, as its data.
const AroundProduct = lazy(async () => ({
  default: (await import('./around/AroundProduct.tsx')).AroundProduct,
}));

/** The page of one product, with its four views. */
export function ProductPage() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  // The server has found that it is off sale (`page.ts`).
  const isKnownGone = isGone(queryClient, id);
  const { data, error, isFetching, refetch } = useQuery({
    ...productQuery(id),
    enabled: !isKnownGone,
  });
  // Data from before a withdrawal must not be shown.
  if (isKnownGone || isMissing(error)) return <MissingProduct id={id} />;
  if (data) return <Story product={data} />;
  if (!error) return <ProductPageSkeleton />;
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only" tabIndex={-1}>
        {t`This instrument did not load`}
      </h1>
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    </div>
  );
}

/** A listing that is off sale has similar ones, and one that never was has none. */
function MissingProduct({ id }: { id: string }) {
  const similar = useQuery({ ...similarProductsQuery(id), retry: false });
  if (similar.data) return <Gone id={id} />;
  return similar.isPending ? <ProductPageSkeleton /> : <NotFoundPage />;
}

function Story({ product }: { product: SingleProduct }) {
  useRememberViewed(product);
  const booking = useBooking();
  const step = useBookingStep(booking.book)(product);
  const heldUntil = useHeldUntil(product);
  const mustWait = useIsAhead(product.bookableFrom ?? null);
  const isFree = product.status !== 'sold' && heldUntil === null && !mustWait;
  const intent = useIntent(() => {
    if (isFree && 'open' in step) booking.book(product);
  });
  return (
    <>
      <ProductContent
        asksAtOnce={intent === 'alert'}
        booking={step}
        heart={<WishlistHeart addsAtOnce={intent === 'wish'} product={product} />}
        heldUntil={heldUntil}
        more={
          <NearSection key={product._id}>
            <Suspense>
              <AroundProduct book={booking.book} heartOf={heartOf} product={product} />
            </Suspense>
          </NearSection>
        }
        mustWait={mustWait}
        offer={<OfferButton key={product._id} opensAtOnce={intent === 'offer'} product={product} />}
        product={product}
      />
      <BookingModalSlot {...booking} />
    </>
  );
}

/**
 * What the navigation to this page asked for, as soon as a user is signed in. It is asked for once: going back or
 * reloading does not do it again. @returns the intents that parts of the page carry out
 */
function useIntent(book: () => void): ProductIntent | undefined {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const identity = useIdentity();
  const [intent, setIntent] = useState<ProductIntent>();
  const asked = identity !== null && identity !== 'pending' ? intentOf(state) : undefined;
  const take = useEffectEvent((wanted: ProductIntent) => {
    if (wanted === 'book') book();
    else setIntent(wanted);
    void navigate(pathname, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (asked !== undefined) take(asked);
  }, [asked]);
  return intent;
}

/** The skeleton of a product page. */
function ProductPageSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto max-w-page px-4 pt-4">
      <h1 className="sr-only" tabIndex={-1}>
        {t`Loading the instrument`}
      </h1>
      <Skeleton className="h-6 w-64 max-w-full" />
      <div className={productGrid}>
        <Skeleton className="aspect-4/3 w-full" />
        <div className="md:row-span-2">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="mt-4 h-14 w-44" />
          <Skeleton className="mt-5 h-13 w-full" />
          <Skeleton className="mt-6 h-32 w-full" />
          <Skeleton className="mt-5 h-20 w-56" />
        </div>
        <div>
          <Skeleton className="h-8 w-64" />
          <Skeleton className="mt-4 h-40 w-full max-w-prose" />
        </div>
      </div>
    </div>
  );
}
