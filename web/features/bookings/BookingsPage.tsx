import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { SaleSide } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { LinkTabs } from '../../ui/LinkTabs.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { SaleActions, SaleStatus } from '../after-sale/SaleCard.tsx';
import { SaleDialog } from '../after-sale/SaleDialog.tsx';
import { BookingList } from './BookingList.tsx';
import { bookingsQuery } from './queries.ts';

/**
 * The user's own bookings and, for sellers, those placed on their products. Without `as` in the address it opens the side
 * that has something, own bookings first.
 */
export function BookingsPage() {
  const { role, email } = useDashboardUser();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const sells = role !== 'buyer';
  const asked = sides.find(({ name }) => name === search.get('as'))?.name;
  return (
    <>
      <h1 tabIndex={-1}>{role === 'buyer' ? t`My Bookings` : t`My Orders`}</h1>
      {sells && !asked ? (
        <FilledSide email={email} key={key} />
      ) : (
        <OneSide email={email} sells={sells} side={sells && asked ? asked : 'buyer'} />
      )}
    </>
  );
}

/** Once a side is open it stays, even when its last booking is deleted. */
function FilledSide({ email }: { email: string }) {
  const [opened, setOpened] = useState<SaleSide | null>(null);
  const found = useFilledSide(email, opened === null);
  if (opened === null && found !== null) setOpened(found);
  return <OneSide email={email} sells side={opened ?? found} />;
}

/** Null until it is known. */
function useFilledSide(email: string, isWanted: boolean): SaleSide | null {
  const own = useInfiniteQuery({ ...bookingsQuery(email, 'buyer'), enabled: isWanted });
  const isOwnEmpty = isEmpty(own);
  const orders = useInfiniteQuery({
    ...bookingsQuery(email, 'seller'),
    enabled: isWanted && isOwnEmpty === true,
  });
  if (own.error || isOwnEmpty === false) return 'buyer';
  const areOrdersEmpty = isEmpty(orders);
  if (isOwnEmpty === null || (areOrdersEmpty === null && !orders.error)) return null;
  return areOrdersEmpty === false ? 'seller' : 'buyer';
}

/** Null while it is not known: an empty list may come from before a booking. */
function isEmpty({ data, isFetching }: ListState): boolean | null {
  if (data?.pages.some(({ items }) => items.length > 0)) return false;
  return data && !isFetching ? true : null;
}

interface ListState {
  data: { pages: readonly { items: readonly Booking[] }[] } | undefined;
  isFetching: boolean;
}

const saleSlots = { Status: SaleStatus, Actions: SaleActions, Dialog: SaleDialog };

function OneSide({ email, side, sells }: { email: string; side: SaleSide | null; sells: boolean }) {
  return (
    <>
      {sells && <LinkTabs current={side} label={t`Whose bookings`} tabs={sides} />}
      <div className="mt-6">
        {side ? (
          <BookingList email={email} key={side} sale={saleSlots} side={side} />
        ) : (
          <SkeletonRows label={t`Loading the bookings`} rowHeight="h-24" />
        )}
      </div>
    </>
  );
}

const sides = textsOf([
  { name: 'buyer', words: msg`As a buyer`, to: paths.bookings('buyer') },
  { name: 'seller', words: msg`As a seller`, to: paths.bookings('seller') },
]);
