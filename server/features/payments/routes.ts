import type { FastifyInstance } from 'fastify';
import { receiveCardEvent as call } from '#contract/payments/payments.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { serveWebhook } from '../../http/api/serve-webhook.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { finishPaymentIssue } from './finish-payment-issue.ts';
import { listPaymentIssues } from './list-payment-issues.ts';
import type { PaymentDeps } from './payments.ts';
import { receiveCardEvent } from './receive-card-event.ts';
import { recordPayment } from './record-payment.ts';

export function paymentHandlers(deps: PaymentDeps): Handlers {
  return {
    createPaymentIntent: ({ body, caller }) => createPaymentIntent(deps, caller.id, body),

    recordPayment: async ({ body, caller }) => ({
      acknowledged: true,
      insertedId: await recordPayment(deps, caller, body),
    }),

    listPaymentIssues: async ({ query }) =>
      pageOf(
        await listPaymentIssues(deps.database.sql, {
          state: query.state,
          at: deps.clock.now(),
          ...partOf(query),
        }),
        query.limit,
      ),

    async finishPaymentIssue({ params, body, caller }) {
      const modifiedCount = await transaction(deps.database, (tx) =>
        finishPaymentIssue(tx, caller, { ...params, ...body }, deps.clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },
  };
}

interface CardEventDeps extends PaymentDeps {
  securityLog: SecurityLog;
  /** Awaited before the reply, so that this server shows immediately what was sold; it never rejects. */
  refreshCache: () => Promise<void>;
}

/** Binds the call `receiveCardEvent`. */
export function serveCardEvents(
  app: FastifyInstance,
  { refreshCache, securityLog, ...deps }: CardEventDeps,
): Promise<void> {
  return serveWebhook(app, {
    call,
    securityLog,
    async receive(body, headers) {
      await receiveCardEvent(deps, body, headers);
      await refreshCache();
    },
  });
}
