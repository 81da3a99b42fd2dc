import { identityTiming } from '#contract/constants.ts';
import type { AccessTokenStore } from '../api/access-token.ts';
import { readClaims } from './claims.ts';

/** setTimeout counts in 32 bits; a token that lives longer is looked at again then. */
const longestTimerMs = 2 ** 31 - 1;

/** From one renewal to the next: after one without an answer, or where the clock makes every token look spent. */
const pauseMs = 30_000;

export interface TokenWatch {
  /** Calls `listener` after every change of the token or of the hope for a new one. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Whether the last renewal of the present token brought no answer, and it has not been renewed since. */
  hasGivenUp(): boolean;
}

/** Renews the access token before it ends, for as long as somebody listens; then there is no timer left behind. */
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
  let stopHearing = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unrenewed: string | null = null;
  let rested = 0;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function setTimer(): void {
    clearTimeout(timer);
    const wait = untilRenewal(accessToken.read(), now());
    if (wait === undefined) return;
    const rest = Math.max(wait, rested - now());
    timer = setTimeout(() => void renewInTime(), Math.min(rest, longestTimerMs));
  }

  async function renewInTime(): Promise<void> {
    const token = accessToken.read();
    if (untilRenewal(token, now()) !== 0) return setTimer();
    rested = now() + pauseMs;
    try {
      // A new token, or none any more: the store tells everybody.
      await renew();
    } catch {
      // No answer. The token that is kept may still be good, and if not the next call says so.
      if (accessToken.read() !== token || listeners.size === 0) return;
      unrenewed = token;
      setTimer();
      tell();
    }
  }

  function hear(): void {
    setTimer();
    tell();
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        stopHearing = accessToken.subscribe(hear);
        setTimer();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopHearing();
        clearTimeout(timer);
      };
    },
    hasGivenUp: () => unrenewed !== null && unrenewed === accessToken.read(),
  };
}

/** How long the token needs no renewal yet; undefined for what is no token. */
function untilRenewal(token: string | null, nowMs: number): number | undefined {
  const claims = token === null ? null : readClaims(token);
  if (claims === null) return undefined;
  return Math.max(0, claims.expiresAt.getTime() - identityTiming.renewBeforeEndMs - nowMs);
}
