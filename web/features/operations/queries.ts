import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import type { QueuedMailState } from '#contract/operations/queued-mails.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

const jobsEveryMs = 5_000;
const jobEndsMs = 1_000;
const listsEveryMs = 15_000;

/** The scheduled jobs, read again every five seconds: their rows stay in their places. */
export function jobsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.operations, 'jobs'],
    queryFn: ({ client, signal }) => apiOf(client).call('listJobs', {}, { signal }),
    refetchInterval: jobsEveryMs,
  });
}

/** The numbers of what is waiting, is tried again or has failed. */
export function queuesQuery() {
  return queryOptions({
    queryKey: [...queryKeys.operations, 'queues'],
    queryFn: ({ client, signal }) => apiOf(client).call('readQueues', {}, { signal }),
    refetchInterval: listsEveryMs,
  });
}

/** The mails in a state, of one kind or all. */
export function queuedMailsQuery(state: QueuedMailState, kind: QueuedMailKind | undefined) {
  const filter = { state, ...(kind && { kind }) };
  const list = pagedQuery([...queryKeys.operations, 'mails', filter], (api, page, options) =>
    api.callPage('listQueuedMails', { query: { ...filter, ...page } }, options),
  );
  return { ...list, refetchInterval: whileNoRowHasFocus };
}

/** What the shop tries again by itself, and open payments that the card provider does not know. */
export function retriesQuery() {
  const list = pagedQuery([...queryKeys.operations, 'retries'], (api, page, options) =>
    api.callPage('listRetries', { query: page }, options),
  );
  return { ...list, refetchInterval: whileNoRowHasFocus };
}

/** A row that is done goes, and would take the focus with it. */
function whileNoRowHasFocus(): number | false {
  return document.activeElement?.closest('tbody') ? false : listsEveryMs;
}

/** Lets a job run now. */
export function runJobMutation() {
  return mutationOptions({
    mutationFn: (name: string, { client }) => apiOf(client).call('runJob', { params: { name } }),
    onSettled: (_reply, _failure, _name, _before, { client }) => {
      // Most jobs have ended then.
      setTimeout(() => void readAgain(client), jobEndsMs);
      return readAgain(client);
    },
  });
}

/** Sends a mail again, or drops it. */
export function changeQueuedMailMutation() {
  return mutationOptions({
    mutationFn: ({ _id, state }: { _id: string; state: 'waiting' | 'discarded' }, { client }) =>
      apiOf(client).call('changeQueuedMail', { params: { id: _id }, body: { state } }),
    onSettled: (_reply, _failure, _mail, _before, { client }) => readAgain(client),
  });
}

/** Sends the mails of a kind again. */
export function resendMailsMutation() {
  return mutationOptions({
    mutationFn: (body: CallInput<'resendMails'>['body'], { client }) =>
      apiOf(client).call('resendMails', { body }),
    onSettled: (_reply, _failure, _mails, _before, { client }) => readAgain(client),
  });
}

/** Tries a refund, a payout or a webhook again now. */
export function retryNowMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: { _id: string } & CallInput<'retryNow'>['body'], { client }) =>
      apiOf(client).call('retryNow', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _retry, _before, { client }) => readAgain(client),
  });
}

/** Ends an open payment that the card provider does not know. */
export function cancelUnknownIntentMutation() {
  return mutationOptions({
    mutationFn: (id: string, { client }) =>
      apiOf(client).call('cancelUnknownIntent', { params: { id } }),
    onSettled: (_reply, _failure, _id, _before, { client }) => readAgain(client),
  });
}

function readAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.operations });
}
