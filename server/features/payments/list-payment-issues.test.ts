import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { PaymentIssue } from '#contract/payments/payment-issues.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
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
  const untouched = await who.sell(seller);
  const refunded = await who.sell(seller);
  await report('charge.refunded', refunded.bookingId, { amount_refunded: 12_050 });
  await sql`
    update payments set state = 'refunded', refund_reason = 'x', refunded_at = now()
    where booking_id = ${refunded.bookingId}`;
  const { body } = await ask<PaymentIssue[]>(admin, '/payment-issues?state=open');
  const sales = [elsewhere, cameBack, stuck, untouched, refunded];
  const own = body.filter((issue) => sales.some(({ bookingId }) => bookingId === issue.bookingId));
  const found = own.map(({ kind, bookingId, amount }) => [kind, bookingId, amount]);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      ['refunded-elsewhere', elsewhere.bookingId, 50],
      ['refund-failed', cameBack.bookingId, 120.5],
      ['refund-stuck', stuck.bookingId, 120.5],
    ]),
  );
  expect(body.every(({ todo, done }) => todo.length > 40 && done === undefined)).toBe(true);
});

describe('a payment issue marked as done', () => {
  async function stuckRefund() {
    const { bookingId, paymentId } = await who.sell(await who.seller());
    await sql`
      update payments set state = 'refund-due', refund_reason = 'x', refund_attempts = 6,
        refund_tried_at = now()
      where id = ${paymentId}`;
    return { bookingId, id: paymentId };
  }
  const listed = async (admin: KnownUser, state: 'open' | 'done', id: string) => {
    const { body } = await ask<PaymentIssue[]>(admin, `/payment-issues?state=${state}`);
    return body.find(({ _id }) => _id === id);
  };
  const finish = (admin: KnownUser, id: string, note: unknown, kind?: string) =>
    ask<{ detail: string }>(admin, `/payment-issues/${id}`, {
      method: 'PUT',
      payload: { note, kind },
    });
  const openKinds = async (admin: KnownUser, id: string) => {
    const { body } = await ask<PaymentIssue[]>(admin, '/payment-issues?state=open');
    return body.flatMap(({ _id, kind, amount }) => (_id === id ? [`${kind} ${amount}`] : []));
  };
  const setElsewhere = (id: string, cents: number) => sql`
    update payments set elsewhere_cents = ${cents}, elsewhere_at = now() where id = ${id}`;

  it('a finished payment issue shows note, admin and time, and is in the audit', async () => {
    const [admin, { id, bookingId }] = [await who.admin(), await stuckRefund()];
    expect(await listed(admin, 'open', id)).toMatchObject({ bookingId });
    const reply = await finish(admin, id, '  Paid by bank transfer  ');
    expect(reply.body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(await listed(admin, 'open', id)).toBeUndefined();
    expect(await listed(admin, 'done', id)).toMatchObject({
      bookingId,
      kind: 'refund-stuck',
      amount: 120.5,
      done: { note: 'Paid by bank transfer', by: admin.name, time: expect.any(String) },
    });
    const { body: audit } = await ask<AuditEntry[]>(admin, '/audit?limit=1');
    expect(audit).toMatchObject([
      { action: 'payment-issue-done', actor: { _id: admin.id }, reason: 'Paid by bank transfer' },
    ]);
  });

  it('a finished payment issue stays readable when its payment was refunded after all', async () => {
    const [admin, { id }] = [await who.admin(), await stuckRefund()];
    await finish(admin, id, 'Topped the balance up');
    await sql`update payments set state = 'refunded', refunded_at = now() where id = ${id}`;
    expect(await listed(admin, 'done', id)).toMatchObject({
      done: { note: 'Topped the balance up' },
    });
  });

  it('a repeated request to finish an issue gets the same answer, and the note of another admin stays', async () => {
    const [admin, other, { id }] = [await who.admin(), await who.admin(), await stuckRefund()];
    await finish(admin, id, 'Paid');
    expect((await finish(admin, id, 'Paid')).body).toMatchObject({ modifiedCount: 0 });
    const refused = await finish(other, id, 'Paid again');
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `${admin.name} has marked this as done already`,
    ]);
    expect(await listed(other, 'done', id)).toMatchObject({ done: { note: 'Paid' } });
  });

  it('a payment issue is finished once when two admins mark it at the same moment', async () => {
    const [one, other, { id }] = [await who.admin(), await who.admin(), await stuckRefund()];
    const replies = await Promise.all([finish(one, id, 'One'), finish(other, id, 'Other')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a payment issue reopens when its refund still fails a day later, and can be finished again', async () => {
    const [admin, other, { id }] = [await who.admin(), await who.admin(), await stuckRefund()];
    await finish(admin, id, 'Topped the balance up');
    await sql`update done_payment_issues set done_at = now() - interval '23 hours' where id = ${id}`;
    expect(await openKinds(admin, id)).toEqual([]);
    await sql`update done_payment_issues set done_at = now() - interval '25 hours' where id = ${id}`;
    expect(await openKinds(admin, id)).toEqual(['refund-stuck 120.5']);
    expect((await finish(other, id, 'Paid by bank')).body).toMatchObject({ modifiedCount: 1 });
    expect(await openKinds(admin, id)).toEqual([]);
    expect(await listed(admin, 'done', id)).toMatchObject({
      done: { note: 'Paid by bank', by: other.name },
    });
    const { body: audit } = await ask<AuditEntry[]>(admin, '/audit?limit=2');
    expect(audit.map(({ reason }) => reason)).toEqual(['Paid by bank', 'Topped the balance up']);
  });

  it('a finished payment issue hides no later refund elsewhere of another amount', async () => {
    const [admin, { paymentId: id }] = [await who.admin(), await who.sell(await who.seller())];
    await setElsewhere(id, 2_000);
    await finish(admin, id, 'Told both');
    expect(await openKinds(admin, id)).toEqual([]);
    await setElsewhere(id, 3_000);
    expect(await openKinds(admin, id)).toEqual(['refunded-elsewhere 30']);
  });

  it('only the named kind is finished when one payment has two issues', async () => {
    const [admin, { id }] = [await who.admin(), await stuckRefund()];
    await setElsewhere(id, 2_000);
    const unnamed = await finish(admin, id, 'Told both');
    expect(unnamed.body).toMatchObject({ errors: [{ field: 'kind' }], modifiedCount: 0 });
    await finish(admin, id, 'Told both', 'refunded-elsewhere');
    expect(await openKinds(admin, id)).toEqual(['refund-stuck 120.5']);
    expect((await finish(admin, id, 'Paid', 'refund-stuck')).body).toMatchObject({
      modifiedCount: 1,
    });
    expect(await openKinds(admin, id)).toEqual([]);
  });

  it('an issue needs a note and an open problem to be finished', async () => {
    const [admin, { id }] = [await who.admin(), await stuckRefund()];
    const empty = await finish(admin, id, ' ');
    expect(empty.body).toMatchObject({ errors: [{ field: 'note' }], modifiedCount: 0 });
    const fine = await who.sell(await who.seller());
    expect((await finish(admin, fine.paymentId, 'Nothing')).status).toBe(404);
  });
});
