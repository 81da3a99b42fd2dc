import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Booking } from '#contract/bookings/bookings.ts';
import { isolate } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { afterSale } from '../../api/invalidation.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatPaid, phoneAddress } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HoldEnded } from './HoldEnded.tsx';
import { checkoutQuery, recordPaymentMutation } from './queries.ts';
import { SendingAddress } from './SendingAddress.tsx';

/**
 * What this page knows of a charge. `unrecorded`: made but not yet confirmed by the shop, so the page polls.
 * `refunded`: it came too late and is refunded.
 */
export type ChargeSeen = 'none' | 'unrecorded' | 'refunded';

/** The card form for an unpaid booking. Reports the charge to the shop and waits until it is recorded. */
export function Checkout({
  booking,
  onCharge,
  requireHeld,
}: {
  booking: Booking;
  onCharge: (charge: ChargeSeen) => void;
  /** Asks the shop just before the card is charged; rejects when the booking is no longer held. */
  requireHeld: () => Promise<void>;
}) {
  const now = useNow();
  const checkout = useCheckout(booking);
  const recording = useMutation(recordPaymentMutation());
  const expiresAt = checkout.data?.intent.expiresAt ?? booking.expiresAt;
  const isOver = expiresAt !== undefined && new Date(expiresAt) <= now;
  const price = formatPaid(booking.total);

  const record = async (transactionId: string) => {
    if (recording.isPending || recording.isSuccess) return;
    onCharge('unrecorded');
    try {
      // Its promise, because the page may show something else by then, and callbacks of `mutate` end with the component.
      await recording.mutateAsync({ booking, transactionId });
      onCharge('none');
    } catch (failure) {
      // Without a response, polling is enough, because the provider reports the charge to the shop too.
      if (isRefund(failure)) onCharge('refunded');
    }
  };
  if (isOver && !recording.isPending && !recording.isSuccess && !recording.isError) {
    return <HoldEnded booking={booking} />;
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-12">
      <div className="min-w-0">
        <p className="mb-6 text-lg" hidden={recording.isError}>
          <span>
            <Trans>
              Please pay <strong className="price">{price}</strong> to make it yours.
            </Trans>
          </span>
          {expiresAt && (
            <span className="block text-base text-muted">
              <Trans>
                It is held for you until <Moment at={expiresAt} />.
              </Trans>
            </span>
          )}
        </p>
        {recording.isError ? (
          <NotRecorded
            failure={recording.error}
            isTrying={recording.isPending}
            onTryAgain={() => recording.variables && void record(recording.variables.transactionId)}
          />
        ) : (
          <Entry
            beforePaying={requireHeld}
            booking={booking}
            checkout={checkout}
            isClosed={isOver || recording.isPending}
            onCharged={(transactionId) => void record(transactionId)}
          />
        )}
      </div>
      <OrderSummary booking={booking} />
    </div>
  );
}

/** The charge was made when the booking could no longer be paid. */
function isRefund(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.flags.code === 'refunded';
}

type CheckoutRead = ReturnType<typeof useCheckout>;

/** Loads the payment intent. If it is refused because the booking has changed, the booking is refetched. */
function useCheckout(booking: Booking) {
  const client = useQueryClient();
  const checkout = useQuery(checkoutQuery(booking));
  const hasChanged = checkout.error instanceof CallFailure && checkout.error.status === 409;
  useEffect(() => {
    if (hasChanged) afterSale(client);
  }, [hasChanged, client]);
  return checkout;
}

function Entry({
  beforePaying,
  booking,
  checkout: { data, error, isFetching, refetch },
  isClosed,
  onCharged,
}: {
  beforePaying: () => Promise<void>;
  booking: Booking;
  checkout: Pick<CheckoutRead, 'data' | 'error' | 'isFetching' | 'refetch'>;
  isClosed: boolean;
  onCharged: (transactionId: string) => void;
}) {
  const price = formatPaid(booking.total);
  if (data) {
    const { intent, CardEntry } = data;
    return (
      <CardEntry
        beforePaying={beforePaying}
        billing={{ name: booking.buyerName, email: booking.buyerEmail }}
        intent={intent}
        isClosed={isClosed}
        onCharged={onCharged}
        payLabel={t`Pay ${price}`}
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        isTrying={isFetching}
        message={error.message}
        onTryAgain={() => refetch()}
        title={t`The payment could not be started`}
      />
    );
  }
  return (
    <div aria-busy="true" className="space-y-5">
      <p className="sr-only" role="status">
        {t`Loading the card entry`}
      </p>
      {['name', 'number', 'date'].map((place) => (
        <Skeleton className="h-19 w-full" key={place} />
      ))}
      <Button className="w-full" disabled size="large" variant="primary">
        {t`Pay ${price}`}
      </Button>
    </div>
  );
}

/** The card was charged but the shop has not confirmed it yet. Nothing is lost: the provider reports it too. */
function NotRecorded({
  failure,
  isTrying,
  onTryAgain,
}: {
  failure: Error;
  isTrying: boolean;
  onTryAgain: () => void;
}) {
  return (
    <div className="space-y-4">
      <ErrorState
        isTrying={isTrying}
        message={failure.message}
        onTryAgain={onTryAgain}
        title={t`Your card was charged, but we have not recorded the payment yet`}
      />
      <p className="text-muted">
        {t`Please do not pay again. The card provider also reports the charge to us, and this page updates as soon as it does. If the instrument is no longer available, your card is refunded automatically.`}
      </p>
    </div>
  );
}

/** The item being paid for. */
function OrderSummary({ booking }: { booking: Booking }) {
  const sellerName = isolate(booking.sellerName);
  const { shipping } = booking;
  const [price, sending] = [formatPaid(booking.price), formatPaid(shipping)];
  return (
    <aside
      aria-label={t`What you are paying for`}
      className="flex h-fit flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-3 shadow-rest max-lg:order-first lg:block"
    >
      <div className="w-28 shrink-0 lg:w-full">
        <Picture
          address={booking.image}
          alt=""
          sizes="(min-width: 64rem) 17rem, 7rem"
          source={booking.picture}
        />
      </div>
      <div className="min-w-0 flex-1 p-1 lg:p-2 lg:pt-4">
        <p className="font-semibold wrap-anywhere">
          <bdi>{booking.name}</bdi>
        </p>
        <p className="text-sm text-muted">{t`from ${sellerName}`}</p>
        <p className="text-sm text-muted">
          {booking.number ? (
            <>
              {messages.hold.sellersNumber}{' '}
              <a className="text-link" href={phoneAddress(booking.number)}>
                <bdi dir="ltr">{booking.number}</bdi>
              </a>
            </>
          ) : (
            t`The seller’s phone number appears here ten minutes after the booking, or as soon as you have paid.`
          )}
        </p>
        <p className="price mt-2 text-2xl">{formatPaid(booking.total)}</p>
        {shipping > 0 && (
          <p className="text-sm text-muted">{t`${price} and ${sending} for shipping`}</p>
        )}
      </div>
      <SendingAddress booking={booking} />
    </aside>
  );
}
