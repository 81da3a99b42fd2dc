import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls, type calls as contractCalls } from '#contract/calls.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { createPeople } from '../../testing/people.ts';
import { listingForm, selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

type Calls = typeof contractCalls;
type RepeatableCall = {
  [Name in CallName]: Calls[Name] extends { repeatable: true } ? Name : never;
}[CallName];

interface Attempt {
  path: string;
  body: Record<string, unknown>;
}

interface Example {
  who: KnownUser;
  first: Attempt;
  /** Each differs from the first in one thing that can be sent. */
  others: Attempt[];
}

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const { picture } = selling(() => shop);
const product = async () => people.make.product((await people.seller()).id);
const choices = [{ pickup: true }, { zone: 'everywhere' }];

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

function example(who: KnownUser, first: Attempt, others: Partial<Attempt>[]): Example {
  const all = others.map(({ path = first.path, body }) => ({
    path,
    body: { ...first.body, ...body },
  }));
  return { who, first, others: all };
}

const change = (...changes: Record<string, unknown>[]) => changes.map((body) => ({ body }));

const examples: Record<RepeatableCall, () => Promise<Example>> = {
  async bookItem() {
    const meeting = { phone: '555-0199', location: 'Under the clock' };
    const body = { productId: await product(), price: 120.5, ...meeting };
    const others = [{ productId: await product() }, { price: 120 }, { phone: '555-0198' }];
    const delivery = choices.map((choice) => ({ delivery: choice }));
    const first = { path: '/bookings', body };
    const changes = change(...others, { location: 'At the pier' }, ...delivery);
    return example(await people.buyer(), first, changes);
  },

  async makeOffer() {
    const meeting = { phone: '555-0199', location: 'Under the clock' };
    const body = { productId: await product(), amount: 100, ...meeting };
    const others = [{ productId: await product() }, { amount: 99 }, { phone: '555-0198' }];
    const delivery = choices.map((choice) => ({ delivery: choice }));
    const rest = [{ location: 'At the pier' }, { message: 'I play it myself' }, ...delivery];
    return example(await people.buyer(), { path: '/offers', body }, change(...others, ...rest));
  },

  async startThread() {
    const { buyer, productId, bookingId } = await people.sell(await people.seller());
    const body = { productId: await product(), text: 'Is it?' };
    const others = change(
      { text: 'Was it?' },
      { productId: await product() },
      { productId, bookingId },
    );
    return example(buyer, { path: '/threads', body }, others);
  },

  async sendMessage() {
    const buyer = await people.buyer();
    const thread = async () => people.write(buyer, { productId: await product() });
    const path = `/threads/${await thread()}/messages`;
    const others = [
      { path: `/threads/${await thread()}/messages` },
      ...change({ text: 'Here is another' }, { images: [await picture()] }),
    ];
    return example(buyer, { path, body: { text: 'Here is the dent' } }, others);
  },

  async startPayout() {
    const [seller, other] = [await people.seller(), await people.seller()];
    for (const one of [seller, other]) {
      const { bookingId } = await people.sell(one);
      await people.complete(one, bookingId);
    }
    const first = { path: '/payouts', body: { email: seller.email } };
    const others = change({ email: other.email }, { sellerId: seller.id });
    return example(await people.admin(), first, others);
  },

  async listProduct() {
    const image = await picture();
    const others = [
      ...[{ name: 'Cornet' }, { price: 99 }, { originalPrice: 301 }, { category: 'String' }],
      ...[{ condition: 'Fair' }, { number: '555-0102' }, { location: 'Bath' }, { year: 2016 }],
      ...[{ description: 'Dull' }, { takesOffers: false }, { leastOffer: 100 }],
      ...[{ image: await picture() }, { images: [image, await picture()] }],
      { delivery: { pickup: true, shipping: { everywhere: 9 } } },
    ];
    const first = { path: '/products', body: { ...listingForm, image } };
    return example(await people.seller(), first, change(...others));
  },
};

const repeatable = Object.keys(calls).filter((name) => 'repeatable' in calls[name as CallName]);

it('every call that takes an Idempotency-Key has an example', () => {
  expect(Object.keys(examples).sort()).toEqual(repeatable.sort());
});

describe.each(Object.entries(examples))('%s with an Idempotency-Key', (name, make) => {
  it('a call with an Idempotency-Key has one effect when it is sent again, and is refused with any other content', async () => {
    const { who, first, others } = await make();
    const headers = { ...(await shop.as(who)), 'idempotency-key': `again-${name}` };
    const send = async ({ path, body }: Attempt) => {
      const url = `/api${path}`;
      const reply = await shop.app.inject({ method: 'POST', url, headers, payload: body });
      return { status: reply.statusCode, body: reply.json() };
    };
    const made = await send(first);
    expect(made).toMatchObject({ status: 201, body: { acknowledged: true } });
    const reordered = Object.fromEntries(Object.entries(first.body).reverse());
    expect(await send({ ...first, body: reordered })).toEqual(made);
    for (const other of others) {
      const refused = await send(other);
      expect([other, refused.status, refused.body.acknowledged]).toEqual([other, 422, false]);
    }
    expect(await send(first)).toEqual(made);
  });
});
