import { LRUCache } from 'lru-cache';
import type { CallDefinition } from '#contract/call.ts';
import { msg } from '#contract/text.ts';
import { isApiKey, type KeyStore, type StoredKey } from '../../core/api-key.ts';
import type { Clock } from '../../core/clock.ts';
import { isInNetworks } from '../../core/ip-networks.ts';
import { Problem } from '../../core/problem.ts';

/** A revoked key is refused on every server after this time. */
const keyCacheMs = 1_000;
const useRecordedMs = 60_000;

/** Reads the keys that requests bring. */
export function createKeyReader({ findKey, recordKeyUse }: KeyStore, clock: Clock) {
  const found = new LRUCache<string, Promise<StoredKey | null>>({
    max: 10_000,
    ttl: keyCacheMs,
    ttlResolution: 0,
  });
  const recorded = new LRUCache<string, true>({ max: 10_000, ttl: useRecordedMs });

  function find(token: string): Promise<StoredKey | null> {
    const known = found.get(token);
    if (known) return known;
    const reading = findKey(token);
    found.set(token, reading);
    reading.catch(() => found.delete(token));
    return reading;
  }

  /**
   * The key, if it may be used from this address.
   * @returns null when it is mistyped, unknown, revoked or has ended
   * @throws Problem not-allowed from other addresses
   */
  return async function readKey(token: string, address: string): Promise<StoredKey | null> {
    const key = isApiKey(token) ? await find(token) : null;
    if (!key || (key.expiresAt && key.expiresAt <= clock.now())) return null;
    if (key.addresses.length > 0 && !isInNetworks(key.addresses, address)) {
      throw new Problem('not-allowed', msg`This key may not be used from your address`, {
        reason: 'key-address',
      });
    }
    if (!recorded.has(key.id)) {
      recorded.set(key.id, true);
      await recordKeyUse(key.id, clock.now());
    }
    return key;
  };
}

/** @throws Problem not-allowed when the key may not make this call */
export function requireScope(
  { keyScope }: Pick<CallDefinition, 'keyScope'>,
  { scopes }: StoredKey,
): void {
  if (keyScope === undefined) {
    throw new Problem('not-allowed', msg`This cannot be done with a key`, { reason: 'no-keys' });
  }
  if (scopes.includes(keyScope)) return;
  throw new Problem('not-allowed', msg`This key lacks the permission ${{ scope: keyScope }}`, {
    reason: 'key-scope',
  });
}
