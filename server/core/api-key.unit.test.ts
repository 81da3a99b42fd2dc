import { expect, it } from 'vitest';
import { digestOfKey, isApiKey, isMeantAsKey, newApiKey } from './api-key.ts';

it('keys differ, and are recognised by their check sum', () => {
  const keys = Array.from({ length: 100 }, newApiKey);
  expect(new Set(keys).size).toBe(100);
  expect(keys.every(isApiKey)).toBe(true);
  expect(keys[0]).toMatch(/^rp_live_[0-9a-f]{48}$/);
});

it('a key with another character anywhere is none', () => {
  const key = newApiKey();
  for (let at = 'rp_live_'.length; at < key.length; at += 1) {
    const other = key[at] === '0' ? '1' : '0';
    const mistyped = key.slice(0, at) + other + key.slice(at + 1);
    expect(isApiKey(mistyped)).toBe(false);
    expect(isMeantAsKey(mistyped)).toBe(true);
  }
  expect(isApiKey(`${key}\n`)).toBe(false);
});

it('the digest of a key is not the key', () => {
  const key = newApiKey();
  expect(digestOfKey(key).toString('hex')).toHaveLength(64);
  expect(digestOfKey(key)).toEqual(digestOfKey(key));
  expect(digestOfKey(newApiKey())).not.toEqual(digestOfKey(key));
});
