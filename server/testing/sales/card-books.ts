import { randomUUID } from 'node:crypto';
import { Problem } from '../../core/problem.ts';
import type {
  CardDispute,
  CardEvent,
  CardIntent,
  CardProvider,
  IntentRequest,
  RefundRequest,
} from '../../providers/cards/port.ts';
import { createProviderFaults } from './provider-faults.ts';

interface Refund {
  id: string;
  /** Undefined for one that was made on the provider's own page. */
  key: string | undefined;
  amountCents: number;
  state: 'made' | 'pending' | 'failed';
}

/** An intent with everything that happened to it, by the books of the provider. */
export interface Charge {
  intentId: string;
  bookingId: string;
  amountCents: number;
  state: 'open' | 'succeeded' | 'cancelled';
  refunds: Refund[];
  chargebacks: CardDispute[];
  /** The bank has sent a refund back that counted as made: an admin pays the buyer in another way. */
  hasSentBack: boolean;
}

const feeCents = 1_500;

export type CardBooks = ReturnType<typeof openCardBooks>;

/**
 * A card provider in memory that keeps books: intents, charges, refunds that are pending or fail, several chargebacks
 * of a charge for all or a part of it, whose funds are withdrawn immediately and given back when they are won. Its
 * events wait until they are delivered, in any order and more than once.
 */
export function openCardBooks() {
  const charges = new Map<string, Charge>();
  const ofBooking = new Map<string, Charge[]>();
  const undelivered: CardEvent[] = [];
  const faults = createProviderFaults<
    'createIntent' | 'findIntent' | 'cancelIntent' | 'findDispute' | 'refund'
  >();
  let nextRefund: 'pending' | 'rejected' | undefined;
  const intentsOf = (bookingId: string): readonly Charge[] => ofBooking.get(bookingId) ?? [];

  function tell(
    type: string,
    { intentId }: Charge,
    about: { disputeId?: string; amount?: number },
  ) {
    const payload = { data: { object: { amount: about.amount, amount_refunded: about.amount } } };
    undelivered.push({ id: randomUUID(), type, intentId, disputeId: about.disputeId, payload });
  }

  function refund({ intentId, amountCents, idempotencyKey: key }: RefundRequest): { id: string } {
    const charge = charges.get(intentId);
    if (charge?.state !== 'succeeded') throw conflict('There is no such charge');
    const earlier = charge.refunds.find((one) => one.key === key);
    if (earlier && earlier.amountCents !== amountCents) throw conflict('Another amount');
    if (earlier?.state === 'failed') throw conflict('The bank did not take the money back');
    if (earlier) return { id: earlier.id };
    const isDisputed = charge.chargebacks.some(({ state }) => state === 'open');
    if (isDisputed || amountCents > leftOf(charge)) {
      const inDashboard = charge.refunds.find(
        (one) => !one.key && one.amountCents === amountCents && one.state !== 'failed',
      );
      if (inDashboard) return { id: inDashboard.id };
      throw conflict('This charge cannot be refunded');
    }
    const result = nextRefund;
    nextRefund = undefined;
    const made: Refund = { id: randomUUID(), key, amountCents, state: 'made' };
    charge.refunds.push(made);
    if (result === 'rejected') {
      made.state = 'failed';
      throw conflict('The bank did not take the money back');
    }
    if (result === 'pending') made.state = 'pending';
    tell('charge.refunded', charge, { amount: amountCents });
    return { id: made.id };
  }

  function addIntent(intentId: string, bookingId: string, amountCents: number): Charge {
    const books = { refunds: [], chargebacks: [], hasSentBack: false };
    const charge: Charge = { intentId, bookingId, amountCents, state: 'open', ...books };
    charges.set(intentId, charge);
    ofBooking.set(bookingId, [...intentsOf(bookingId), charge]);
    return charge;
  }

  function createIntent({ idempotencyKey, bookingId, amountCents }: IntentRequest): CardIntent {
    const intentId = `pi_${idempotencyKey}`;
    return intentOf(charges.get(intentId) ?? addIntent(intentId, bookingId, amountCents));
  }

  function findIntent(id: string): CardIntent | null {
    const charge = charges.get(id);
    return charge ? intentOf(charge) : null;
  }

  function cancelIntent(id: string): CardIntent {
    const charge = charges.get(id);
    if (!charge) throw conflict('There is no such intent');
    if (charge.state === 'open') charge.state = 'cancelled';
    return intentOf(charge);
  }

  function findDispute(id: string): CardDispute | null {
    const all = [...charges.values()].flatMap(({ chargebacks }) => chargebacks);
    const found = all.find((one) => one.id === id);
    return found ? { ...found } : null;
  }

  const cards: CardProvider = {
    name: 'sandbox',
    publishableKey: undefined,
    createIntent: (request) => faults.call('createIntent', () => createIntent(request)),
    findIntent: (id) => faults.call('findIntent', () => findIntent(id)),
    cancelIntent: (id) => faults.call('cancelIntent', () => cancelIntent(id)),
    findDispute: (id) => faults.call('findDispute', () => findDispute(id)),
    refund: (request) => faults.call('refund', () => refund(request)),
    readEvent: (body) => JSON.parse(body.toString('utf8')) as CardEvent, // The events are made here.
  };

  return {
    cards,
    faults,
    undelivered,
    /** The next refund stays pending, or the bank rejects it. */
    letNextRefund(result: 'pending' | 'rejected'): void {
      nextRefund = result;
    },

    /** Charges a card without the shop's asking for an intent. The same id is the same charge. */
    addCharge(intentId: string, bookingId: string, amountCents: number): void {
      if (!charges.has(intentId)) addIntent(intentId, bookingId, amountCents).state = 'succeeded';
    },

    /** Charges the newest intent of a booking, unless it is cancelled. */
    charge(bookingId: string): void {
      const newest = intentsOf(bookingId).at(-1);
      if (newest?.state !== 'open') return;
      newest.state = 'succeeded';
      tell('payment_intent.succeeded', newest, {});
    },

    intentsOf,
    chargesOf: (bookingId: string) =>
      intentsOf(bookingId).filter(({ state }) => state === 'succeeded'),

    /** The bank asks for the money, at most two times for a charge. */
    openChargeback(charge: Charge, amountCents: number): void {
      if (charge.chargebacks.length === 2) return;
      const disputed = charge.chargebacks.filter(({ state }) => state !== 'won');
      const freeCents = charge.amountCents - sumOf(disputed);
      if (freeCents <= 0) return;
      const id = `dp_${charge.bookingId}_${charge.chargebacks.length}`;
      const amount = Math.min(amountCents, freeCents);
      const { intentId } = charge;
      charge.chargebacks.push({ id, intentId, amountCents: amount, feeCents, state: 'open' });
      for (const type of ['created', 'funds_withdrawn']) {
        tell(`charge.dispute.${type}`, charge, { disputeId: id, amount });
      }
    },

    closeChargeback(charge: Charge, state: 'won' | 'lost', isFeeGivenBack: boolean): void {
      const open = charge.chargebacks.find((one) => one.state === 'open');
      if (!open) return;
      open.state = state;
      if (state === 'won' && isFeeGivenBack) open.feeCents = 0;
      const types = state === 'won' ? ['closed', 'funds_reinstated'] : ['closed'];
      for (const type of types) {
        tell(`charge.dispute.${type}`, charge, { disputeId: open.id, amount: open.amountCents });
      }
    },

    /** Refunds on the provider's own page, at most what is left. */
    refundInDashboard(charge: Charge, cents: number): void {
      const amountCents = Math.min(cents, leftOf(charge));
      if (amountCents <= 0 || charge.chargebacks.some(({ state }) => state === 'open')) return;
      charge.refunds.push({ id: randomUUID(), key: undefined, amountCents, state: 'made' });
      tell('charge.refunded', charge, { amount: refundedOf(charge) });
    },

    /** A pending refund is made; or the bank sends one back, and the provider has the money again. */
    endRefund(charge: Charge, state: 'made' | 'failed'): void {
      const ended = charge.refunds.find(
        (one) => one.state === 'pending' || (state === 'failed' && one.state === 'made' && one.key),
      );
      if (!ended) return;
      ended.state = state;
      if (state === 'made') return;
      charge.hasSentBack = true;
      tell('refund.failed', charge, { amount: ended.amountCents });
    },

    recover(): void {
      faults.end();
      nextRefund = undefined;
    },
  };
}

function intentOf(charge: Charge): CardIntent {
  const { intentId: id, amountCents, state, bookingId } = charge;
  const refundedCents = refundedOf(charge);
  return { id, clientSecret: `${id}_secret`, amountCents, state, bookingId, refundedCents };
}

/** What the provider holds of a charge. */
export function heldOf(charge: Charge): number {
  const fees = charge.chargebacks.reduce((sum, one) => sum + one.feeCents, 0);
  const withdrawn = charge.chargebacks.filter(({ state }) => state !== 'won');
  return charge.amountCents - refundedOf(charge) - sumOf(withdrawn) - fees;
}

export function refundedOf({ refunds }: Charge): number {
  return sumOf(refunds.filter(({ state }) => state !== 'failed'));
}

export function lostOf({ chargebacks }: Charge): number {
  return sumOf(chargebacks.filter(({ state }) => state === 'lost'));
}

/** What can be refunded of a charge: neither refunded nor taken by a chargeback. */
function leftOf(charge: Charge): number {
  return charge.amountCents - refundedOf(charge) - lostOf(charge);
}

const sumOf = (movements: readonly { amountCents: number }[]) =>
  movements.reduce((sum, { amountCents }) => sum + amountCents, 0);

const conflict = (detail: string) => new Problem('conflict', detail);
