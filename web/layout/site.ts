import { createContext, useContext, useSyncExternalStore } from 'react';

/** What the server tells the page about itself. */
export interface Site {
  /** Where the shop is known to the outside, without a slash at the end. */
  origin: string;
  /** When the server made the page, in milliseconds. */
  renderedAtMs: number;
}

export const SiteContext = createContext<Site>({ origin: '', renderedAtMs: 0 });

export function useSite(): Site {
  return useContext(SiteContext);
}

/**
 * The present moment, to the minute. While the server's page comes alive it is the moment in which that page was made, so
 * that 'three weeks ago' reads the same on both sides; after that it is the browser's own clock and moves on.
 */
export function useNow(): Date {
  const { renderedAtMs } = useSite();
  const nowMs = useSyncExternalStore(eachMinute, presentMinuteMs, () => toMinute(renderedAtMs));
  return new Date(nowMs);
}

const minuteMs = 60_000;
const toMinute = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs;
const presentMinuteMs = () => toMinute(Date.now());

function eachMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}
