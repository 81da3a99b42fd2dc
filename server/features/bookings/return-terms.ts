import { defaultReturnDays } from '#contract/constants.ts';

const dayMs = 86_400_000;

interface ReturnTerms {
  receivedAt: Date;
  paidAt: Date;
  /** As they were at the booking; null before bookings had them. */
  returnDays: number | null;
  isSent: boolean;
}

/**
 * The end, exclusive, of the time to ask for a return: the days of the booking from receipt, and never less from the payment.
 * What was sent has one working day more, by UTC: a parcel arrives when it likes.
 */
export function returnUntilOf({ receivedAt, paidAt, returnDays, isSent }: ReturnTerms): Date {
  const from = Math.max(receivedAt.getTime(), paidAt.getTime());
  const end = new Date(from + (returnDays ?? defaultReturnDays) * dayMs);
  // Sales from before keep what they were promised.
  return isSent && returnDays !== null ? nextWorkingDay(end) : end;
}

function nextWorkingDay(time: Date): Date {
  const next = new Date(time.getTime() + dayMs);
  const isWeekend = next.getUTCDay() === 0 || next.getUTCDay() === 6;
  return isWeekend ? nextWorkingDay(next) : next;
}
