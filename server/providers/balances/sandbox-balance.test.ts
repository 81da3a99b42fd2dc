import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { sendStartedPayouts } from '../../features/payouts/send-payout.ts';
import { startPayout } from '../../features/payouts/start-payout.ts';
import { compareLedger } from '../../features/reconciliation/compare-ledger.ts';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createSandboxPayouts } from '../payouts/sandbox/sandbox-payouts.ts';
import { createSandboxBalance } from './sandbox-balance.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { addBookingWithIntent, recordPayment, sendWebhook } = paymentSteps(() => shop, cards, clock);

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
});
afterAll(() => shop.close());

it('the sandbox lists charges, refunds and payouts as the ledger has them', async () => {
  const { database } = shop;
  const payouts = createSandboxPayouts({ database, clock });
  const people = createPeople(database);
  const { seller, buyer, bookingId, transactionId } = await addBookingWithIntent();
  await cards.charge(transactionId);
  await recordPayment(buyer, { bookingId, transactionId });
  const refund = { intentId: transactionId, amountCents: 2_500, idempotencyKey: randomUUID() };
  await shop.cards.refund(refund);
  await sendWebhook(transactionId);
  await people.complete(seller, bookingId, clock.now());
  const account = await payouts.accounts?.open(seller);
  await database.sql`update sandbox_accounts set behaviour = 'pays'`;
  await database.sql`
    insert into payout_accounts (user_id, provider, provider_account_id, state, changed_at)
    values (${seller.id}, 'sandbox', ${account?.id ?? ''}, 'ready', now())`;
  await transaction(database, (tx) =>
    startPayout(tx, null, { sellerId: seller.id, provider: 'sandbox' }, clock.now()),
  );
  await sendStartedPayouts({ database, payouts, clock });
  clock.forward(120);
  const balance = createSandboxBalance(database);
  expect(await compareLedger({ database, cards, payouts, balance, clock })).toBe(0);
  const moved = await database.sql<{ kind: string; cents: number }[]>`
    select kind, amount_cents as cents from balance_movements order by kind`;
  expect(moved.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['charge', 7_500],
    ['payout', -5_000],
    ['refund', -2_500],
  ]);
  expect(await database.sql`select from ledger_differences`).toHaveLength(0);
});

it('the sandbox lists each of many movements once, even those of the same moment', async () => {
  const { database } = shop;
  const at = new Date('2026-01-01T12:00:00.123Z');
  await database.sql`
    insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
      idempotency_key, created_at, changed_at)
    select 'pi_' || n, 's', 100, 'b', 'd', 'succeeded', 'key-' || n, ${at}, ${at}
    from generate_series(1, 250) n`;
  const balance = createSandboxBalance(database);
  const range = { from: at, before: new Date(at.getTime() + 1) };
  const ids: string[] = [];
  for (let after: string | undefined, page = 0; page < 4; page += 1) {
    const { movements, next } = await balance.listMovements({ ...range, after });
    ids.push(...movements.map(({ id }) => id));
    if (next === undefined) break;
    after = next;
  }
  expect(ids).toHaveLength(250);
  expect(new Set(ids).size).toBe(250);
});
