import { afterAll, expect, it } from 'vitest';
import { invoiceMailKinds } from '#contract/operations/mail-kinds.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { commissionSales, germanShop } from '../../testing/invoicing.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { issueInvoices } from './issue-invoices.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const { database } = shop;
const people = createPeople(database);
const { sell, giveBack } = commissionSales(people);
const sent: Mail[] = [];
const invoicing = { ...germanShop, firstMonth: '2026-07' };

async function issueAndSend(at: string) {
  sent.length = 0;
  const clock = { now: () => new Date(at) };
  await issueInvoices({ database, clock, invoicing });
  await sendMails(mailSending(shop, sent), invoiceMailKinds);
}

it('a seller is told of the invoice of the last month and of credit notes, with a link to each', async () => {
  const seller = await people.seller();
  await sell(seller, '2026-07-05T12:00:00Z', 100);
  const sale = await sell(seller, '2026-08-05T12:00:00Z');
  await issueAndSend('2026-09-01T01:13:00Z');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: seller.email, subject: 'Your invoice for August 2026' });
  expect(sent[0]?.text).toContain('our commission in August 2026: $9.04');
  expect(sent[0]?.text).toContain('NK-2026-00002');
  expect(sent[0]?.text).toMatch(/https:\/\/shop\.test\/dashboard\/invoices\/[0-9a-f-]{36}/);
  await giveBack(sale, '2026-09-05T12:00:00Z');
  await issueAndSend('2026-10-01T01:13:00Z');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toBe('A credit note for September 2026');
  expect(sent[0]?.text).toContain('$9.04 of our commission went back with it');
  expect(sent[0]?.text).toContain('NK-2026-00002');
});

it('nobody is told of an invoice about nothing, and a removed seller of none', async () => {
  const [seller, gone] = [await people.seller(), await people.seller()];
  await giveBack(await sell(seller, '2026-09-15T12:00:00Z'), '2026-09-16T12:00:00Z');
  await sell(gone, '2026-09-15T12:00:00Z');
  await database.sql`update users set removed_at = now() where id = ${gone.id}`;
  await issueAndSend('2026-10-02T01:13:00Z');
  expect(sent).toEqual([]);
  const [count] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from invoices where seller_id in (${seller.id}, ${gone.id})`;
  expect(count).toEqual({ count: 2 });
});
