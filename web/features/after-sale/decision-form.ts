import type { Booking } from '#contract/bookings.ts';
import { amountLeft, isInSteps } from '#contract/currency.ts';
import { currencyTexts } from '#contract/currency-texts.ts';
import { readAmount } from '#contract/read-amount.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';

/** What of a booking a decision is about. */
export type DisputedBooking = Pick<Booking, '_id' | 'name' | 'total' | 'buyerName'>;

/** The fields of a decision about a dispute as they are typed. */
export interface TypedDecision {
  share: '' | 'all' | 'part' | 'nothing';
  /** Of a part. */
  amount: string;
  goesBack: 'no' | 'yes';
  reason: string;
}

export const emptyDecision: TypedDecision = { share: '', amount: '', goesBack: 'no', reason: '' };

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
  if (part <= 0) return t`Say how much the buyer gets back, in ${unit}`;
  if (part > total) return t`At most ${most}`;
  return isInSteps(part) ? undefined : currencyTexts.step();
}

/** The decision as the server takes it. */
export function decisionFrom(typed: TypedDecision, booking: DisputedBooking) {
  const refund = refundOf(typed, booking) ?? 0;
  return {
    refund,
    goesBack: refund > 0 && typed.goesBack === 'yes',
    reason: typed.reason.trim(),
  };
}

/** What a decision does, in a sentence or two. */
export function effectOf(
  typed: Pick<TypedDecision, 'share' | 'amount' | 'goesBack'>,
  booking: DisputedBooking,
): string {
  const refund = refundOf(typed, booking);
  if (refund === undefined) return t`A decision cannot be undone.`;
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
