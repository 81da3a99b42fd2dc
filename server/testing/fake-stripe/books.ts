import {
  type FakeStripeIntent,
  type FakeStripeRefund,
  FakeStripeRefusal,
  invalid,
  missing,
  newStripeId,
  unixNow,
} from './objects.ts';

/** What was sent, as one table: `metadata[bookingId]` is a name like any other. */
export type Sent = Readonly<Record<string, string>>;

/** The least and the most that Stripe charges in dollars, in cents. */
const amounts = { min: 50, max: 99_999_999 };

/** The intents and refunds of an account, and what may be done to them. */
export function openBooks() {
  const intents = new Map<string, FakeStripeIntent>();
  const refunds = new Map<string, FakeStripeRefund>();

  function intentNamed(id: string): FakeStripeIntent {
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

  function createIntent(sent: Sent): FakeStripeIntent {
    const id = newStripeId('pi');
    const intent: FakeStripeIntent = {
      ...{ id, object: 'payment_intent', amount: amountOf(sent), amount_received: 0 },
      ...{ client_secret: `${newStripeId(`${id}_secret`)}`, currency: sent.currency ?? '' },
      ...{ created: unixNow(), description: sent.description ?? null },
      ...{ receipt_email: sent.receipt_email ?? null, last_payment_error: null },
      ...{ latest_charge: null, livemode: false, metadata: metadataOf(sent) },
      status: 'requires_payment_method',
    };
    intents.set(id, intent);
    return intent;
  }

  function confirmIntent(id: string, { payment_method: card = '' }: Sent): FakeStripeIntent {
    const intent = intentNamed(id);
    requireState(intent, ['requires_payment_method', 'requires_action'], 'confirm');
    if (card === 'pm_card_authenticationRequired') {
      return Object.assign(intent, { status: 'requires_action' });
    }
    if (card === 'pm_card_visa') {
      return Object.assign(intent, {
        ...{ status: 'succeeded', amount_received: intent.amount, last_payment_error: null },
        latest_charge: newStripeId('ch'),
      });
    }
    const refusal = {
      ...{ type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
      message: 'Your card was declined.',
    };
    const payment_method = { card: { brand: 'visa', last4: '0002' } };
    Object.assign(intent, { last_payment_error: { ...refusal, payment_method } });
    throw new FakeStripeRefusal(402, { ...refusal, payment_intent: intent });
  }

  function cancelIntent(id: string): FakeStripeIntent {
    const intent = intentNamed(id);
    requireState(intent, ['requires_payment_method', 'requires_action'], 'cancel');
    return Object.assign(intent, { status: 'canceled' });
  }

  function refund(sent: Sent): FakeStripeRefund {
    const { payment_intent = '' } = sent;
    const intent = intentNamed(payment_intent);
    if (intent.status !== 'succeeded') {
      throw invalid('resource_missing', 'This intent does not have a charge to refund.');
    }
    const left = intent.amount - refundedOf(payment_intent);
    if (left === 0) throw invalid('charge_already_refunded', 'It has already been refunded.');
    const amount = sent.amount === undefined ? left : Number(sent.amount);
    if (amount > left) throw invalid('', 'The amount is greater than what is left.');
    const made: FakeStripeRefund = {
      ...{ id: newStripeId('re'), object: 'refund', amount, created: unixNow() },
      ...{ currency: intent.currency, metadata: metadataOf(sent), payment_intent },
      status: 'succeeded',
    };
    refunds.set(made.id, made);
    return made;
  }

  return {
    ...{ intents, refunds, intentNamed, refundsOf },
    ...{ createIntent, confirmIntent, cancelIntent, refund },
    /** The intent with what `expand[]=latest_charge` asks for. */
    expanded(intent: FakeStripeIntent) {
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

export type Books = ReturnType<typeof openBooks>;

function amountOf({ amount = '' }: Sent): number {
  const cents = Number(amount);
  if (!Number.isInteger(cents) || cents < 1) {
    throw invalid('parameter_invalid_integer', 'This value must be greater than or equal to 1.');
  }
  if (cents < amounts.min) throw invalid('amount_too_small', 'Amount must be at least $0.50 usd');
  if (cents > amounts.max)
    throw invalid('amount_too_large', 'Amount must be no more than $999,999.99');
  return cents;
}

function metadataOf(sent: Sent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

function requireState(
  intent: FakeStripeIntent,
  states: readonly FakeStripeIntent['status'][],
  verb: string,
): void {
  if (states.includes(intent.status)) return;
  throw new FakeStripeRefusal(400, {
    ...{ type: 'invalid_request_error', code: 'payment_intent_unexpected_state' },
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}
