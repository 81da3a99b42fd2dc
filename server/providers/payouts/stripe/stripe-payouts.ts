import type Stripe from 'stripe';
import type { Clock } from '../../../core/clock.ts';
import { fromStripeAmount, stripeCurrency, toStripeAmount } from '../../stripe/stripe-amounts.ts';
import { skipReplayedErrors } from '../../stripe/stripe-errors.ts';
import type {
  PayoutAccountState,
  PayoutOutcome,
  PayoutProvider,
  PayoutRequest,
  ProviderAccount,
} from '../port.ts';
import { isMissing, isReplayedRefusal, refusalOf, toPayoutProblem } from './errors.ts';
import { readPayoutEvent } from './events.ts';

export interface StripePayoutsDeps {
  stripe: Stripe;
  /** The secrets of the webhook endpoints for connected accounts and for transfers. */
  webhookSecrets: readonly string[];
  clock: Clock;
}

/**
 * Payouts by Stripe Connect, with separate charges and transfers: buyers pay the shop, and a payout is a transfer to the
 * seller's account at Stripe, which pays it on to the seller's bank. So a transfer that was made counts as paid.
 */
export function createStripePayouts({
  stripe,
  webhookSecrets,
  clock,
}: StripePayoutsDeps): PayoutProvider {
  return {
    name: 'stripe',
    accounts: {
      open: (seller) => openAccount(stripe, seller),
      read: (id) => readAccount(stripe, id),
      createPage: (id, returnUrl) => createPage(stripe, id, returnUrl),
      reverse: (reversal) => reverse(stripe, reversal),
      readEvent: (body, headers) =>
        readPayoutEvent({ stripe, webhookSecrets, at: clock.now() }, body, headers),
    },
    send: (request) => send(stripe, request),
    find: (request) => find(stripe, request),
  };
}

async function openAccount(
  stripe: Stripe,
  { id, email }: { id: string; email: string },
): Promise<ProviderAccount> {
  try {
    const account = await stripe.accounts.create(
      {
        type: 'express',
        email,
        capabilities: { transfers: { requested: true } },
        metadata: { userId: id },
      },
      { idempotencyKey: `account-${id}` },
    );
    return await readAccount(stripe, account.id);
  } catch (error) {
    throw toPayoutProblem(error);
  }
}

async function readAccount(stripe: Stripe, id: string): Promise<ProviderAccount> {
  try {
    return { id, state: stateOf(await stripe.accounts.retrieve(id)) };
  } catch (error) {
    throw toPayoutProblem(error);
  }
}

function stateOf(account: Stripe.Account): PayoutAccountState {
  const { details_submitted: isSubmitted, payouts_enabled: isEnabled } = account;
  if (isEnabled && account.capabilities?.transfers === 'active') return 'ready';
  if (!isSubmitted) return 'incomplete';
  return account.requirements?.currently_due?.length ? 'restricted' : 'checking';
}

async function createPage(stripe: Stripe, account: string, returnUrl: string): Promise<string> {
  try {
    const link = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: returnUrl,
      // A link that was opened before, or too late, leads back to where another one can be asked for.
      refresh_url: returnUrl,
    });
    return link.url;
  } catch (error) {
    throw toPayoutProblem(error);
  }
}

async function send(stripe: Stripe, request: PayoutRequest): Promise<PayoutOutcome> {
  const { key, amountCents, accountId: destination } = request;
  if (destination === undefined) {
    return { state: 'failed', id: undefined, reason: 'The seller has no account at Stripe' };
  }
  try {
    const transfer = await createTransfer(stripe, {
      amount: toStripeAmount(amountCents),
      currency: stripeCurrency(),
      destination,
      // Found by it when the answer was lost, also after Stripe has forgotten the key.
      transfer_group: key,
      metadata: { payoutId: key },
    });
    return outcomeOf(transfer);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw toPayoutProblem(error);
    return { state: 'failed', id: undefined, reason: refusal };
  }
}

/** More than the attempts of a payout within the time for which Stripe replays a refusal. */
const maxKeys = 50;

/**
 * Stripe replays a refusal for its key for a day or longer, although the balance may suffice by now. Nothing was
 * transferred by it, so the next key is used; after any other error something may have been.
 */
function createTransfer(
  stripe: Stripe,
  params: Stripe.TransferCreateParams & { transfer_group: string },
): Promise<Stripe.Transfer> {
  return skipReplayedErrors(
    params.transfer_group,
    (idempotencyKey) => stripe.transfers.create(params, { idempotencyKey }),
    { maxKeys, isSkipped: isReplayedRefusal },
  );
}

async function find(stripe: Stripe, { key }: PayoutRequest): Promise<PayoutOutcome | null> {
  try {
    const { data } = await stripe.transfers.list({ transfer_group: key, limit: 1 });
    const [transfer] = data;
    return transfer ? outcomeOf(transfer) : null;
  } catch (error) {
    throw toPayoutProblem(error);
  }
}

/** A transfer that the shop has taken back itself has a reversal with a key; one that was undone otherwise has failed. */
function outcomeOf({ id, reversed, reversals }: Stripe.Transfer): PayoutOutcome {
  const isOurs = reversals.data.some(({ metadata }) => metadata?.key !== undefined);
  if (!reversed || isOurs) return { state: 'paid', id };
  return { state: 'failed', id, reason: 'The transfer was reversed at Stripe' };
}

/** An earlier reversal with this key is found by its metadata, also after Stripe has forgotten the key. */
async function reverse(
  stripe: Stripe,
  { payoutId, amountCents, key }: { payoutId: string; amountCents: number; key: string },
): Promise<number> {
  try {
    const { data } = await stripe.transfers.listReversals(payoutId, { limit: 100 });
    const earlier = data.find(({ metadata }) => metadata?.key === key);
    if (earlier) return fromStripeAmount(earlier.amount);
    const reversal = await stripe.transfers.createReversal(
      payoutId,
      { amount: toStripeAmount(amountCents), metadata: { key } },
      { idempotencyKey: key },
    );
    return fromStripeAmount(reversal.amount);
  } catch (error) {
    // The account holds less, or nothing is left of the transfer.
    if (refusalOf(error, { alsoBalance: true }) !== undefined && !isMissing(error)) return 0;
    throw toPayoutProblem(error);
  }
}
