import Stripe from 'stripe';

export interface StripeApiSettings {
  secretKey: string;
  /** Another address in the place of Stripe's, for tests: `http://127.0.0.1:1234`. */
  apiUrl?: string | undefined;
  /** Time for one attempt of one request; by default 10 s. */
  timeoutMs?: number;
}

/**
 * The version of Stripe's API that this adapter was written for and tested with. A new one is a change here, in
 * `docs/operators.md` and of the webhook endpoint, never something that happens by itself.
 */
export const stripeApiVersion = '2026-10-28.endive';

/** Attempts after the first, each with the same idempotency key, after half a second and a second. */
const retries = 2;

export function openStripe({ secretKey, apiUrl, timeoutMs = 10_000 }: StripeApiSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Reprise' },
    ...(apiUrl === undefined ? {} : placeOf(apiUrl)),
  });
}

function placeOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
  };
}
