import { returnDays } from '#contract/constants.ts';

const returnMs = returnDays * 86_400_000;

/**
 * The end, exclusive, of the time to ask for a return: three days from receipt, and never less than three from the
 * payment.
 */
export function returnUntilOf({ receivedAt, paidAt }: { receivedAt: Date; paidAt: Date }): Date {
  return new Date(Math.max(receivedAt.getTime(), paidAt.getTime()) + returnMs);
}
