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

/**
 * The same where only the browser knows what to say, such as the hour in the visitor's own zone: null on the server and
 * while its page comes alive.
 */
export function useBrowserNow(): Date | null {
  const nowMs = useSyncExternalStore(eachMinute, presentMinuteMs, () => null);
  return nowMs === null ? null : new Date(nowMs);
}

const minuteMs = 60_000;
const toMinute = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs;
const presentMinuteMs = () => toMinute(Date.now());

/** One clock for the whole page, however many things on it have an age. */
const watchers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function eachMinute(onChange: () => void): () => void {
  watchers.add(onChange);
  clock ??= setInterval(() => {
    for (const watcher of watchers) watcher();
  }, minuteMs);
  return () => {
    watchers.delete(onChange);
    if (watchers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
