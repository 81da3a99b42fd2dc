import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '#contract/bookings.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { createStormClient, RepeatedReply } from '../storm-client.ts';
import type { AcknowledgedStep, StepName } from './acknowledged-steps.ts';
import type { PassingTime } from './passing-time.ts';
import type { SalePlan } from './sale-plans.ts';
import type { StripeWebhooks } from './stripe-webhooks.ts';

export interface Person {
  id: string;
  email: string;
  token: string;
}

export interface PlannedSale {
  number: number;
  plan: SalePlan;
  productId: string;
  priceCents: number;
  buyer: Person;
  seller: Person;
  /** Has nothing to do with this sale. */
  stranger: Person;
  admin: Person;
}

/** The fields of replies that the steps read. */
export type ReplyFields = Partial<Booking> & { insertedId?: string; transactionId?: string };

export interface CallDeps {
  client: ReturnType<typeof createStormClient<ReplyFields>>;
  stripe: FakeStripe;
  webhooks: StripeWebhooks;
  time: PassingTime;
  record(step: AcknowledgedStep): void;
}

interface Call {
  by: Person;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The status of success, 200 by default. */
  status?: number;
  /** What a repeated request may be refused with, because it was done before. */
  repeated?: number;
  headers?: Record<string, string>;
  /** What the shop has acknowledged with a success. */
  step?: StepName;
}

const pollMs = 400;
/** Longer than jobs take on a busy machine. */
const waitMs = 180_000;

/** The calls of one sale: each is repeated until it is answered, and what is acknowledged is recorded. */
export function saleCalls({ number, buyer, seller }: PlannedSale, { client, record }: CallDeps) {
  /** The booking's id, once there is one. */
  let bookingId = '';

  async function call(made: Call): Promise<RepeatedReply<ReplyFields>> {
    const { by, method = 'POST', path, body, status = 200, repeated, headers, step } = made;
    const reply = await client.sendUntil(repeated === undefined ? [status] : [status, repeated], {
      method,
      path: `/api${path}`,
      body: body === undefined ? '' : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    if (reply.status !== status && !reply.isRepeated) {
      throw new Error(`${method} ${path} was refused: ${JSON.stringify(reply.body)}`);
    }
    const { insertedId = bookingId } = reply.body;
    if (step === 'booked') bookingId = insertedId;
    if (step && reply.status === status) {
      record({ sale: number, bookingId, step, id: insertedId });
    }
    return reply;
  }

  /** @throws Error unless the call is refused with one of these statuses */
  async function lie(by: Person, path: string, body: object, refusals: number[]): Promise<void> {
    await client.sendUntil(refusals, {
      method: 'POST',
      path: `/api${path}`,
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    });
  }

  const ofBooking = (rest: string) => `/bookings/${bookingId}${rest}`;

  async function read(by: Person): Promise<ReplyFields> {
    return (await call({ by, method: 'GET', path: ofBooking('') })).body;
  }

  async function until(what: string, isSo: (booking: ReplyFields) => boolean): Promise<void> {
    let last: ReplyFields = {};
    for (const end = Date.now() + waitMs; Date.now() < end; await pause(pollMs)) {
      last = await read(seller);
      if (isSo(last)) return;
    }
    throw new Error(`Not ${what}: ${JSON.stringify(last)}`);
  }

  async function codeFor(side: 'handover' | 'giving back'): Promise<string> {
    const { fulfilment, return: returned } = await read(side === 'handover' ? buyer : seller);
    const code = side === 'handover' ? fulfilment?.code : returned?.code;
    if (code === undefined) throw new Error(`There is no code for ${side}`);
    return code;
  }

  return { bookingId: () => bookingId, ofBooking, call, lie, until, codeFor };
}
