import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that carries the signature of a webhook: `t=<Unix seconds>,v1=<HMAC-SHA256 in hex>`, as at Stripe. */
export const signatureHeader = 'sandbox-signature';

/** How far the sender's clock may be from ours, in either direction. */
const toleranceSeconds = 300;

/** Signs the bytes of a webhook together with the time, so that neither can be changed and no old one sent again. */
export function signatureOf(body: Buffer, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${macOf(body, secret, seconds).toString('hex')}`;
}

/** What is wrong with a signature, in a few words for the log; undefined when it holds. */
export function signatureFault(
  body: Buffer,
  { signature, secret, at }: { signature: string | undefined; secret: string; at: Date },
): string | undefined {
  if (signature === undefined) return 'it has no signature';
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || mac === undefined) return 'its signature is not of the right form';
  const seconds = Number(time);
  // Compared in constant time: how much of a guess is right must not show.
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(body, secret, seconds))) {
    return 'its signature is not ours';
  }
  const isCurrent = Math.abs(at.getTime() / 1_000 - seconds) <= toleranceSeconds;
  return isCurrent ? undefined : 'its signature is too old';
}

function macOf(body: Buffer, secret: string, seconds: number): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}
