import Stripe from 'stripe';

export interface StripeApiSettings {
  secretKey: string;
  /** Address of another server that implements Stripe's API, for tests: `http://127.0.0.1:1234`. */
  apiUrl?: string | undefined;
  /** Timeout of one attempt of a request; by default 10 s. */
  timeoutMs?: number;
}

/**
 * The version of Stripe's API that this adapter was written for and tested with. To upgrade, change it here, in
 * `docs/operators/payments.md` and at the webhook endpoint.
 */
export const stripeApiVersion = '2026-10-28.endive';

/** After the first attempt, with the same idempotency key, after half a second and a second. */
const maxRetries = 2;

export function createStripeClient(settings: StripeApiSettings): Stripe {
  const { secretKey, apiUrl, timeoutMs = 10_000 } = settings;
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
    appInfo: { name: 'reprise' },
    ...(apiUrl === undefined ? {} : toHostOptions(apiUrl)),
  });
}

function toHostOptions(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isHttp = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isHttp ? '80' : '443'),
    protocol: isHttp ? 'http' : 'https',
  };
}

/** Maximum age of a webhook in seconds, against replay attacks. */
const toleranceSeconds = 300;

/**
 * Verifies the signature of a webhook.
 * @throws StripeSignatureVerificationError when it is wrong or too old; SyntaxError for a body that is not JSON
 */
export function verifyStripeEvent(
  { stripe, secret, at }: { stripe: Stripe; secret: string; at: Date },
  body: Buffer,
  signature: string,
): Stripe.Event {
  const { webhooks } = stripe;
  return webhooks.constructEvent(
    body,
    signature,
    secret,
    toleranceSeconds,
    undefined,
    at.getTime(),
  );
}
