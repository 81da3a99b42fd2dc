import { returnDays } from '#contract/constants.ts';

/** When the return period of a booking that was paid at this time ends, exclusively. */
export function returnEndsAt(paidAt: Date): Date {
  return new Date(paidAt.getTime() + returnDays * 86_400_000);
}
