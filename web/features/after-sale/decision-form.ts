import type { Booking } from '#contract/bookings/bookings.ts';
import { amountLeft, isInSteps, toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';

/** What of a booking a decision is about. */
export type DisputedBooking = Pick<
  Booking,
  '_id' | 'name' | 'price' | 'shipping' | 'total' | 'buyerName' | 'sellerName'
>;

/** The fields of a decision about a dispute as they are typed. */
export interface TypedDecision {
  share: '' | 'all' | 'part' | 'nothing';
  /** The amount of a partial refund. */
  amount: string;
  /** The part of a refund that is for shipping. Empty: the price goes back first. */
  sending: string;
  goesBack: 'no' | 'yes';
  reason: string;
}

export const emptyDecision: TypedDecision = {
  share: '',
  amount: '',
  sending: '',
  goesBack: 'no',
  reason: '',
};

/** What the buyer gets back; undefined until that is said. */
export function refundOf(
  { share, amount }: Pick<TypedDecision, 'share' | 'amount'>,
  { total }: Pick<DisputedBooking, 'total'>,
): number | undefined {
  if (share === 'all') return total;
  if (share === 'nothing') return 0;
  if (share !== 'part' || wrongAmount(amount, total) !== undefined) return undefined;
  const reading = readAmount(amount);
  return 'amount' in reading ? reading.amount : undefined;
}

/** The error of an amount that is no part of what was paid. */
export function wrongAmount(amount: string, total: number): string | undefined {
  const reading = readAmount(amount);
  if ('message' in reading && reading.message !== undefined) return reading.message;
  const part = 'amount' in reading ? reading.amount : 0;
  const unit = currencyTexts.unit();
  const most = formatMoney(total);
  if (part <= 0) return t`Enter how much the buyer gets back, in ${unit}`;
  if (part > total) return t`At most ${most}`;
  return isInSteps(part) ? undefined : currencyTexts.step();
}

/** What the buyer gets back of the price and of the sending, by default of the price first; undefined until that is said. */
export function partsOf(
  typed: Pick<TypedDecision, 'share' | 'amount' | 'sending'>,
  booking: DisputedBooking,
  commission = 0,
) {
  const refund = refundOf(typed, booking);
  if (refund === undefined || wrongSending(typed, booking) !== undefined) return undefined;
  const parts = refundParts({
    amountCents: toMinorUnits(refund),
    chargedCents: toMinorUnits(booking.total),
    shippingCents: toMinorUnits(booking.shipping),
    askedShippingCents: toMinorUnits(sendingOf(typed) ?? 0),
    fullCommissionCents: toMinorUnits(commission),
  });
  return {
    price: toMajorUnits(parts.priceCents),
    sending: toMajorUnits(parts.shippingCents),
    /** What the seller gets of the sale: what does not go back, less the shop's share in it. */
    seller: toMajorUnits(toMinorUnits(booking.total) - toMinorUnits(commission) - parts.fromSeller),
  };
}

function sendingOf({ share, sending }: Pick<TypedDecision, 'share' | 'sending'>) {
  if (share !== 'part') return undefined;
  const reading = readAmount(sending);
  return 'amount' in reading ? reading.amount : undefined;
}

/** The error of the part of a refund that is of the sending. None while the refund itself is wrong, or nothing was typed. */
export function wrongSending(
  typed: Pick<TypedDecision, 'share' | 'amount' | 'sending'>,
  booking: DisputedBooking,
): string | undefined {
  const refund = refundOf(typed, booking);
  if (typed.share !== 'part' || booking.shipping === 0) return undefined;
  if (typed.sending.trim() === '' || refund === undefined) return undefined;
  const reading = readAmount(typed.sending);
  if ('message' in reading && reading.message !== undefined) return reading.message;
  const part = 'amount' in reading ? reading.amount : -1;
  const unit = currencyTexts.unit();
  if (part < 0) return t`Enter how much of it is for shipping, in ${unit}`;
  const highest = Math.min(refund, booking.shipping);
  const most = formatMoney(highest);
  if (part > highest) return t`At most ${most}`;
  const lowest = Math.max(0, amountLeft(refund, booking.price));
  const least = formatMoney(lowest);
  const price = formatMoney(booking.price);
  if (part < lowest) return t`At least ${least}: the price was ${price}`;
  return isInSteps(part) ? undefined : currencyTexts.step();
}

/** The decision as the server takes it. */
export function decisionFrom(typed: TypedDecision, booking: DisputedBooking) {
  const refund = refundOf(typed, booking) ?? 0;
  const shippingRefund = booking.shipping > 0 ? sendingOf(typed) : undefined;
  return {
    refund,
    ...(shippingRefund !== undefined && { shippingRefund }),
    goesBack: refund > 0 && typed.goesBack === 'yes',
    reason: typed.reason.trim(),
  };
}

type TypedEffect = Omit<TypedDecision, 'reason'>;

/** What a decision does, in a sentence or two. */
export function effectOf(
  typed: TypedEffect,
  booking: DisputedBooking,
  /** The commission of the price; undefined while it is not known. */
  commission?: number,
): string {
  const refund = refundOf(typed, booking);
  if (refund === undefined) return t`A decision cannot be undone.`;
  if (booking.shipping > 0) return effectWithSending(typed, booking, commission);
  if (refund === 0) return t`The sale stands, and the seller is paid. This cannot be undone.`;
  const rest = amountLeft(booking.total, refund);
  const money = formatMoney(refund);
  const remainder = formatMoney(rest);
  const { buyerName } = booking;
  if (typed.goesBack === 'yes') {
    return rest > 0
      ? t`${money} goes back to ${buyerName} once the instrument is given back, ${remainder} stays with the sale. This cannot be undone.`
      : t`${money} goes back to ${buyerName} once the instrument is given back. This cannot be undone.`;
  }
  return rest > 0
    ? t`${money} goes back to ${buyerName}, ${remainder} stays with the sale. This cannot be undone.`
    : t`${money} goes back to ${buyerName}. This cannot be undone.`;
}

/** The same for a sale that was sent for a price: what goes back of each, and what the seller gets. */
function effectWithSending(
  typed: TypedEffect,
  booking: DisputedBooking,
  commission: number | undefined,
): string {
  const refund = refundOf(typed, booking) ?? 0;
  const parts = partsOf(typed, booking, commission);
  if (!parts) return t`A decision cannot be undone.`;
  const { buyerName, sellerName } = booking;
  const money = formatMoney(refund);
  const ofPrice = formatMoney(parts.price);
  const ofSending = formatMoney(parts.sending);
  const earned = formatMoney(parts.seller);
  const goesBack =
    typed.goesBack === 'yes'
      ? t`${money} goes back to ${buyerName} once the instrument is given back: ${ofPrice} of the price and ${ofSending} for shipping.`
      : t`${money} goes back to ${buyerName}: ${ofPrice} of the price and ${ofSending} for shipping.`;
  const gets =
    (commission ?? 0) > 0
      ? t`${sellerName} gets ${earned}, after the shop’s share.`
      : t`${sellerName} gets ${earned}.`;
  return [
    refund > 0 ? goesBack : t`The sale stands, and nothing goes back to ${buyerName}.`,
    ...(commission === undefined ? [] : [gets]),
    t`This cannot be undone.`,
  ].join(' ');
}
