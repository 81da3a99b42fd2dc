import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { t } from '#contract/text.ts';
import { isMissing } from '../../../api/failures.ts';
import { useIdentity } from '../../../identity/identity.ts';
import { NotFoundPage } from '../../../routing/NotFoundPage.tsx';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SentenceWith } from '../../../ui/Owned.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { BookingModalSlot, useBooking } from '../../bookings/use-booking.tsx';
import { KindPicture } from '../../instruments/KindPicture.tsx';
import { unsold } from '../../products/facts.ts';
import { ProductGrid, ProductGridSkeleton } from '../../products/ProductGrid.tsx';
import { heartOf } from '../../wishlist/WishlistHeart.tsx';
import { formatInstruments } from '../format-count.ts';
import { SaveSearch } from '../saved/SaveSearch.tsx';
import { searchAddress } from '../search-address.ts';
import { BuyingGuide } from './BuyingGuide.tsx';
import { KindList } from './KindList.tsx';
import { PlaceLinks } from './PlaceLinks.tsx';
import {
  headingOf,
  isEveryKind,
  nameOf,
  type Place,
  type PlaceFacts,
  placeOf,
  searchOf,
  trailOf,
} from './place.ts';
import { browsedListingsQuery, browseQuery } from './queries.ts';

/** The page of all kinds, of a category, a kind, a maker, or a kind of one maker, with its four views. */
export function BrowsePage() {
  const place = placeOf(useParams());
  const { data, error, isFetching, refetch } = useQuery(browseQuery(place));
  if (isMissing(error)) return <NotFoundPage />;
  if (data && isEveryKind(place)) return <AllKinds facts={data} />;
  if (data) return <Instruments facts={data} place={place} />;
  return (
    <PageFrame>
      <h1 className="sr-only" tabIndex={-1}>
        {error ? t`These instruments did not load` : t`Loading the instruments`}
      </h1>
      {error ? (
        <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
      ) : (
        <>
          <Skeleton className="mb-6 h-16 w-96 max-w-full" />
          <ProductGridSkeleton label={t`Loading the instruments`} />
        </>
      )}
    </PageFrame>
  );
}

function PageFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-page px-4 pt-4">{children}</div>;
}

function AllKinds({ facts }: { facts: PlaceFacts }) {
  return (
    <PageFrame>
      <Breadcrumbs steps={trailOf({}, facts)} />
      <h1 className="mt-3" tabIndex={-1}>
        {nameOf({}, facts)}
      </h1>
      <KindList kinds={facts.kinds} />
    </PageFrame>
  );
}

function Instruments({ place, facts }: { place: Place; facts: PlaceFacts }) {
  const identity = useIdentity();
  const viewer = identity === null || identity === 'pending' ? null : identity.email;
  const state = searchOf(place, facts);
  const { of, say } = headingOf(place, facts);
  const { data, error, isFetching, refetch } = useQuery(browsedListingsQuery(state));
  const booking = useBooking();
  const save = <SaveSearch state={state} viewer={viewer} />;
  return (
    <PageFrame>
      <Breadcrumbs steps={trailOf(place, facts)} />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-x-4 [--drawing:var(--color-paper)] sm:gap-x-5">
          {facts.kind && <KindPicture className="mt-1 size-14 sm:size-20" kind={facts.kind.id} />}
          <div className="min-w-0">
            <h1 className="wrap-anywhere" tabIndex={-1}>
              <SentenceWith say={say} texts={[of]} />
            </h1>
            <p className="mt-1 min-h-[1lh] text-muted">
              {data && data.total.count > 0 && formatInstruments(data.total)}
            </p>
          </div>
        </div>
        {data?.total.count !== 0 && save}
      </div>
      <PlaceLinks facts={facts} place={place} />
      <div className="mt-6">
        {error && !data && (
          <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
        )}
        {!error && !data && <ProductGridSkeleton label={t`Loading the instruments`} />}
        {data?.total.count === 0 && (
          <EmptyState action={save} title={t`Nothing on sale right now`}>
            {t`Save this search, and we email you as soon as one comes in.`}
          </EmptyState>
        )}
        {data && (
          <ProductGrid book={booking.book} heartOf={heartOf} products={unsold(data.items)} />
        )}
        {data && data.total.count > 0 && (
          <p className="mt-8 text-center">
            <Link className={buttonStyle()} to={searchAddress(state)}>
              {t`Search and filter all of them`}
            </Link>
          </p>
        )}
      </div>
      <BuyingGuide facts={facts} />
      <BookingModalSlot {...booking} />
    </PageFrame>
  );
}
