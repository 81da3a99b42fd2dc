import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SingleProduct } from '#contract/products/products.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { expireHolds } from '../payments/expire-holds.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let sent: Mail[];
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.database.sql`delete from queued_mails`;
  sent = [];
});

/** A product that a buyer holds, and a user who asked for an alert. */
async function awaited() {
  const [seller, holder, watcher] = [
    await people.seller(),
    await people.make.user({ name: 'Hal Older' }),
    await people.buyer(),
  ];
  const productId = await people.make.product(seller.id);
  const bookingId = await people.book(holder, productId);
  expect(await ask(watcher, productId)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  return { seller, holder, watcher, productId, bookingId };
}

const ask = (who: KnownUser, productId: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  call<{ modifiedCount: number; detail?: string }>(who, `/products/${productId}/alert`, { method });
const read = async (who: KnownUser, productId: string) =>
  (await call<SingleProduct>(who, `/products/${productId}`)).body;

const release = ({ holder, bookingId }: { holder: KnownUser; bookingId: string }) =>
  call(holder, `/bookings/${bookingId}`, { method: 'DELETE' });

async function expire({ bookingId }: { bookingId: string }): Promise<void> {
  const { database, cards } = shop;
  await database.sql`update bookings set hold_expires_at = now() where id = ${bookingId}`;
  const past = { now: () => new Date(Date.now() + 1_000) };
  await expireHolds({ database, cards, clock: past });
}

/** Sends what is queued. @returns to whom it was said that a product is free */
async function told(at = new Date()): Promise<string[]> {
  const clock = { now: () => at };
  await sendMails(mailSending(shop, sent, { clock }));
  return alerts().map(({ to }) => to);
}

/** Mails of one run are sent at the same time, so the last one may be another. */
const alerts = () => sent.filter(({ text }) => text.includes('can be booked again'));

type Sale = Awaited<ReturnType<typeof awaited>>;

const ends: [string, (sale: Sale) => Promise<unknown>][] = [
  ['expires', expire],
  ['is cancelled by its buyer', release],
  [
    'is declined by the seller',
    ({ seller, bookingId }) =>
      call(seller, `/bookings/${bookingId}/decline`, {
        method: 'POST',
        payload: { reason: 'I travel' },
      }),
  ],
  [
    'is deleted by an admin',
    async ({ bookingId }) =>
      call(await people.admin(), `/bookings/${bookingId}`, { method: 'DELETE' }),
  ],
  ['ends with the account of its buyer', ({ holder }) => people.remove(holder, holder)],
];

describe('availability mails', () => {
  it.each(ends)(
    'the availability mail is sent once, when the hold ends because it %s',
    async (_way, end) => {
      const sale = await awaited();
      expect(await told()).toEqual([]);
      await end(sale);
      // A hold ends by itself days from now.
      expect(await told(new Date(Date.now() + 30 * 86_400_000))).toEqual([sale.watcher.email]);
      const [alert] = alerts();
      expect(alert?.text).toContain(`https://shop.test/products/${sale.productId}`);
      expect(alert?.text).not.toContain(sale.holder.name);
      // The next hold is no business of theirs, unless they ask again.
      const next = await people.buyer();
      await release({ holder: next, bookingId: await people.book(next, sale.productId) });
      expect(await told()).toEqual([sale.watcher.email]);
    },
  );

  it('the availability mail is not sent when the product is withdrawn', async () => {
    const { seller, productId } = await awaited();
    const reply = await call(seller, `/products/${productId}`, { method: 'DELETE' });
    expect(reply.status).toBe(200);
    expect(await told()).toEqual([]);
  });

  it('the availability mail waits for the next end of a hold when another user was faster', async () => {
    const sale = await awaited();
    await release(sale);
    const faster = await people.buyer();
    const bookingId = await people.book(faster, sale.productId);
    expect(await told()).toEqual([]);
    await release({ holder: faster, bookingId });
    expect(await told()).toEqual([sale.watcher.email]);
  });

  it('a user who cancelled the alert gets no availability mail', async () => {
    const sale = await awaited();
    expect((await read(sale.watcher, sale.productId)).alertRequested).toBe(true);
    expect((await ask(sale.watcher, sale.productId, 'DELETE')).body.modifiedCount).toBe(1);
    expect((await ask(sale.watcher, sale.productId, 'DELETE')).body.modifiedCount).toBe(0);
    expect((await read(sale.watcher, sale.productId)).alertRequested).toBe(false);
    await release(sale);
    expect(await told()).toEqual([]);
  });
});

describe('availability alerts', () => {
  it('a repeated request for an alert changes nothing', async () => {
    const { watcher, productId } = await awaited();
    expect((await ask(watcher, productId)).body.modifiedCount).toBe(0);
  });

  it('an alert is refused while the product is free, sold or unknown', async () => {
    const { watcher, productId, ...sale } = await awaited();
    const other = await people.buyer();
    await people.pay(sale.bookingId);
    expect(await ask(other, productId)).toMatchObject({
      status: 409,
      body: { modifiedCount: 0, detail: 'This instrument is sold' },
    });
    const free = await people.make.product(sale.seller.id);
    expect((await ask(watcher, free)).body.detail).toBe(
      'It is available now: you can book it right away',
    );
    expect((await ask(watcher, sale.bookingId)).status).toBe(404);
  });

  it('concurrent requests for an alert make one', async () => {
    const { productId } = await awaited();
    const other = await people.buyer();
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(other, productId)));
    const counts = replies.map(({ body }) => body.modifiedCount);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('a request for an alert that races the end of the hold is refused or gets a mail', async () => {
    for (let round = 0; round < 8; round += 1) {
      const sale = await awaited();
      const other = await people.buyer();
      const [asked] = await Promise.all([ask(other, sale.productId), release(sale)]);
      const isTold = (await told()).includes(other.email);
      expect(isTold).toBe(asked.status === 200);
    }
  });
});
