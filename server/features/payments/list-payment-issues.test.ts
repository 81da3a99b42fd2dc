import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { PaymentIssue } from '#contract/payment-issues.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { storeEvent } from './payment-events.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const ask = apiClient(() => shop);
const { sql } = shop.database;

it('refunds that fail, came back, or were made elsewhere are listed with what to do', async () => {
  const [admin, seller] = [await who.admin(), await who.seller()];
  const report = async (type: string, bookingId: string, object: object) => {
    const event = { id: randomUUID(), type, intentId: `tx_${bookingId}`, disputeId: undefined };
    await storeEvent(sql, 'sandbox', { ...event, payload: { data: { object } } }, new Date());
  };
  const elsewhere = await who.sell(seller);
  await report('charge.refunded', elsewhere.bookingId, { amount_refunded: 5_000 });
  const cameBack = await who.sell(seller);
  await report('refund.failed', cameBack.bookingId, { amount: 12_050 });
  const stuck = await who.sell(seller);
  await who.requestReturn(stuck.buyer, stuck.bookingId);
  await who.decideReturn(seller, stuck.bookingId, 'given-back');
  await transaction(shop.database, async (tx) => {
    tx.write`update payments set refund_attempts = 6, refund_tried_at = now() where booking_id = ${stuck.bookingId}`;
  });
  // Nothing is wrong with these two.
  await who.sell(seller);
  const refunded = await who.sell(seller);
  await report('charge.refunded', refunded.bookingId, { amount_refunded: 12_050 });
  await sql`
    update payments set state = 'refunded', refund_reason = 'x', refunded_at = now()
    where booking_id = ${refunded.bookingId}`;
  const { body } = await ask<PaymentIssue[]>(admin, '/payment-issues');
  const found = body.map(({ kind, bookingId, amount }) => [kind, bookingId, amount]);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      ['refunded-elsewhere', elsewhere.bookingId, 50],
      ['refund-failed', cameBack.bookingId, 120.5],
      ['refund-stuck', stuck.bookingId, 120.5],
    ]),
  );
  expect(body.every(({ todo }) => todo.length > 40)).toBe(true);
});
