import { type CallDeps, type PlannedSale, saleCalls } from './sale-calls.ts';

export type HttpSteps = ReturnType<typeof httpSteps>;

/** What the people of one sale do, by the shop's calls. */
export function httpSteps(sale: PlannedSale, deps: CallDeps) {
  const { plan, priceCents, productId, buyer, seller, admin, stranger, number } = sale;
  const { stripe, webhooks, time } = deps;
  const { bookingId, ofBooking, call, lie, until, codeFor } = saleCalls(sale, deps);
  const price = priceCents / 100;
  let transactionId = '';

  const steps = {
    plan,
    priceCents,
    pass: (days: number) => time.pass(bookingId(), days),
    until,

    async book(): Promise<void> {
      const body = { productId, price, phone: '555', location: 'the pier' };
      const headers = { 'idempotency-key': `sale-${number}` };
      await call({ by: buyer, path: '/bookings', body, headers, status: 201, step: 'booked' });
      const path = '/create-payment-intent';
      const intent = await call({ by: buyer, path, body: { price, bookingId: bookingId() } });
      transactionId = intent.body.transactionId ?? '';
    },

    /** Charges the card, which browser and webhook may report or not. */
    async pay(): Promise<void> {
      stripe.account.confirmIntent(transactionId, { payment_method: 'pm_card_visa' });
      const { reports } = plan;
      if (reports === 'webhook' || reports === 'both') {
        webhooks.charged(transactionId, { mayBeLate: reports === 'both' });
      }
      if (reports === 'browser' || reports === 'both') await steps.report();
      if (reports === 'nobody') await time.pass(bookingId(), 0.01);
      await until('paid', ({ paid }) => paid === true);
      if (plan.lie === 'second payment') {
        const body = { price, bookingId: bookingId() };
        await lie(buyer, '/create-payment-intent', body, [409]);
      }
    },

    async report(): Promise<void> {
      const body = { price, bookingId: bookingId(), transactionId };
      await call({ by: buyer, path: '/payments', body, status: 201, step: 'paid' });
    },

    /** @returns false when the shop has cancelled the intent before the card was charged */
    async releaseAndPay(): Promise<boolean> {
      const path = ofBooking('');
      await call({ by: buyer, method: 'DELETE', path, repeated: 404, step: 'released' });
      if (stripe.account.getIntent(transactionId).status === 'canceled') return false;
      stripe.account.confirmIntent(transactionId, { payment_method: 'pm_card_visa' });
      webhooks.charged(transactionId, { mayBeLate: true });
      return true;
    },

    async handOver(): Promise<void> {
      const code = await codeFor('handover');
      const path = ofBooking('/handover');
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      if (plan.lie === 'wrong code') await lie(seller, path, { code: wrong }, [422, 429]);
      if (plan.lie === "a stranger's handover") await lie(stranger, path, { code }, [404]);
      await call({ by: seller, path, body: { code }, step: 'handed over' });
    },

    async send(): Promise<void> {
      const body = { carrier: 'Post', tracking: `P ${number}` };
      await call({ by: seller, path: ofBooking('/sent'), body, step: 'sent' });
    },

    async confirm(): Promise<void> {
      await call({ by: buyer, path: ofBooking('/received'), body: {}, step: 'received' });
    },

    async cancel(side: 'buyer' | 'seller' | 'admin'): Promise<void> {
      const path = ofBooking('/cancel');
      const body = { reason: 'It has a crack' };
      if (side === 'buyer') {
        await lie(buyer, path, body, [409]);
        await time.pass(bookingId(), 15);
      }
      await call({ by: { buyer, seller, admin }[side], path, body, step: 'cancelled' });
    },

    async askReturn(): Promise<void> {
      const body = { reason: 'It hums' };
      const path = ofBooking('/return');
      const made = { by: buyer, path, body, status: 201, repeated: 409 } as const;
      await call({ ...made, step: 'return requested' });
    },

    async answer(state: 'accepted' | 'contested' | 'given-back'): Promise<void> {
      const detail = {
        accepted: { place: 'The pier' },
        contested: { reason: 'It does not hum' },
        'given-back': {},
      };
      const body = { state, ...detail[state] };
      const path = ofBooking('/return');
      await call({ by: seller, method: 'PUT', path, body, step: `return ${state}` });
    },

    async giveBackByCode(): Promise<void> {
      const body = { state: 'given-back', code: await codeFor('giving back') };
      const path = ofBooking('/return');
      await call({ by: buyer, method: 'PUT', path, body, step: 'return given-back' });
    },

    async openDispute(): Promise<void> {
      const body = { reason: 'It never came' };
      const path = ofBooking('/dispute');
      const made = { by: buyer, path, body, status: 201, repeated: 409 } as const;
      await call({ ...made, step: 'dispute opened' });
    },

    async state(side: 'buyer' | 'seller'): Promise<void> {
      const path = ofBooking('/dispute/statements');
      const body = { text: `So says the ${side}` };
      await call({ by: { buyer, seller }[side], path, body, status: 201, step: 'stated' });
    },

    async decide(refundCents: number, goesBack: boolean): Promise<void> {
      const body = { refund: refundCents / 100, goesBack, reason: 'As the pictures show' };
      const path = ofBooking('/dispute');
      await call({ by: admin, method: 'PUT', path, body, step: 'dispute decided' });
    },

    /** The buyer's bank takes the money back, and decides for one side. */
    async chargeBack(verdict: 'won' | 'lost'): Promise<void> {
      const { id } = stripe.account.dispute(transactionId, 'needs_response');
      const decide = () => stripe.account.closeDispute(id, verdict);
      if (plan.isVerdictFirst) decide();
      webhooks.disputed(id, 'created');
      if (!plan.isVerdictFirst) {
        await until('disputed', ({ dispute }) => dispute?.state === 'open');
        decide();
        webhooks.disputed(id, 'closed');
      }
      await until('decided', ({ dispute }) => dispute?.state === 'decided');
    },
  };
  return steps;
}
