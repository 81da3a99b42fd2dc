import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutAccounts, PayoutProvider } from '../providers/payouts/port.ts';

/** What the test of the port needs of a provider with accounts. */
export interface PayoutFixture {
  payouts: PayoutProvider;
  /** The seller has entered everything. */
  finishAccount(id: string): Promise<void> | void;
  /** The provider wants something more before it pays. */
  demandDocuments(id: string): Promise<void> | void;
  close(): Promise<void>;
}

/** Every payout provider with accounts passes this test. */
export function testPayouts(name: string, create: () => Promise<PayoutFixture>): void {
  describe(`the payout provider ${name}`, () => {
    let fixture: PayoutFixture;
    let accounts: PayoutAccounts;
    beforeAll(async () => {
      fixture = await create();
      const { accounts: found } = fixture.payouts;
      if (!found) throw new Error(`${name} has no accounts`);
      accounts = found;
    });
    afterAll(() => fixture.close());

    async function readyAccount(): Promise<string> {
      const { id } = await accounts.open(newSeller());
      await fixture.finishAccount(id);
      return id;
    }

    const newSeller = () => ({ id: randomUUID(), email: `${randomUUID()}@reprise.test` });
    const request = (accountId: string | undefined, key = randomUUID()) => ({
      key,
      accountId,
      amountCents: 12_050,
    });

    it('the payout provider opens one account for a seller, whose state follows what the seller enters', async () => {
      const seller = newSeller();
      const account = await accounts.open(seller);
      expect(account.state).toBe('incomplete');
      expect((await accounts.open(seller)).id).toBe(account.id);
      expect(await accounts.createPage(account.id, 'https://shop.test/dashboard')).toMatch(
        /^https:/,
      );
      await fixture.demandDocuments(account.id);
      expect((await accounts.read(account.id)).state).toBe('restricted');
      await fixture.finishAccount(account.id);
      expect((await accounts.read(account.id)).state).toBe('ready');
    });

    it('the payout provider has no account that it has not opened', async () => {
      await expect(accounts.read('acct_unknown')).rejects.toMatchObject({ code: 'conflict' });
    });

    it('the payout provider pays once for a key, and finds that payout by it', async () => {
      const order = request(await readyAccount());
      expect(await fixture.payouts.find(order)).toBeNull();
      const first = await fixture.payouts.send(order);
      expect(first).toMatchObject({ state: 'paid', id: expect.any(String) });
      expect(await fixture.payouts.send(order)).toEqual(first);
      expect(await fixture.payouts.find(order)).toEqual(first);
    });

    it('the payout provider fails a payout without an account, and to one that lacks documents', async () => {
      expect(await fixture.payouts.send(request(undefined))).toMatchObject({ state: 'failed' });
      const id = await readyAccount();
      await fixture.demandDocuments(id);
      expect(await fixture.payouts.send(request(id))).toMatchObject({
        state: 'failed',
        reason: expect.any(String),
      });
    });

    it('the payout provider takes a payout back once for a key, and never more than is left of it', async () => {
      const order = request(await readyAccount());
      const { id: payoutId = '' } = await fixture.payouts.send(order);
      const first = { payoutId, amountCents: 5_000, key: randomUUID() };
      expect(await accounts.reverse(first)).toBe(5_000);
      expect(await accounts.reverse(first)).toBe(5_000);
      const rest = { payoutId, amountCents: 7_050, key: randomUUID() };
      expect(await accounts.reverse(rest)).toBe(7_050);
      expect(await accounts.reverse({ ...rest, key: randomUUID() })).toBe(0);
      expect(await fixture.payouts.find(order)).toMatchObject({ state: 'paid' });
    });

    it('the payout provider refuses a webhook without a signature', () => {
      expect(() => accounts.readEvent(Buffer.from('{}'), {})).toThrow(
        expect.objectContaining({ code: 'bad-input' }),
      );
    });
  });
}
