/**
 * A new idempotency key. Without `randomUUID`, which needs a secure context and is missing in a shop on a local network
 * without HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
