import { afterAll, expect, it } from 'vitest';
import { saleGroups } from '#contract/after-sale/sale-step-types.ts';
import { saleGroup, saleStepName } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { receiveSale } from '../../testing/builders.ts';
import { createPeople, daysAgo } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

/** A buyer and a seller with a booking in each step of a sale, in no order. */
async function everyStep() {
  const [admin, seller, buyer] = [
    await people.admin(),
    await people.seller(),
    await people.buyer(),
  ];
  const sell = async (at = new Date()) => (await people.sell(seller, at, buyer)).bookingId;
  const post = async (who: KnownUser, path: string, payload: object) => {
    const reply = await call(who, path, { method: 'POST', payload });
    expect(reply.status).toBeLessThan(300);
  };
  const send = async (id: string) => {
    await post(seller, `/bookings/${id}/sent`, { carrier: 'UPS' });
    return id;
  };
  const askToReturn = async () => {
    const id = await sell();
    await people.requestReturn(buyer, id);
    return id;
  };
  await people.complete(seller, await sell(daysAgo(6)), daysAgo(5));
  await sell();
  await people.decideReturn(seller, await askToReturn(), 'accepted');
  await people.book(buyer, await shop.make.product(seller.id), daysAgo(3));
  await sell(daysAgo(15));
  await people.openDispute(buyer, await send(await sell()));
  await askToReturn();
  await receiveSale(shop.database, await sell());
  await people.book(buyer, await shop.make.product(seller.id));
  const contested = await askToReturn();
  await people.decideReturn(seller, contested, 'contested');
  await people.decideDispute(admin, contested, { refundCents: 2_000 });
  await people.decideReturn(seller, await askToReturn(), 'contested');
  await post(seller, `/bookings/${await sell()}/cancel`, { reason: 'It fell.' });
  await people.decideReturn(seller, await askToReturn(), 'given-back');
  await people.requestCancellation(buyer, await sell());
  await send(await sell());
  return { seller, buyer };
}

it('bookings are listed by what needs their reader, is under way and is finished, newest first, by pages that overlap nowhere', async () => {
  const { seller, buyer } = await everyStep();
  for (const [side, who] of [
    ['buyer', buyer],
    ['seller', seller],
  ] as const) {
    const address = `/bookings?email=${who.email}&as=${side}&ended=true`;
    const listed: Booking[] = [];
    let next: string | undefined = `${address}&order=needs-you&limit=4`;
    while (next !== undefined) {
      const page: Awaited<ReturnType<typeof call<Booking[]>>> = await call<Booking[]>(who, next);
      expect(page.status).toBe(200);
      listed.push(...page.body);
      next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1];
    }
    const now = new Date();
    expect(new Set(listed.map((booking) => saleStepName(booking, now))).size).toBe(15);
    const newest = await call<Booking[]>(who, address);
    const inOrder = saleGroups.flatMap((group) =>
      newest.body.filter((booking) => saleGroup(booking, side, now) === group),
    );
    expect(listed.map(({ _id }) => _id)).toEqual(inOrder.map(({ _id }) => _id));
  }
});

it('the next page of grouped bookings leaves out nothing when the last booking of a page has moved on', async () => {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await people.sell(seller, undefined, buyer)).bookingId);
  const address = `/bookings?email=${seller.email}&as=seller&order=needs-you&limit=1`;
  const first = await call<Booking[]>(seller, address);
  expect(first.body[0]?._id).toBe(ids[2]);
  await receiveSale(shop.database, ids[2] ?? '');
  const next = /<\/api(.*)>/.exec(String(first.headers.link))?.[1] ?? '';
  expect((await call<Booking[]>(seller, next)).body[0]?._id).toBe(ids[1]);
});

it('a cursor of another form is refused', async () => {
  const buyer = await people.buyer();
  for (const cursor of ['x', '3.01900000-0000-7000-8000-00000000000b', "0.'"]) {
    const address = `/bookings?email=${buyer.email}&order=needs-you&cursor=${cursor}`;
    expect((await call(buyer, address)).status).toBe(400);
  }
});
