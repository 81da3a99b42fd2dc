import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { serverClock } from '../api/server-clock.ts';

/** Facts about the site that the server passes to the page. */
export interface Site {
  /** The public origin, without a trailing slash. */
  origin: string;
  /** When the server rendered the page, in milliseconds. */
  renderedAtMs: number;
  /** The ways to sign in; missing where no server rendered the page. */
  signInWays?: IdentityWays | undefined;
}

export const SiteContext = createContext<Site>({ origin: '', renderedAtMs: 0 });

export function useSite(): Site {
  return useContext(SiteContext);
}

/**
 * The current time, to the minute. During hydration it is the time of rendering, so that 'three weeks ago' matches
 * the server's HTML; afterwards it is the server's clock and advances.
 */
export function useNow(): Date {
  const { renderedAtMs } = useSite();
  const nowMs = useSyncExternalStore(eachMinute, presentMinuteMs, () => toMinute(renderedAtMs));
  return new Date(nowMs);
}

/**
 * The same for values that only the browser knows, such as the time in the visitor's zone: null on the server and
 * during hydration.
 */
export function useBrowserNow(): Date | null {
  const nowMs = useSyncExternalStore(eachMinute, presentMinuteMs, () => null);
  return nowMs === null ? null : new Date(nowMs);
}

/**
 * Whether a moment is still to come; null counts as past. Exact to the second, unlike `useNow`: the component is rendered
 * again when the moment arrives.
 */
export function useIsAhead(isoTime: string | null): boolean {
  const { renderedAtMs } = useSite();
  const endMs = isoTime === null ? 0 : Date.parse(isoTime);
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (endMs === 0) return () => undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const setTimer = () => {
        clearTimeout(timer);
        const leftMs = endMs - serverClock.now();
        if (leftMs > 0) timer = setTimeout(onChange, Math.min(leftMs, longestTimeoutMs));
      };
      setTimer();
      const unsubscribe = serverClock.subscribe(() => {
        setTimer();
        onChange();
      });
      // A page that was rendered for a guest makes no call that would tell whether the device's clock is right.
      if (serverClock.now() >= endMs) serverClock.ask();
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    [endMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => serverClock.now() < endMs,
    () => renderedAtMs < endMs,
  );
}

/** What `setTimeout` can wait for, 24 days. */
const longestTimeoutMs = 2 ** 31 - 1;
const minuteMs = 60_000;
const toMinute = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs;
const presentMinuteMs = () => toMinute(serverClock.now());

/** One interval for the whole page, however many components show an age. */
const watchers = new Set<() => void>();
let stopTelling: (() => void) | undefined;

function eachMinute(onChange: () => void): () => void {
  watchers.add(onChange);
  stopTelling ??= tellWatchers();
  return () => {
    watchers.delete(onChange);
    if (watchers.size > 0) return;
    stopTelling?.();
    stopTelling = undefined;
  };
}

function tellWatchers(): () => void {
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  const timer = setInterval(tell, minuteMs);
  const unsubscribe = serverClock.subscribe(tell);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
