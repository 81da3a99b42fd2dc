import { randomBytes } from 'node:crypto';

/**
 * A new UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix time in milliseconds, then a counter of 12 bits that orders the
 * ids of one millisecond within this process, then random bits. Lists are ordered by id, newest first.
 */
export function newId(at: Date): string {
  const ms = at.getTime();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | nextCount(ms), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

let lastMs = -1;
let count = 0;

/** Starts each millisecond at a random point in the lower half, so that ids of several servers interleave. */
function nextCount(ms: number): number {
  if (ms === lastMs && count < 0xfff) count += 1;
  else count = randomBytes(2).readUInt16BE(0) & 0x7ff;
  lastMs = ms;
  return count;
}
