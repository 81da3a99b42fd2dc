import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyScope } from '#contract/keys/key-scopes.ts';

/**
 * Keys for programs: a prefix by which scanners of published code find them, 160 random bits, and a check sum, so that a
 * mistyped or made-up one costs no query.
 */
const prefix = 'rp_live_';
const form = /^rp_live_([0-9a-f]{40})([0-9a-f]{8})$/;

export function newApiKey(): string {
  const random = randomBytes(20).toString('hex');
  return prefix + random + checkSumOf(random);
}

/** Whether a token is meant as a key, well-formed or not. */
export const isMeantAsKey = (token: string) => token.startsWith(prefix);

export function isApiKey(token: string): boolean {
  const [, random = '', checkSum] = form.exec(token) ?? [];
  return checkSum === checkSumOf(random);
}

/** What is stored of a key. 160 random bits cannot be guessed from a fast hash, unlike a password. */
export const digestOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export const hintOfKey = (key: string): string => key.slice(-4);

const checkSumOf = (random: string) =>
  crc32(prefix + random)
    .toString(16)
    .padStart(8, '0');

/** A key for programs, as it is stored. */
export interface StoredKey {
  id: string;
  userId: string;
  scopes: readonly KeyScope[];
  /** Single ones and ranges; none: every address. */
  addresses: readonly string[];
  expiresAt: Date | null;
}

export interface KeyStore {
  findKey: (key: string) => Promise<StoredKey | null>;
  /** Stores when a key was used. Never rejects. */
  recordKeyUse: (id: string, at: Date) => Promise<void>;
}
