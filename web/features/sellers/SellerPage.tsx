import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import type { SellerProfile as Seller } from '#contract/products/sellers.ts';
import { t } from '#contract/text.ts';
import { isMissing } from '../../api/failures.ts';
import { useIdentity } from '../../identity/identity.ts';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { shopHas } from '../../ui/current-shop.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { ViewSwitch } from '../../ui/ViewSwitch.tsx';
import { BookingModalSlot, useBooking } from '../bookings/use-booking.tsx';
import { ReportLink } from '../moderation/ReportLink.tsx';
import { unsold } from '../products/facts.ts';
import { ProductGrid, ProductGridSkeleton } from '../products/ProductGrid.tsx';
import { SoldLately } from '../products/SoldLately.tsx';
import { SellerReviews } from '../reviews/SellerReviews.tsx';
import { formatCount, formatInstruments } from '../search/format-count.ts';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { sellerProductsQuery, sellerQuery } from './queries.ts';
import { SellerListings } from './SellerListings.tsx';
import { SellerProfile } from './SellerProfile.tsx';

const pageStyle = 'mx-auto max-w-page px-4 pt-8 lg:pt-12';

/** Above the cards, and above what is shown while they load, so that they do not move. */
const viewChoice = (
  <div className="mb-4 flex justify-end noscript:hidden">
    <ViewSwitch />
  </div>
);

/** The public page of a seller, with its four views. */
export function SellerPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(sellerQuery(id));
  // Data from before a removal must not be shown.
  if (isMissing(error)) return <NotFoundPage />;
  if (data) return <Profile key={data._id} seller={data} />;
  if (!error) return <SellerPageSkeleton />;
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only" tabIndex={-1}>
        {t`This seller did not load`}
      </h1>
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    </div>
  );
}

function Profile({ seller }: { seller: Seller }) {
  const identity = useIdentity();
  const viewer = identity === null || identity === 'pending' ? null : identity.email;
  const cursor = new URLSearchParams(useLocation().search).get('cursor');
  const list = usePagedList(sellerProductsQuery(seller._id, viewer, cursor));
  const booking = useBooking();
  const cards = useRef<HTMLUListElement>(null);
  return (
    <div className={pageStyle}>
      <SellerProfile
        onSale={formatCount(seller.onSale)}
        seller={seller}
        sold={formatCount(seller.sold)}
      />
      <div className="pt-6">
        <SellerListings
          cards={cards}
          grid={
            <>
              {viewChoice}
              <ProductGrid
                book={booking.book}
                heartOf={heartOf}
                products={unsold(list.items)}
                ref={cards}
              />
            </>
          }
          list={list}
          onSale={formatInstruments(seller.onSale)}
          seller={seller}
          skeleton={
            <>
              {viewChoice}
              <ProductGridSkeleton label={t`Loading what this seller has on sale`} />
            </>
          }
          viewer={identity === 'pending' ? 'pending' : viewer}
        />
      </div>
      {seller.soldLately && <SoldLately sales={seller.soldLately} />}
      {shopHas('reviews') && <SellerReviews rating={seller.rating} sellerId={seller._id} />}
      <p className="pt-8">
        <ReportLink id={seller._id} kind="user" label={t`Report this seller`} />
      </p>
      <BookingModalSlot {...booking} />
    </div>
  );
}

function SellerPageSkeleton() {
  return (
    <div aria-busy="true" className={pageStyle}>
      <h1 className="sr-only" tabIndex={-1}>
        {t`Loading the seller`}
      </h1>
      <Skeleton className="h-24 w-full" />
      <div className="pt-6">
        <ProductGridSkeleton label={t`Loading what this seller has on sale`} />
      </div>
    </div>
  );
}
