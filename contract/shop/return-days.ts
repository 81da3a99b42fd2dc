import { defaultReturnDays } from '#contract/constants.ts';

/** One process serves one shop, so this is set once, before anything reads it. */
let current = defaultReturnDays;

/** The days from the receipt within which what is booked now can be returned. A booking keeps its own. */
export function daysToReturn(): number {
  return current;
}

/** Sets them: at the start of a server, before a page is rendered and before one is hydrated. */
export function setDaysToReturn(days: number | undefined): void {
  current = days ?? defaultReturnDays;
}
