import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutMailKinds } from '#contract/operations/mail-kinds.ts';
import { transaction } from '../../database/transaction.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { releaseMoney } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { queuePayoutMail } from './mails.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let admin: KnownUser;
const ask = apiClient(() => shop);
const sent: Mail[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  admin = await people.admin();
});
afterAll(() => shop.close());
beforeEach(() => {
  sent.length = 0;
});

const sendQueued = () => sendMails(mailSending(shop, sent), payoutMailKinds);

/** A seller with $120.50 to be paid out, who may have said to which account. */
async function sellerWithMoney({ hasAccount = true } = {}) {
  const seller = await people.seller();
  const { bookingId } = await people.sell(seller);
  await releaseMoney(shop.database, bookingId);
  if (hasAccount) {
    const payload = { email: seller.email, holder: 'Ada Fife', number: '12345678' };
    await ask(seller, '/payout-account', { method: 'PUT', payload });
  }
  await sendQueued();
  sent.length = 0;
  return seller;
}

async function startPayout({ email }: KnownUser): Promise<string> {
  const payload = { email };
  const { body } = await ask<{ insertedId: string }>(admin, '/payouts', {
    method: 'POST',
    payload,
  });
  return body.insertedId;
}

const change = (id: string, payload: object) =>
  ask(admin, `/payouts/${id}`, { method: 'PUT', payload });

describe('a mail about a payout', () => {
  it('the seller is told once what was paid, with the reference at the bank', async () => {
    const seller = await sellerWithMoney();
    const id = await startPayout(seller);
    await sendQueued();
    expect(sent).toEqual([]);
    const paid = { state: 'paid', reference: 'Transfer 7' };
    await Promise.all([change(id, paid), change(id, paid)]);
    await change(id, paid);
    await Promise.all([sendQueued(), sendQueued()]);
    await sendQueued();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: seller.email, subject: 'We have paid you $120.50' });
    expect(sent[0]?.text).toContain('$120.50 from your sales has been paid to your account.');
    expect(sent[0]?.text).toContain('Transfer 7');
    expect(sent[0]?.text).toContain('https://shop.test/dashboard/earnings');
    expect(sent[0]?.text).not.toContain('12345678');
  });

  it('the seller is told once that a payout failed and why, and that the money is still theirs', async () => {
    const seller = await sellerWithMoney();
    const id = await startPayout(seller);
    const failed = { state: 'failed', reason: 'The <account> is closed' };
    await change(id, failed);
    await change(id, failed);
    await sendQueued();
    await sendQueued();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: seller.email, subject: 'We could not pay you $120.50' });
    expect(sent[0]?.text).toContain('The money is still yours');
    expect(sent[0]?.text).toContain('Please check the account details that you gave us.');
    expect(sent[0]?.text).toContain('The <account> is closed');
    expect(sent[0]?.html).toContain('The &lt;account&gt; is closed');
    expect(sent[0]?.text).toContain('https://shop.test/dashboard/earnings');
  });

  it('a seller without a bank account is asked for it, once for a payout', async () => {
    const seller = await sellerWithMoney({ hasAccount: false });
    await startPayout(seller);
    await sendQueued();
    await sendQueued();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: seller.email,
      subject: 'Add your bank account to get paid',
    });
    expect(sent[0]?.text).toContain('$120.50 from your sales is ready for you');
    expect(sent[0]?.text).toContain('https://shop.test/dashboard/earnings');
  });

  it('a seller whose bank account can no longer be read is asked to enter it again', async () => {
    const seller = await sellerWithMoney();
    await transaction(shop.database, async (tx) =>
      queuePayoutMail(tx, 'payout-account-needed', { userId: seller.id }, new Date()),
    );
    await sendQueued();
    expect(sent[0]).toMatchObject({
      to: seller.email,
      subject: 'Add your bank account to get paid',
    });
    expect(sent[0]?.text).toContain('We can no longer read the bank account that you gave us');
    expect(sent[0]?.text).not.toContain('$0');
  });

  it('a removed seller gets no mail about a payout', async () => {
    const seller = await sellerWithMoney();
    const id = await startPayout(seller);
    await people.remove(admin, seller);
    await change(id, { state: 'paid', reference: 'Transfer 8' });
    await sendQueued();
    expect(sent.filter(({ to }) => to === seller.email)).toEqual([]);
  });
});
