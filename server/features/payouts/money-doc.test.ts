import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { releaseMoney } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { writeRefund } from '../ledger/write-ledger.ts';
import { recordRefunds } from '../payments/refund-payment.ts';

const page = await readFile(new URL('../../../docs/money.md', import.meta.url), 'utf8');
const shop = await createTestShop();
afterAll(() => shop.close());

it('the sale in docs/money.md has the entries that the page lists', async () => {
  const { database } = shop;
  const people = createPeople(database);
  const [admin, seller, buyer] = [
    await people.admin(),
    await people.seller(),
    await people.buyer(),
  ];
  const bookingId = await people.book(buyer, await people.make.product(seller.id));
  await database.sql`
    update bookings set commission_cents = 904 where id = ${bookingId}`;
  const paymentId = await people.pay(bookingId);
  await releaseMoney(database, bookingId);
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/payouts',
    headers: await shop.as(admin),
    payload: { email: seller.email },
  });
  expect(reply.statusCode, reply.body).toBe(201);
  const parties = { paymentId, bookingId, sellerId: seller.id };
  const charge = { ...parties, provider: 'sandbox', shippingCents: 0 };
  const amounts = { amountCents: 12_050, chargedCents: 12_050, fullCommissionCents: 904 };
  await transaction(database, (tx) =>
    writeRefund(tx, { ...charge, ...amounts, isReleased: true, kind: 'chargeback' }, new Date()),
  );

  await expectListed('## One sale in its entries', bookingId, seller.id);
  expect(page).toContain("The seller's `available` is now -111.46.");
});

it('the same sale with shipping has the entries that the page lists', async () => {
  const { database } = shop;
  const people = createPeople(database);
  const [admin, seller, buyer] = [
    await people.admin(),
    await people.seller(),
    await people.buyer(),
  ];
  const delivery = { pickup: false, shipping: { everywhere: 12.5 } };
  const productId = await people.make.product(seller.id, { delivery });
  const address = { name: 'Ada', lines: ['1 Quay'], city: 'Leith', country: 'GB' };
  const bookingId = await people.book(buyer, productId, new Date(), {
    zone: 'everywhere',
    address,
  });
  await database.sql`update bookings set commission_cents = 904 where id = ${bookingId}`;
  const paymentId = await people.pay(bookingId, new Date(), 13_300);
  await people.requestReturn(buyer, bookingId);
  await people.decideReturn(seller, bookingId, 'contested');
  const decision = { refundCents: 4_000, refundShippingCents: 1_250 };
  await people.decideDispute(admin, bookingId, decision);
  await transaction(database, (tx) =>
    recordRefunds(tx, { paymentId, bookingId, refundedCents: 4_000 }, new Date()),
  );
  await expectListed('## The same trumpet, sent', bookingId, seller.id);
});

async function expectListed(heading: string, bookingId: string, sellerId: string) {
  const [, rest = ''] = page.split(heading);
  const [section = ''] = rest.split('\n## ');
  const listed = [...section.matchAll(/^\| `([\w-]+)` \| (\S+) \| (\S+) \| ([\d.]+) \|/gm)];
  const entries = await shop.database.sql<
    { kind: string; debit: string; credit: string; cents: number }[]
  >`
    select kind, debit, credit, amount_cents as cents from ledger_entries
    where booking_id = ${bookingId} or debit = ${`available:${sellerId}`} order by created_at, id`;
  const account = (name: string) => name.replace(`:${sellerId}`, '');
  expect(listed.map(([, ...cells]) => cells)).toEqual(
    entries.map(({ kind, debit, credit, cents }) => [
      ...[kind, account(debit), account(credit), (cents / 100).toFixed(2)],
    ]),
  );
}
