import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import type { CardProvider } from '../../providers/cards/port.ts';
import type { ImageHost } from '../../providers/images/port.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { discardMail, resendMail, resendMails } from './change-queued-mail.ts';
import { listJobs, runJob } from './list-jobs.ts';
import { listQueuedMails } from './list-queued-mails.ts';
import { listRetries } from './list-retries.ts';
import { readQueues } from './read-queues.ts';
import { askForUnknownIntent, cancelUnknownIntent, retryNow } from './retry-now.ts';

interface OperationsDeps {
  database: Database;
  clock: Clock;
  cards: Pick<CardProvider, 'name' | 'findIntent'>;
  payouts: Pick<PayoutProvider, 'name'>;
  imageHost: Pick<ImageHost, 'name'>;
}

/** What admins see and do about jobs, mails and what is tried again. */
export function operationsHandlers(deps: OperationsDeps): Handlers {
  const { database, clock, cards } = deps;
  const { sql } = database;
  const change = async (work: (tx: Tx) => Promise<0 | 1>) => ({
    acknowledged: true as const,
    modifiedCount: await transaction(database, work),
  });
  return {
    listJobs: () => listJobs(sql),

    runJob: ({ params, caller, request }) =>
      change((tx) => runJob(tx, caller, { ...params, requestId: request.id }, clock.now())),

    readQueues: () => readQueues(sql, deps, clock.now()),

    async listQueuedMails({ query }) {
      const { state, kind } = query;
      return pageOf(await listQueuedMails(sql, { state, kind, ...partOf(query) }), query.limit);
    },

    changeQueuedMail({ params, body, caller }) {
      const changeMail = body.state === 'waiting' ? resendMail : discardMail;
      return change((tx) => changeMail(tx, caller, params.id, clock.now()));
    },

    async resendMails({ body, caller }) {
      const resent = await transaction(database, (tx) =>
        resendMails(tx, caller, body, clock.now()),
      );
      return { acknowledged: true, ...resent };
    },

    listRetries: async ({ query }) =>
      pageOf(await listRetries(sql, deps, partOf(query)), query.limit),

    retryNow: ({ params, body, caller, request }) =>
      change((tx) =>
        retryNow(tx, caller, { ...params, ...body, requestId: request.id }, clock.now()),
      ),

    async cancelUnknownIntent({ params, caller }) {
      await askForUnknownIntent(deps, params.id);
      return change((tx) =>
        cancelUnknownIntent(tx, caller, { id: params.id, provider: cards.name }, clock.now()),
      );
    },
  };
}
