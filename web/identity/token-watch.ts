import { identityTiming } from '#contract/constants.ts';
import type { AccessTokenStore } from '../api/access-token.ts';
import { readClaims } from './claims.ts';

/** setTimeout takes 32 bits; for a later expiry the timer is set again. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The minimum time between renewals: after one without a response, or when the clock makes every token look expired.
 */
const pauseMs = 30_000;

export interface TokenWatch {
  /**
   * Calls `listener` after every change of the token or of its chance of renewal. Returns the unsubscribe function.
   */
  subscribe(listener: () => void): () => void;
  /** Whether the last renewal of the current token got no response. */
  hasGivenUp(): boolean;
}

/** Renews the access token before it expires while there are listeners; without listeners no timer is left. */
export function tokenWatch({
  accessToken,
  renew,
  now,
}: {
  accessToken: AccessTokenStore;
  renew: () => Promise<void>;
  now: () => number;
}): TokenWatch {
  const listeners = new Set<() => void>();
  let unsubscribe = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unrenewed: string | null = null;
  /** By `performance.now()`, because a reply may correct `now()` by days. */
  let restedAtMs = 0;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function setTimer(): void {
    clearTimeout(timer);
    const wait = untilRenewal(accessToken.read(), now());
    if (wait === undefined) return;
    const rest = Math.max(wait, restedAtMs - performance.now());
    timer = setTimeout(() => void renewInTime(), Math.min(rest, longestTimerMs));
  }

  async function renewInTime(): Promise<void> {
    const token = accessToken.read();
    // The clock was corrected, so an identity that waited for the renewal is known without one.
    if (untilRenewal(token, now()) !== 0) return onChange();
    restedAtMs = performance.now() + pauseMs;
    try {
      // A new or removed token: the store notifies the listeners.
      await renew();
    } catch {
      // No response. The stored token may still be valid; if not, the next call will show it.
      if (accessToken.read() !== token || listeners.size === 0) return;
      unrenewed = token;
      setTimer();
      notify();
    }
  }

  function onChange(): void {
    setTimer();
    notify();
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        unsubscribe = accessToken.subscribe(onChange);
        setTimer();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe();
        clearTimeout(timer);
      };
    },
    hasGivenUp: () => unrenewed !== null && unrenewed === accessToken.read(),
  };
}

/** Milliseconds until the token should be renewed; undefined when it is not a token. */
function untilRenewal(token: string | null, nowMs: number): number | undefined {
  const claims = token === null ? null : readClaims(token);
  if (claims === null) return undefined;
  return Math.max(0, claims.expiresAt.getTime() - identityTiming.renewBeforeEndMs - nowMs);
}
