import { createHmac } from 'node:crypto';

const periodMs = 30_000;

/**
 * The code that an authenticator app shows for a secret (RFC 6238: SHA-1, six digits, thirty seconds).
 * @param shift periods before or after the present one
 */
export function totpCode(totpURI: string, shift = 0, nowMs = Date.now()): string {
  const key = fromBase32(new URL(totpURI).searchParams.get('secret') ?? '');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / periodMs) + shift));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
