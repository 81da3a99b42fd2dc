import { checkAmount, checkCharge } from './amounts.ts';
import type { FakeBalance } from './balance.ts';
import {
  type FakeStripeDispute,
  FakeStripeError,
  type FakeStripeIntent,
  type FakeStripeRefund,
  invalid,
  missing,
  newStripeId,
  unixNow,
} from './objects.ts';

/** The parameters of a request, flat: `metadata[bookingId]` is one name. */
export type Params = Readonly<Record<string, string>>;

/** What Stripe keeps for a chargeback, in cents. */
const disputeFee = 1_500;

/** What Stripe keeps of a charge: 2.9 % and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;

/** The intents and refunds of a Stripe account in memory, with the operations of the API. */
export function createFakeAccount(balance: FakeBalance) {
  const intents = new Map<string, FakeStripeIntent>();
  const refunds = new Map<string, FakeStripeRefund>();

  function getIntent(id: string): FakeStripeIntent {
    const intent = intents.get(id);
    if (!intent) throw missing('payment_intent', id);
    return intent;
  }

  const refundsOf = (id: string) =>
    [...refunds.values()].filter(({ payment_intent }) => payment_intent === id);
  const refundedOf = (id: string) =>
    refundsOf(id)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  function createIntent(params: Params): FakeStripeIntent {
    const id = newStripeId('pi');
    const intent: FakeStripeIntent = {
      id,
      object: 'payment_intent',
      amount: checkCharge(Number(params.amount), params.currency ?? ''),
      amount_received: 0,
      client_secret: newStripeId(`${id}_secret`),
      currency: params.currency ?? '',
      created: unixNow(),
      description: params.description ?? null,
      receipt_email: params.receipt_email ?? null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: readMetadata(params),
      status: 'requires_payment_method',
    };
    intents.set(id, intent);
    return intent;
  }

  function confirmIntent(id: string, { payment_method: card = '' }: Params): FakeStripeIntent {
    const intent = getIntent(id);
    requireStatus(intent, ['requires_payment_method', 'requires_action'], 'confirm');
    if (card === 'pm_card_authenticationRequired') {
      return Object.assign(intent, { status: 'requires_action' });
    }
    if (card === 'pm_card_visa' || card === 'pm_card_bypassPending') {
      const charge = { id: newStripeId('ch'), object: 'charge', payment_intent: id };
      const { amount, currency } = intent;
      balance.add({ type: 'charge', amount, currency, fee: feeOf(amount), source: charge });
      return Object.assign(intent, {
        status: 'succeeded',
        amount_received: amount,
        last_payment_error: null,
        latest_charge: charge.id,
      });
    }
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    };
    const payment_method = { card: { brand: 'visa', last4: '0002' } };
    Object.assign(intent, { last_payment_error: { ...error, payment_method } });
    throw new FakeStripeError(402, { ...error, payment_intent: intent });
  }

  function cancelIntent(id: string): FakeStripeIntent {
    const intent = getIntent(id);
    requireStatus(intent, ['requires_payment_method', 'requires_action'], 'cancel');
    return Object.assign(intent, { status: 'canceled' });
  }

  function refund(params: Params): FakeStripeRefund {
    const { payment_intent = '' } = params;
    const intent = getIntent(payment_intent);
    if (intent.status !== 'succeeded') {
      throw invalid('resource_missing', 'This intent does not have a charge to refund.');
    }
    const left = intent.amount - refundedOf(payment_intent);
    if (left === 0) throw invalid('charge_already_refunded', 'It has already been refunded.');
    const amount =
      params.amount === undefined ? left : checkAmount(Number(params.amount), intent.currency);
    if (amount > left) throw invalid('', 'The amount is greater than what is left.');
    const created: FakeStripeRefund = {
      id: newStripeId('re'),
      object: 'refund',
      amount,
      created: unixNow(),
      currency: intent.currency,
      metadata: readMetadata(params),
      payment_intent,
      status: 'succeeded',
    };
    refunds.set(created.id, created);
    balance.add({ type: 'refund', amount: -amount, currency: intent.currency, source: created });
    return created;
  }

  const disputes = new Map<string, FakeStripeDispute>();

  /** The buyer's bank asks for the money of a charge back. */
  function dispute(payment_intent: string, status: string): FakeStripeDispute {
    const { amount, currency } = getIntent(payment_intent);
    const id = newStripeId('dp');
    const created = { id, object: 'dispute', amount, currency, payment_intent, status } as const;
    // An inquiry takes no money yet.
    const balance_transactions = status.startsWith('warning_')
      ? []
      : [addDisputeMovement(created, { amount: -amount, fee: disputeFee })];
    disputes.set(id, { ...created, balance_transactions });
    return { ...created, balance_transactions };
  }

  /** Ends a chargeback: Stripe gives the money of one that is won back, and keeps its fee. */
  function closeDispute(id: string, status: 'won' | 'lost'): FakeStripeDispute {
    const found = getDispute(id);
    found.status = status;
    if (status === 'won') {
      const { amount } = found;
      found.balance_transactions.push(addDisputeMovement(found, { amount, fee: 0 }));
    }
    return found;
  }

  function addDisputeMovement(
    { id, payment_intent, currency }: Pick<FakeStripeDispute, 'id' | 'payment_intent' | 'currency'>,
    { amount, fee }: { amount: number; fee: number },
  ) {
    const reporting_category = amount < 0 ? 'dispute' : 'dispute_reversal';
    const source = { id, object: 'dispute', payment_intent };
    return balance.add({ type: 'adjustment', amount, currency, fee, reporting_category, source });
  }

  function getDispute(id: string): FakeStripeDispute {
    const found = disputes.get(id);
    if (!found) throw missing('dispute', id);
    return found;
  }

  return {
    intents,
    refunds,
    dispute,
    closeDispute,
    getDispute,
    getIntent,
    refundsOf,
    createIntent,
    confirmIntent,
    cancelIntent,
    refund,
    /** The intent with its charge, as with `expand[]=latest_charge`. */
    withCharge(intent: FakeStripeIntent) {
      const { latest_charge: id, amount } = intent;
      if (id === null) return intent;
      const amount_refunded = refundedOf(intent.id);
      const payment_method_details = { card: { brand: 'visa', last4: '4242' } };
      return {
        ...intent,
        latest_charge: { id, object: 'charge', amount, amount_refunded, payment_method_details },
      };
    },
  };
}

export type FakeAccount = ReturnType<typeof createFakeAccount>;

function readMetadata(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

function requireStatus(
  intent: FakeStripeIntent,
  statuses: readonly FakeStripeIntent['status'][],
  verb: string,
): void {
  if (statuses.includes(intent.status)) return;
  throw new FakeStripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}
