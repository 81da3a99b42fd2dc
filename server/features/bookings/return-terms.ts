import { returnDays } from '#contract/constants.ts';

const returnMs = returnDays * 86_400_000;

/** Until when, exclusively, a return can be asked for: three days from receipt, and never less than three from the payment. */
export function returnUntilOf({ receivedAt, paidAt }: { receivedAt: Date; paidAt: Date }): Date {
  return new Date(Math.max(receivedAt.getTime(), paidAt.getTime()) + returnMs);
}
