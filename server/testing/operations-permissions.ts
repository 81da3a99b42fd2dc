import type { CallName } from '#contract/calls.ts';
import { newId } from '../core/ids.ts';
import { addPaymentIntent } from './builders.ts';
import { get, onlyAdmin, type PermissionRow, type World } from './permissions.ts';

/** Jobs, mails and what is tried again are for admins. */
export const operationsPermissions = {
  listJobs: { request: get(() => '/jobs'), expected: onlyAdmin },
  runJob: {
    request: async ({ people }) => {
      await people.deps.database.sql`
        insert into job_runs (name, due_at) values ('catalogue-changes-removed', now()) on conflict do nothing`;
      return { method: 'POST', url: '/api/jobs/catalogue-changes-removed/runs' };
    },
    expected: onlyAdmin,
  },
  readQueues: { request: get(() => '/queues'), expected: onlyAdmin },
  listQueuedMails: { request: get(() => '/mails?state=waiting'), expected: onlyAdmin },
  changeQueuedMail: {
    request: async (world) => ({
      method: 'PUT',
      url: `/api/mails/${await queuedMail(world)}`,
      payload: { state: 'discarded' },
    }),
    expected: onlyAdmin,
  },
  resendMails: {
    request: () => ({
      method: 'POST',
      url: '/api/mails/resent',
      payload: { kind: 'booked', state: 'given-up' },
    }),
    expected: onlyAdmin,
  },
  listRetries: { request: get(() => '/retries'), expected: onlyAdmin },
  retryNow: {
    request: async ({ people, own }) => {
      const { paymentId } = await people.sell(own);
      await people.deps.database.sql`
        update payments set state = 'refund-due', refund_reason = 'The sale was cancelled',
          refund_attempts = 2, refund_tried_at = now() - interval '2 minutes'
        where id = ${paymentId}`;
      return { method: 'POST', url: `/api/retries/${paymentId}`, payload: { kind: 'refund' } };
    },
    expected: onlyAdmin,
  },
  cancelUnknownIntent: {
    request: async ({ people, own }) => {
      const { database } = people.deps;
      const bookingId = await people.book(await people.buyer(), await people.make.product(own.id));
      const providerIntentId = `pi_${bookingId}`;
      await addPaymentIntent(database, { bookingId, amountCents: 12_050, providerIntentId });
      const [intent] = await database.sql<{ id: string }[]>`
        update payment_intents set unknown_at = now()
        where provider_intent_id = ${providerIntentId} returning id`;
      return { method: 'POST', url: `/api/payment-intents/${intent?.id}/cancellation` };
    },
    expected: onlyAdmin,
  },
} satisfies Partial<Record<CallName, PermissionRow>>;

async function queuedMail({ people: { deps }, own }: World): Promise<string> {
  const id = newId(new Date());
  await deps.database.sql`
    insert into queued_mails (id, key, kind, reader_id, subject_id, created_at)
    values (${id}, ${id}::text, 'payout-account-changed', ${own.id}, ${own.id}, now())`;
  return id;
}
