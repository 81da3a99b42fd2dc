import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobName, jobDescriptions } from '#contract/operations/job-names.ts';
import type { Job } from '#contract/operations/jobs.ts';
import type { QueuedMail } from '#contract/operations/queued-mails.ts';
import type { Queues, Retry } from '#contract/operations/retries.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import { newId } from '../../core/ids.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addPaymentIntent } from '../../testing/builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { claimMail, recordFailure, recordSent } from './claim-mails.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const ask = apiClient(() => shop);
const { sql } = shop.database;
const admin = await who.admin();

interface Changed {
  modifiedCount: number;
  hasMore?: boolean;
  detail?: string;
}
const post = (path: string, payload?: object) =>
  ask<Changed>(admin, path, { method: 'POST', ...(payload && { payload }) });
const newestAudit = async () => (await ask<AuditEntry[]>(admin, '/audit?limit=1')).body[0];

describe('the scheduled jobs', () => {
  const jobOf = async (name: JobName) =>
    (await ask<Job[]>(admin, '/jobs')).body.find((job) => job.name === name);
  const setJob = (
    name: JobName,
    { dueIn = 60, startedIn = null as number | null, leaseIn = null as number | null },
  ) =>
    sql`
    insert into job_runs (name, due_at) values (${name}, now()) on conflict do nothing`.then(
      () => sql`
    update job_runs set due_at = clock_timestamp() + make_interval(secs => ${dueIn}),
      started_at = clock_timestamp() + make_interval(secs => ${startedIn}::int),
      leased_until = clock_timestamp() + make_interval(secs => ${leaseIn}::int),
      leased_by = case when ${leaseIn}::int is not null then gen_random_uuid() end,
      leased_on = case when ${leaseIn}::int is not null then 'shop-1, process 7' end
    where name = ${name}`,
    );

  it('scheduled jobs are waiting, due, running or stuck', async () => {
    await setJob('mails-sent', {});
    expect(await jobOf('mails-sent')).toMatchObject({
      state: 'waiting',
      about: jobDescriptions['mails-sent'],
    });
    await setJob('mails-sent', { dueIn: -1 });
    expect(await jobOf('mails-sent')).toMatchObject({ state: 'due' });
    await setJob('mails-sent', { dueIn: -2, startedIn: -1, leaseIn: 29 });
    expect(await jobOf('mails-sent')).toMatchObject({
      state: 'running',
      server: 'shop-1, process 7',
    });
    // No server runs jobs.
    await setJob('mails-sent', { dueIn: -400 });
    expect(await jobOf('mails-sent')).toMatchObject({ state: 'stuck' });
    // Its server is gone.
    await setJob('mails-sent', { dueIn: -40, startedIn: -39, leaseIn: -1 });
    expect(await jobOf('mails-sent')).toMatchObject({ state: 'stuck' });
    // It is over its time.
    await setJob('mails-sent', { dueIn: -1_000, startedIn: -1_000, leaseIn: 29 });
    expect(await jobOf('mails-sent')).toMatchObject({ state: 'stuck' });
    const { body } = await ask<Queues>(admin, '/queues');
    expect(body.jobs.stuck).toBe(1);
  });

  it('a scheduled job is run again once, however many requests ask for it', async () => {
    await setJob('catalogue-changes-removed', { dueIn: 600 });
    const asked = await Promise.all(
      [1, 2, 3].map(() => post('/jobs/catalogue-changes-removed/runs')),
    );
    expect(asked.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 1]);
    expect(await jobOf('catalogue-changes-removed')).toMatchObject({ state: 'due' });
    expect(await newestAudit()).toMatchObject({
      action: 'job-run',
      about: 'catalogue-changes-removed',
      actor: { _id: admin.id },
    });
  });

  it('a scheduled job that is running runs once more afterwards', async () => {
    await setJob('catalogue-changes-removed', { dueIn: -2, startedIn: -1, leaseIn: 29 });
    expect((await post('/jobs/catalogue-changes-removed/runs')).body.modifiedCount).toBe(1);
    expect((await post('/jobs/catalogue-changes-removed/runs')).body.modifiedCount).toBe(0);
  });

  it('running an unknown job is refused', async () => {
    expect((await post('/jobs/nothing/runs')).status).toBe(404);
  });
});

describe('queued mails', () => {
  beforeEach(() => sql`delete from queued_mails`);

  const listed = async (state: string, kind?: string) =>
    (await ask<QueuedMail[]>(admin, `/mails?state=${state}${kind ? `&kind=${kind}` : ''}`)).body;
  const queue = async (count = 1, kind = 'payout-account-changed') => {
    const seller = await who.seller();
    const ids = Array.from({ length: count }, () => newId(new Date()));
    await sql`
      insert into queued_mails (id, key, kind, reader_id, subject_id, created_at, due_at)
      select id, id::text, ${kind}, ${seller.id}, ${seller.id}, now(), now() - interval '1 second'
      from unnest(${ids}::uuid[]) as id`;
    return { seller, ids, id: ids[0] ?? '' };
  };
  const refusal = Object.assign(new Error('550 no such mailbox: ada@example.org'), {
    code: 'EENVELOPE',
    responseCode: 550,
  });
  const refuse = async (at = new Date()) => {
    const claimed = await claimMail(sql, at);
    if (!claimed) throw new Error('There is no mail to send');
    await recordFailure(sql, claimed, { at, error: refusal });
    return claimed;
  };
  const giveUp = (ids: string[]) => sql`
    update queued_mails set attempts = 12, tried_at = now(), dropped_at = now(),
      last_fault = 'The mail server refused it (550)'
    where id = any(${ids}::uuid[])`;
  const change = (id: string, state: string) =>
    ask<Changed>(admin, `/mails/${id}`, { method: 'PUT', payload: { state } });

  it('queued mails are listed as waiting, being sent, tried again and given up', async () => {
    const { id, seller } = await queue();
    expect(await listed('waiting', 'payout-account-changed')).toMatchObject([
      { _id: id, to: seller.email, attempts: 0, isBeingSent: false },
    ]);
    const claimed = await claimMail(sql, new Date());
    expect(await listed('waiting', 'payout-account-changed')).toMatchObject([
      { _id: id, isBeingSent: true },
    ]);
    if (claimed) await recordFailure(sql, claimed, { at: new Date(), error: refusal });
    const [retrying] = await listed('retrying');
    expect(retrying).toMatchObject({
      _id: id,
      attempts: 1,
      error: 'The mail server refused it (550)',
    });
    expect(Date.parse(retrying?.nextAt ?? '')).toBeGreaterThan(Date.now() + 60_000);
    await giveUp([id]);
    expect(await listed('given-up')).toMatchObject([{ _id: id, attempts: 12 }]);
    expect(JSON.stringify(await listed('given-up'))).not.toContain('mailbox');
    const { body } = await ask<Queues>(admin, '/queues');
    expect(body.mails['given-up']).toEqual({ count: 1, isExact: true });
    expect(body.mailKinds).toContainEqual({
      kind: 'payout-account-changed',
      waiting: 0,
      retrying: 0,
      'given-up': 1,
    });
  });

  it('an undeliverable mail is sent again once when two admins ask at the same time', async () => {
    const { id, seller } = await queue();
    await giveUp([id]);
    const pressed = await Promise.all([change(id, 'waiting'), change(id, 'waiting')]);
    expect(pressed.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect(await listed('waiting', 'payout-account-changed')).toMatchObject([
      { _id: id, attempts: 0 },
    ]);
    expect(await newestAudit()).toMatchObject({
      action: 'mail-resent',
      about: 'payout-account-changed',
      subject: { _id: seller.id },
    });
    const claimed = await claimMail(sql, new Date());
    if (claimed) await recordSent(sql, claimed, new Date());
    expect((await change(id, 'waiting')).body.modifiedCount).toBe(0);
  });

  it('a mail that is being sent is neither sent again nor discarded', async () => {
    const { id } = await queue();
    await refuse();
    await sql`update queued_mails set due_at = now() - interval '1 hour' where id = ${id}`;
    await claimMail(sql, new Date());
    expect((await change(id, 'waiting')).body.modifiedCount).toBe(0);
    expect((await change(id, 'discarded')).body.modifiedCount).toBe(0);
  });

  it('a queued mail can be discarded', async () => {
    const { id } = await queue();
    expect((await change(id, 'discarded')).body.modifiedCount).toBe(1);
    expect((await change(id, 'discarded')).body.modifiedCount).toBe(0);
    expect([await listed('waiting', 'payout-account-changed'), await listed('given-up')]).toEqual([
      [],
      [],
    ]);
    expect(await newestAudit()).toMatchObject({ action: 'mail-discarded' });
    expect((await change(newId(new Date()), 'discarded')).status).toBe(404);
  });

  it('actions on the mails of a removed person are recorded under that person', async () => {
    const { ids, seller } = await queue(2);
    await giveUp(ids);
    await sql`update users set removed_at = now() where id = ${seller.id}`;
    const [resent = '', discarded = ''] = ids;
    const subject = { _id: seller.id, name: seller.name, email: seller.email };
    expect((await change(resent, 'waiting')).body.modifiedCount).toBe(1);
    expect(await newestAudit()).toMatchObject({ action: 'mail-resent', subject });
    expect((await change(discarded, 'discarded')).body.modifiedCount).toBe(1);
    expect(await newestAudit()).toMatchObject({ action: 'mail-discarded', subject });
  });

  it('actions on the mails of an identity without a user are recorded under its address', async () => {
    const [identity = '', id = ''] = [1, 2].map(() => newId(new Date()));
    const email = `${identity}@example.org`;
    await sql`
      insert into auth_users (id, name, email, created_at, updated_at)
      values (${identity}, 'Early Bird', ${email}, now(), now())`;
    await sql`
      insert into queued_mails (id, key, kind, subject_id, created_at)
      values (${id}, ${id}::text, 'reset', ${identity}, now())`;
    expect((await change(id, 'discarded')).body.modifiedCount).toBe(1);
    expect(await newestAudit()).toMatchObject({
      action: 'mail-discarded',
      about: 'reset',
      subject: { _id: identity, name: 'Early Bird', email },
    });
  });

  it('mails of one kind are sent again 1,000 at a time', async () => {
    const { ids } = await queue(1_001);
    await giveUp(ids);
    const { id: other } = await queue(1, 'payout-account-needed');
    await giveUp([other]);
    const { body } = await ask<Queues>(admin, '/queues');
    expect(body.mails['given-up']).toEqual({ count: 1_000, isExact: false });
    const wanted = { kind: 'payout-account-changed', state: 'given-up' };
    const first = await post('/mails/resent', wanted);
    expect(first.body).toMatchObject({ modifiedCount: 1_000, hasMore: true });
    expect((await post('/mails/resent', wanted)).body).toMatchObject({
      modifiedCount: 1,
      hasMore: false,
    });
    expect((await listed('given-up')).map(({ _id }) => _id)).toEqual([other]);
  });

  it('a mail to a guest, who has no account, is discarded', async () => {
    const [id = '', reportId = ''] = [1, 2].map(() => newId(new Date()));
    await sql`
      insert into queued_mails (id, key, kind, subject_id, data, created_at)
      values (${id}, ${id}::text, 'report-received', ${reportId}, ${JSON.stringify({ reportId })}::jsonb, now())`;
    expect((await change(id, 'discarded')).body.modifiedCount).toBe(1);
    expect(await newestAudit()).toMatchObject({
      action: 'mail-discarded',
      about: 'report-received',
    });
  });
});

describe('retries', () => {
  const listed = async () => (await ask<Retry[]>(admin, '/retries')).body;
  async function failedRefund(minutesAgo: number) {
    const { paymentId, bookingId } = await who.sell(await who.seller());
    await sql`
      update payments set state = 'refund-due', refund_reason = 'x', refund_attempts = 4,
        refund_tried_at = now() - make_interval(mins => ${minutesAgo}), refund_error = 'No money'
      where id = ${paymentId}`;
    return { paymentId, bookingId };
  }

  it('a failed refund is retried immediately, and once', async () => {
    const { paymentId, bookingId } = await failedRefund(3);
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        _id: paymentId,
        kind: 'refund',
        bookingId,
        amount: 120.5,
        error: 'No money',
        attempts: 4,
      }),
    );
    await sql`
      insert into job_runs (name, due_at) values ('payments-refunded', now() + interval '1 hour')
      on conflict do nothing`;
    const pressed = await Promise.all(
      [1, 2].map(() => post(`/retries/${paymentId}`, { kind: 'refund' })),
    );
    expect(pressed.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    const [due] = await sql<{ isDue: boolean; attempts: number; isJobDue: boolean }[]>`
      select refund_tried_at < now() - interval '6 hours' as "isDue", refund_attempts as attempts,
        (select due_at <= clock_timestamp() from job_runs where name = 'payments-refunded') as "isJobDue"
      from payments where id = ${paymentId}`;
    expect(due).toEqual({ isDue: true, attempts: 4, isJobDue: true });
  });

  it('a finished retry, or one with a running attempt, is not tried again', async () => {
    const { paymentId } = await failedRefund(0);
    const { status, body } = await post(`/retries/${paymentId}`, { kind: 'refund' });
    expect([status, body.detail]).toEqual([
      409,
      'It was tried less than a minute ago. Wait a minute',
    ]);
    await sql`
      update payments set state = 'refunded', refunded_at = now() where id = ${paymentId}`;
    expect((await post(`/retries/${paymentId}`, { kind: 'refund' })).status).toBe(404);
  });

  it('an admin can end an open payment of other keys, so that the buyer can pay', async () => {
    const bookingId = await who.book(
      await who.buyer(),
      await who.make.product((await who.seller()).id),
    );
    const providerIntentId = `pi_${bookingId}`;
    await addPaymentIntent(shop.database, { bookingId, amountCents: 12_050, providerIntentId });
    const [intent] = await sql<{ id: string }[]>`
      select id from payment_intents where provider_intent_id = ${providerIntentId}`;
    const cancel = () => post(`/payment-intents/${intent?.id}/cancellation`);
    expect((await cancel()).status).toBe(404);
    await sql`update payment_intents set unknown_at = now() where id = ${intent?.id ?? ''}`;
    expect(await listed()).toContainEqual(
      expect.objectContaining({ kind: 'unknown-intent', reference: providerIntentId, bookingId }),
    );
    // The provider knows it after all, so it can still be charged.
    const found = vi.spyOn(shop.cards, 'findIntent').mockResolvedValueOnce({
      id: providerIntentId,
      clientSecret: 'secret',
      amountCents: 12_050,
      bookingId,
      state: 'open',
      refundedCents: 0,
    });
    expect((await cancel()).status).toBe(404);
    expect(found).toHaveBeenCalledExactlyOnceWith(providerIntentId);
    expect((await listed()).some(({ reference }) => reference === providerIntentId)).toBe(false);
    await sql`update payment_intents set unknown_at = now() where id = ${intent?.id ?? ''}`;
    const pressed = await Promise.all([cancel(), cancel()]);
    expect(pressed.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect((await listed()).some(({ reference }) => reference === providerIntentId)).toBe(false);
    expect(await newestAudit()).toMatchObject({
      action: 'intent-cancelled',
      about: providerIntentId,
    });
  });
});
