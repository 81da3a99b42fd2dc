import { returnDays } from '#contract/constants.ts';

/** Until when, exclusively, the buyer can ask to give back what was paid at this time. */
export function returnEndsAt(paidAt: Date): Date {
  return new Date(paidAt.getTime() + returnDays * 86_400_000);
}
