import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isShipped } from '#contract/after-sale/sale-step-table.ts';
import { saleStep, saleViewerOf } from '#contract/after-sale/sale-steps.ts';
import { reasonText } from '#contract/after-sale/shop-reasons.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { formatList } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useNow } from '../../hydration/site.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatFullTime, formatPaid } from '../../ui/format.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { bookingQuery } from '../after-sale/queries.ts';
import { CustomsDeclaration } from './CustomsDeclaration.tsx';
import { ParcelLabel } from './ParcelLabel.tsx';
import { paperTitle } from './paper-titles.ts';

/**
 * A printable paper of a sale: its receipt, the note about the money that went back, or goes back, to the buyer, the label or
 * the customs declaration of its parcel.
 */
export function PaperPage() {
  const { id = '', paper } = useParams();
  const user = useDashboardUser();
  const now = useNow();
  const query = useQuery(bookingQuery(id));
  const isRefund = paper === 'refund';
  const isLabel = paper === 'label';
  const title = paperTitle(paper);
  const { data: booking } = query;
  if (!booking) {
    return <LoadingOrError heading={title} label={t`Loading the document`} query={query} />;
  }
  const viewer = saleViewerOf(booking, user);
  if (paper === 'customs') {
    return <CustomsDeclaration booking={booking} email={user.email} viewer={viewer} />;
  }
  if (isLabel) return <ParcelLabel booking={booking} email={user.email} viewer={viewer} />;
  const step = saleStep(booking, viewer, now);
  const standing = formatList([step.title, ...step.notes]);
  const Paper = isRefund ? RefundNote : Receipt;
  const back = (
    <Link className={buttonStyle()} to={paths.payment(id)}>
      {t`See the sale`}
    </Link>
  );
  return (
    <article className="max-w-2xl">
      <p className="mb-6 hidden border-b border-line pb-3 font-display text-2xl print:block">
        {currentShop().name}
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      {(isRefund ? booking.refund : booking.paidAt) ? (
        <>
          <Paper booking={booking} standing={standing} />
          <p className="mt-6 flex flex-wrap gap-3 print:hidden">
            <Button onClick={() => window.print()}>
              {isRefund ? t`Print the refund note` : t`Print the receipt`}
            </Button>
            {back}
          </p>
        </>
      ) : (
        <EmptyState
          action={back}
          title={
            isRefund ? t`Nothing was refunded for this sale.` : t`This booking has not been paid.`
          }
        />
      )}
    </article>
  );
}

interface PaperProps {
  booking: Booking;
  /** The state of the sale, in the words of its page. */
  standing: string;
}

export function Receipt({ booking, standing }: PaperProps) {
  const { name, price, shipping, total, paidAt, transactionId, sellerName, trader } = booking;
  return (
    <Facts
      facts={[
        [t`Instrument`, name],
        [t`Price`, shipping > 0 ? formatPaid(price) : undefined],
        [
          t({ message: 'Shipping', context: 'delivery' }),
          shipping > 0 ? formatPaid(shipping) : undefined,
        ],
        [t`Amount`, formatPaid(total)],
        [t`Paid`, paidAt && formatFullTime(paidAt)],
        [messages.payment.transactionId, transactionId],
        [t`Buyer`, buyerText(booking)],
        [t`Seller`, sellerName],
        [t`Trader`, trader && `${trader.name}\n${trader.address}`],
        [t`Seller’s phone`, booking.number],
        [isShipped(booking) ? t`Shipping to` : t`Meeting place`, booking.location],
        [t`Permit`, booking.permit?.number],
        [t`Parcel`, parcelText(booking.fulfilment)],
        [t`Status`, standing],
      ]}
    />
  );
}

export function RefundNote({ booking, standing }: PaperProps) {
  const { name, shipping, total, paidAt, transactionId, sellerName, trader } = booking;
  const { refund, dispute, fulfilment, return: asked } = booking;
  if (!refund) return null;
  return (
    <Facts
      facts={[
        [t`Instrument`, name],
        [refund.state === 'refunded' ? t`Refunded` : t`Being refunded`, formatPaid(refund.amount)],
        [t`Of which shipping`, refund.shipping ? formatPaid(refund.shipping) : undefined],
        [shipping > 0 ? t`Payment` : t`Price`, formatPaid(total)],
        [t`Refunded on`, refund.time && formatFullTime(refund.time)],
        [t({ message: 'To', context: 'refunded card' }), t`The card that was charged`],
        [t`Paid`, paidAt && formatFullTime(paidAt)],
        [messages.payment.transactionId, transactionId],
        [t`Buyer`, buyerText(booking)],
        [t`Seller`, sellerName],
        [t`Trader`, trader && `${trader.name}\n${trader.address}`],
        [t`Sent back`, parcelText(asked?.sentBack)],
        [
          t`Reason`,
          reasonText(dispute?.decisionReason ?? fulfilment?.cancelReason ?? asked?.reason),
        ],
        [t`Status`, standing],
      ]}
    />
  );
}

type Parcel = Partial<Record<'carrier' | 'tracking', string | undefined>>;

function parcelText({ carrier, tracking }: Parcel = {}) {
  return carrier && formatList(tracking ? [carrier, tracking] : [carrier]);
}

function buyerText({ buyerName, buyerEmail }: Booking): string {
  return formatList(buyerEmail ? [buyerName, buyerEmail] : [buyerName]);
}

function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string | undefined])[];
}) {
  return (
    <dl className="mt-6 divide-y divide-line rounded-lg border border-line bg-surface px-5 py-2 shadow-rest print:shadow-none">
      {facts.map(
        ([name, value]) =>
          value && (
            <div className="py-3 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4" key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold whitespace-pre-line wrap-anywhere" dir="auto">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
