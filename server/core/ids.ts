import { randomBytes, randomUUID } from 'node:crypto';

/**
 * A new UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix time in milliseconds, then a counter of 12 bits that orders the
 * ids of one millisecond within this process, then random bits. Lists are ordered by id, newest first.
 */
export function newId(at: Date): string {
  const ms = at.getTime();
  const time = ms.toString(16).padStart(12, '0');
  const counter = nextCount(ms).toString(16).padStart(3, '0');
  // The rest of a UUIDv4 is random but for the variant, which is the same in both; Node makes those ahead.
  const random = randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${random}`;
}

/** When an id was made, in milliseconds of Unix time; of a product, when it was listed. */
export function idMs(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

/** No id that is made from this time on is lower. */
export function lowestIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
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
