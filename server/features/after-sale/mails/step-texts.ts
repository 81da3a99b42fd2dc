import type { SaleStepName, SaleToTell } from '#contract/after-sale/sale-step-types.ts';
import { saleStepName, stepInWords } from '#contract/after-sale/sale-steps.ts';
import { saleTimes } from '#contract/constants.ts';
import { formatList } from '#contract/isolate.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { formatTime } from '../../../core/format-time.ts';
import { finalAtOf, meetingFrom, permitFrom, sentBackFrom } from '../../bookings/booking-row.ts';
import { chosenDeliveryFrom } from '../../delivery/choose-delivery.ts';
import type { MailReader, Sale } from './read-sale.ts';

/** What the table of steps says about the step that a mail is about, with its date. */
export const stepText =
  (name: SaleStepName, reader: MailReader) =>
  (sale: Sale): string => {
    const { text = '', date } = stepInWords(name, saleToTell(sale), reader);
    return `${text} ${dateLine(date)}`.trim();
  };
/** The date alone. */
export const stepDate =
  (name: SaleStepName, reader: MailReader) =>
  (sale: Sale): string =>
    dateLine(stepInWords(name, saleToTell(sale), reader).date);
const dateLine = (date: { text: string; at: string } | undefined) =>
  date ? `${date.text} ${formatTime(new Date(date.at))}.` : '';

/** The step of the sale when the mail is sent, in the words of its page and its card. */
export function standingText(sale: Sale, reader: MailReader, at: Date): string {
  const told = saleToTell(sale);
  const { title, notes } = stepInWords(saleStepName(told, at), told, reader);
  return formatList([title, ...notes]);
}

/** The sale as the table of steps reads it (`stepInWords`). */
function saleToTell(sale: Sale): SaleToTell {
  const { receivedAfterDays, returnAcceptedAfterDays, sentBackDays } = saleTimes;
  const { fulfilmentState, returnState } = sale;
  return {
    state: sale.state,
    buyerName: sale.buyerName,
    sellerName: sale.sellerName,
    location: sale.meetingPlace,
    total: toMajorUnits(sale.totalCents),
    shipping: toMajorUnits(sale.shippingCents),
    delivery: chosenDeliveryFrom(sale),
    expiresAt: sale.holdExpiresAt.toISOString(),
    releaseReason: sale.releaseReason ?? undefined,
    returnDays: sale.returnDays,
    returnUntil: sale.returnUntil?.toISOString(),
    withdrawal: sale.withdrawalDays === null ? undefined : { days: sale.withdrawalDays },
    refund:
      sale.totalRefundCents === null
        ? undefined
        : {
            amount: toMajorUnits(sale.totalRefundCents),
            state: sale.isRefundDue ? 'due' : 'refunded',
          },
    dispute:
      sale.disputeCause && sale.disputeState && sale.disputeOpenedAt
        ? {
            _id: sale.bookingId,
            cause: sale.disputeCause,
            state: sale.disputeState,
            openedAt: sale.disputeOpenedAt.toISOString(),
            goesBack: sale.disputeGoesBack ?? undefined,
            refund: sale.disputeRefundCents ? toMajorUnits(sale.disputeRefundCents) : undefined,
          }
        : undefined,
    permit: permitFrom(sale),
    fulfilment: fulfilmentState
      ? {
          state: fulfilmentState,
          meeting: meetingFrom(sale),
          approvedAt: sale.approvedAt?.toISOString(),
          cancelFrom: sale.cancelFrom?.toISOString(),
          autoReceivedAt: daysAfter(sale.sentClockFrom, receivedAfterDays),
          cancellationRequest:
            sale.cancellationRequestReason === null || sale.isCancellationDeclined
              ? undefined
              : { reason: sale.cancellationRequestReason, time: sale.holdExpiresAt.toISOString() },
        }
      : undefined,
    return:
      returnState && sale.requestedClockFrom
        ? {
            state: returnState,
            reason: sale.returnReason ?? '',
            time: sale.requestedClockFrom.toISOString(),
            place: sale.returnPlace ?? undefined,
            autoAcceptedAt: daysAfter(sale.requestedClockFrom, returnAcceptedAfterDays),
            giveBackBy: sale.giveBackBy?.toISOString(),
            sentBack: sentBackFrom(sale),
            disputedFrom: daysAfter(sale.silentClockFrom, sentBackDays),
            finalAt: finalAtOf(sale)?.toISOString(),
            givenBackAt: sale.givenBackAt?.toISOString(),
            buyerKeepsIt: sale.buyerKeepsIt || undefined,
          }
        : undefined,
  };
}

function daysAfter(start: Date | null, days: number): string | undefined {
  return start ? new Date(start.getTime() + days * 86_400_000).toISOString() : undefined;
}
