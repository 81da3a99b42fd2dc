import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { Person } from '../signed-in-people.ts';
import type { AcknowledgedStep } from './lost-steps.ts';
import type { PassingTime } from './passing-time.ts';
import type { SalePlan } from './sale-plans.ts';
import { noDetails, type Side, type StepDetails, type StepRequest } from './sale-step.ts';
import { type RequestStepName, saleSteps } from './sale-steps.ts';
import type { createStormClient, RepeatedReply } from './storm-client.ts';
import type { StripeWebhooks } from './stripe-webhooks.ts';

export interface PlannedSale extends Record<Side, Person> {
  number: number;
  plan: SalePlan;
  productId: string;
  priceCents: number;
  shippingCents: number;
}

/** The fields of replies that the steps read. */
export type ReplyFields = Partial<Booking> & { insertedId?: string; transactionId?: string };

export interface HttpDeps {
  client: ReturnType<typeof createStormClient<ReplyFields>>;
  stripe: FakeStripe;
  webhooks: StripeWebhooks;
  time: PassingTime;
  record(step: AcknowledgedStep): void;
}

export type HttpSale = ReturnType<typeof openHttpSale>;

const pollMs = 400;
/** Longer than jobs take on a busy machine. */
const waitMs = 180_000;

/**
 * Takes the steps of one sale by requests. Each is repeated until it is answered, and what the shop acknowledges is
 * recorded.
 */
export function openHttpSale(sale: PlannedSale, deps: HttpDeps) {
  const { number, plan, priceCents, shippingCents, productId } = sale;
  const { client, stripe, webhooks, time, record } = deps;
  const idempotencyKey = `sale-${number}`;
  const terms = { productId, priceCents, shippingCents };
  const details: StepDetails = { ...noDetails, ...terms, idempotencyKey };

  function send(by: Side, step: RequestStepName, expected: number[]) {
    const { method = 'POST', path, body, headers } = requestOf(step);
    return client.sendUntil(expected, {
      method,
      path: `/api${path}`,
      body: body === undefined ? '' : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${sale[by].token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  }

  const requestOf = (step: RequestStepName): StepRequest => saleSteps[step].request(details);

  async function take(by: Side, step: RequestStepName): Promise<RepeatedReply<ReplyFields>> {
    const { status = 200, repeated } = requestOf(step);
    const reply = await send(by, step, repeated === undefined ? [status] : [status, repeated]);
    if (reply.status !== status && !reply.isRepeated) {
      throw new Error(`${step} was refused: ${JSON.stringify(reply.body)}`);
    }
    const { insertedId = details.bookingId } = reply.body;
    if (step === 'book') details.bookingId = insertedId;
    if (reply.status === status) {
      record({ sale: number, bookingId: details.bookingId, step, id: insertedId });
    }
    return reply;
  }

  /** @throws Error unless the step is refused with one of these statuses */
  const tryRefused = (by: Side, step: RequestStepName, refusals: number[]) =>
    send(by, step, refusals);

  async function read(by: Side): Promise<ReplyFields> {
    const headers = { authorization: `Bearer ${sale[by].token}` };
    const path = `/api/bookings/${details.bookingId}`;
    return (await client.sendUntil([200], { method: 'GET', path, headers })).body;
  }

  async function until(what: string, isSo: (booking: ReplyFields) => boolean): Promise<void> {
    let last: ReplyFields = {};
    for (const end = Date.now() + waitMs; Date.now() < end; await pause(pollMs)) {
      last = await read('seller');
      if (isSo(last)) return;
    }
    throw new Error(`Not ${what}: ${JSON.stringify(last)}`);
  }

  async function readCode(side: 'buyer' | 'seller'): Promise<void> {
    const { fulfilment, return: returned } = await read(side);
    const code = side === 'buyer' ? fulfilment?.code : returned?.code;
    if (code === undefined) throw new Error(`There is no code for the ${side}`);
    details.code = code;
  }

  const pass = (days: number) => time.pass(details.bookingId, days);

  return {
    plan,
    priceCents,
    shippingCents,
    take,
    tryRefused,
    until,
    /** Lets days pass: whole weeks once it was received, because working days are counted from there. */
    pass,

    async book(): Promise<void> {
      await take('buyer', 'book');
      const { body } = await take('buyer', 'create-intent');
      details.transactionId = body.transactionId ?? '';
    },

    /** Charges the card, which browser and webhook may report or not. */
    async pay(): Promise<void> {
      const { transactionId } = details;
      stripe.account.confirmIntent(transactionId, { payment_method: 'pm_card_visa' });
      const { reports } = plan;
      if (reports === 'webhook' || reports === 'both') {
        webhooks.charged(transactionId, { mayBeLate: reports === 'both' });
      }
      if (reports === 'browser' || reports === 'both') await take('buyer', 'record-payment');
      if (reports === 'nobody') await pass(0.01);
      await until('paid', ({ paid }) => paid === true);
      if (plan.lie === 'second payment') await tryRefused('buyer', 'create-intent', [409]);
    },

    /** @returns false when the shop has cancelled the intent before the card was charged */
    async releaseAndPay(): Promise<boolean> {
      const { transactionId } = details;
      await take('buyer', 'release');
      if (stripe.account.getIntent(transactionId).status === 'canceled') return false;
      stripe.account.confirmIntent(transactionId, { payment_method: 'pm_card_visa' });
      webhooks.charged(transactionId, { mayBeLate: true });
      return true;
    },

    async handOver(): Promise<void> {
      await readCode('buyer');
      if (plan.lie === 'wrong code') await tryRefused('seller', 'wrong-code', [422, 429]);
      if (plan.lie === "a stranger's handover") await tryRefused('stranger', 'hand-over', [404]);
      await take('seller', 'hand-over');
    },

    async cancel(by: 'buyer' | 'seller' | 'admin'): Promise<void> {
      if (by === 'buyer') {
        await tryRefused('buyer', 'cancel', [409]);
        await pass(15);
      }
      await take(by, 'cancel');
    },

    async giveBackByCode(): Promise<void> {
      await readCode('seller');
      await take('buyer', 'give-back-by-code');
    },

    async decide(refundCents: number, goesBack: boolean): Promise<void> {
      Object.assign(details, { refundCents, goesBack });
      await take('admin', 'decide-dispute');
    },

    /** The buyer's bank takes the money back, and decides for one side. */
    async chargeBack(verdict: 'won' | 'lost'): Promise<void> {
      const { id } = stripe.account.dispute(details.transactionId, 'needs_response');
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
}
