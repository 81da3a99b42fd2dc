import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { testPayouts } from '../../../testing/payouts-test.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createSandboxPayouts } from './sandbox-payouts.ts';

async function createFixture() {
  const database = await createTestDatabase();
  const clock = { at: new Date(), now: () => clock.at };
  const payouts = createSandboxPayouts({ database, clock });
  const behave = async (id: string, behaviour: string) => {
    await database.sql`update sandbox_accounts set behaviour = ${behaviour} where id = ${id}`;
  };
  return {
    payouts,
    clock,
    behave,
    finishAccount: (id: string) => behave(id, 'pays'),
    demandDocuments: (id: string) => behave(id, 'documents'),
    close: () => database.close(),
  };
}

testPayouts('sandbox', createFixture);

it('an account that pays later takes a payout, which has arrived a minute later', async () => {
  const { payouts, clock, behave, close } = await createFixture();
  const account = await payouts.accounts?.open({ id: randomUUID(), email: 'ada@reprise.test' });
  await behave(account?.id ?? '', 'pays-later');
  const order = { key: randomUUID(), amountCents: 500, accountId: account?.id };
  expect(await payouts.send(order)).toMatchObject({ state: 'taken' });
  clock.at = new Date(clock.at.getTime() + 59_000);
  expect(await payouts.find(order)).toMatchObject({ state: 'taken' });
  clock.at = new Date(clock.at.getTime() + 1_000);
  expect(await payouts.find(order)).toMatchObject({ state: 'paid' });
  await behave(account?.id ?? '', 'fails');
  expect(await payouts.send({ ...order, key: randomUUID() })).toMatchObject({ state: 'failed' });
  await close();
});
