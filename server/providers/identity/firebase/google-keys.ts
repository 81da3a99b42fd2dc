import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import type { Clock } from '../../../core/clock.ts';
import { identityProblem } from '../identity-problem.ts';
import { fetchFromGoogle, readJson } from './google-request.ts';

/** Minimum time between fetches for an unknown key id, so that forged tokens do not cause a request to Google each. */
const cooldownMs = 30_000;
/** Lifetime of a response without `max-age`. */
const defaultMaxAgeSeconds = 600;

interface CachedKeys {
  resolve: JWTVerifyGetKey;
  fetchedMs: number;
  expiresMs: number;
}

/**
 * Google's public keys, cached as `Cache-Control: max-age` allows. A token with an unknown key id causes a new fetch, at
 * most every 30 seconds.
 * @throws Problem unavailable when the keys cannot be fetched
 */
export function createGoogleKeySet(url: string, clock: Clock): JWTVerifyGetKey {
  let cached: CachedKeys | undefined;
  let pending: Promise<CachedKeys> | undefined;

  function refresh(): Promise<CachedKeys> {
    pending ??= fetchKeys(url, clock)
      .then((fresh) => {
        cached = fresh;
        return fresh;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  }

  return async (header, token) => {
    const nowMs = clock.now().getTime();
    const current = cached && cached.expiresMs > nowMs ? cached : await refresh();
    try {
      return await current.resolve(header, token);
    } catch (error) {
      const mayBeNew =
        error instanceof JWKSNoMatchingKey && nowMs - current.fetchedMs >= cooldownMs;
      if (!mayBeNew) throw error;
      return (await refresh()).resolve(header, token);
    }
  };
}

async function fetchKeys(url: string, clock: Clock): Promise<CachedKeys> {
  const response = await fetchFromGoogle(url);
  const body = await readJson(response);
  const fetchedMs = clock.now().getTime();
  const maxAge = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1];
  try {
    return {
      // jose validates the shape and throws.
      resolve: createLocalJWKSet(body as JSONWebKeySet),
      fetchedMs,
      expiresMs: fetchedMs + Number(maxAge ?? defaultMaxAgeSeconds) * 1_000,
    };
  } catch (cause) {
    throw identityProblem('provider-failed', { cause });
  }
}
