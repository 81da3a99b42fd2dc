import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header with the signature of a webhook: `t=<Unix seconds>,v1=<HMAC-SHA256 in hex>`, as Stripe formats it. */
export const signatureHeader = 'sandbox-signature';

/** Allowed difference between the sender's clock and ours, in either direction. */
const toleranceSeconds = 300;

/** Signs the body together with the time, so that neither can be changed and an old webhook cannot be replayed. */
export function signWebhook(body: Buffer, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${hmac(body, secret, seconds).toString('hex')}`;
}

/** Describes what is wrong with a signature, for the log; undefined when it is valid. */
export function findSignatureFault(
  body: Buffer,
  { signature, secret, at }: { signature: string | undefined; secret: string; at: Date },
): string | undefined {
  if (signature === undefined) return 'the signature is missing';
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || mac === undefined) return 'the signature is malformed';
  const seconds = Number(time);
  // Constant time, so that the duration does not reveal how much of a forged signature is right.
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), hmac(body, secret, seconds))) {
    return 'the signature does not match';
  }
  const isCurrent = Math.abs(at.getTime() / 1_000 - seconds) <= toleranceSeconds;
  return isCurrent ? undefined : 'the signature is too old';
}

function hmac(body: Buffer, secret: string, seconds: number): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}
