import type Stripe from 'stripe';
import { stripeApiVersion } from '../providers/stripe/stripe-client.ts';
import { advice, type Finding, fault, ok, reasonOf } from './finding.ts';

/** The events that the shop acts on, by the path of the webhook endpoint. `docs/operators/payments.md` lists them too. */
export const neededEvents: Record<'cards' | 'payouts', readonly string[]> = {
  cards: [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.canceled',
    'charge.refunded',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
  payouts: ['account.updated', 'transfer.created', 'transfer.updated', 'transfer.reversed'],
};

interface StripeDeps {
  stripe: Stripe;
  publicUrl: string | undefined;
  /** The webhooks of payouts are needed too. */
  paysSellers: boolean;
}

/** Whether the key works, the account may charge cards, and Stripe sends what the shop waits for. */
export async function checkStripe(deps: StripeDeps): Promise<Finding[]> {
  const { stripe, publicUrl, paysSellers } = deps;
  try {
    await stripe.paymentIntents.list({ limit: 1 });
  } catch (error) {
    return [
      fault(
        `Stripe refuses the key: ${reasonOf(error)}`,
        'Check STRIPE_SECRET_KEY in its dashboard.',
      ),
    ];
  }
  const findings = [ok('Stripe answers, and accepts the key.'), ...(await checkAccount(stripe))];
  if (publicUrl === undefined) return findings;
  return [...findings, ...(await checkEndpoints(stripe, publicUrl, paysSellers))];
}

async function checkAccount(stripe: Stripe): Promise<Finding[]> {
  try {
    const account = await stripe.accounts.retrieveCurrent();
    if (account.charges_enabled) return [];
    return [
      fault(
        'Stripe does not let this account charge cards yet.',
        'Its dashboard says which details or documents are missing.',
      ),
    ];
  } catch {
    // A restricted key need not have this permission, and the first payment would say so anyway.
    return [];
  }
}

async function checkEndpoints(
  stripe: Stripe,
  publicUrl: string,
  paysSellers: boolean,
): Promise<Finding[]> {
  let endpoints: Stripe.WebhookEndpoint[];
  try {
    endpoints = (await stripe.webhookEndpoints.list({ limit: 100 })).data;
  } catch (error) {
    return [
      advice(
        `The webhook endpoints could not be listed: ${reasonOf(error)}`,
        'Give the key read access to them, or compare them with docs/operators/payments.md yourself.',
      ),
    ];
  }
  const kinds = paysSellers ? (['cards', 'payouts'] as const) : (['cards'] as const);
  return kinds.flatMap((kind) => {
    const address = `${publicUrl}/api/webhooks/${kind}`;
    return judge(
      address,
      neededEvents[kind],
      endpoints.filter(({ url }) => url === address),
    );
  });
}

function judge(
  address: string,
  needed: readonly string[],
  endpoints: readonly Stripe.WebhookEndpoint[],
): Finding[] {
  const active = endpoints.filter(({ status }) => status === 'enabled');
  if (active.length === 0) {
    const state = endpoints.length === 0 ? 'has no webhook endpoint for' : 'has switched off';
    return [
      fault(
        `Stripe ${state} ${address}.`,
        'Add or switch it on (docs/operators/payments.md, Webhooks).',
      ),
    ];
  }
  const sent = new Set(active.flatMap(({ enabled_events: events }) => events));
  const missing = sent.has('*') ? [] : needed.filter((event) => !sent.has(event));
  if (missing.length > 0) {
    return [
      fault(
        `Stripe does not send to ${address}: ${missing.join(', ')}.`,
        'Add these events to the endpoint.',
      ),
    ];
  }
  const versions = active.flatMap(({ api_version: version }) => (version ? [version] : []));
  if (versions.some((version) => version !== stripeApiVersion)) {
    return [
      advice(
        `The endpoint for ${address} has the API version ${versions.join(', ')}.`,
        `The shop was written for ${stripeApiVersion}: make an endpoint with it.`,
      ),
    ];
  }
  return [ok(`Stripe sends its events to ${address}.`)];
}
