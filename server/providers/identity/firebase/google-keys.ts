import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import type { Clock } from '../../../core/clock.ts';
import { identityProblem } from '../identity-problem.ts';
import { fetchFromGoogle, readJson } from './google-request.ts';

/** Tokens with made-up keys must not turn into requests to Google: between two looks for a new key lies this time. */
const pauseMs = 30_000;
/** For an answer that does not say how long it is good for. */
const otherwiseSeconds = 600;

interface Kept {
  find: JWTVerifyGetKey;
  fetchedMs: number;
  goodUntilMs: number;
}

/**
 * Google's public keys, kept for as long as Google says (`Cache-Control: max-age`). A token that names a key which is
 * not among them has them fetched anew, every 30 seconds at most.
 * @throws Problem unavailable when the keys cannot be had
 */
export function createGoogleKeySet(address: string, clock: Clock): JWTVerifyGetKey {
  let kept: Kept | undefined;
  let underWay: Promise<Kept> | undefined;

  function fetched(): Promise<Kept> {
    underWay ??= fetchKeys(address, clock)
      .then((fresh) => {
        kept = fresh;
        return fresh;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  return async (header, token) => {
    const nowMs = clock.now().getTime();
    const present = kept && kept.goodUntilMs > nowMs ? kept : await fetched();
    try {
      return await present.find(header, token);
    } catch (error) {
      const isNews = error instanceof JWKSNoMatchingKey && nowMs - present.fetchedMs >= pauseMs;
      if (!isNews) throw error;
      return (await fetched()).find(header, token);
    }
  };
}

async function fetchKeys(address: string, clock: Clock): Promise<Kept> {
  const response = await fetchFromGoogle(address);
  const said = await readJson(response);
  const fetchedMs = clock.now().getTime();
  const maxAge = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1];
  try {
    return {
      // jose looks at the form itself and throws where it is none.
      find: createLocalJWKSet(said as JSONWebKeySet),
      fetchedMs,
      goodUntilMs: fetchedMs + Number(maxAge ?? otherwiseSeconds) * 1_000,
    };
  } catch (cause) {
    throw identityProblem('provider-failed', { cause });
  }
}
