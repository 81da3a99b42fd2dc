import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { badInput } from '../../core/problem.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { listDeliveries, queueTest, replayDeliveries } from './deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
} from './endpoints.ts';
import type { WebhookSeal } from './webhook-secrets.ts';

interface WebhookHandlerDeps {
  database: Database;
  clock: Clock;
  securityLog: SecurityLog;
  webhookSeal: WebhookSeal;
}

export function webhookHandlers({
  database,
  clock,
  securityLog,
  webhookSeal,
}: WebhookHandlerDeps): Handlers {
  return {
    async createWebhook({ body, caller }) {
      const made = await transaction(database, (tx) =>
        createWebhook(tx, webhookSeal, caller, body, clock.now()),
      );
      securityLog.record('webhook-made', caller);
      return { acknowledged: true, ...made };
    },

    listWebhooks({ query, caller }) {
      requireOwnEmail(caller, query.email, { detail: msg`Only that person may do this` });
      return listWebhooks(database.sql, caller.id);
    },

    async changeWebhook({ params, body, caller }) {
      const modifiedCount = await transaction(database, (tx) =>
        changeWebhook(tx, caller, { ...params, ...body }, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async removeWebhook({ params, caller }) {
      await transaction(database, (tx) => removeWebhook(tx, caller.id, params.id));
      securityLog.record('webhook-removed', caller);
      return { acknowledged: true, deletedCount: 1 };
    },

    async testWebhook({ params, caller }) {
      const endpoint = { id: params.id, ownerId: caller.id };
      const insertedId = await transaction(database, (tx) => queueTest(tx, endpoint, clock.now()));
      return { acknowledged: true, insertedId };
    },

    async rotateWebhookSecret({ params, caller }) {
      const endpoint = { id: params.id, ownerId: caller.id };
      const secret = await transaction(database, (tx) =>
        rotateWebhookSecret(tx, webhookSeal, endpoint, clock.now()),
      );
      securityLog.record('webhook-made', caller);
      return { acknowledged: true, secret };
    },

    async replayWebhooks({ params, body: { deliveryId, since }, caller }) {
      if (deliveryId === undefined && since === undefined) {
        const message = msg`Say which delivery, or since when`;
        throw badInput([{ field: 'since', message }]);
      }
      const which = deliveryId === undefined ? { since: new Date(since ?? '') } : { deliveryId };
      const endpoint = { id: params.id, ownerId: caller.id };
      const modifiedCount = await transaction(database, (tx) =>
        replayDeliveries(tx, endpoint, which, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async listWebhookDeliveries({ params, query, caller }) {
      const endpoint = { id: params.id, ownerId: caller.id };
      return pageOf(await listDeliveries(database.sql, endpoint, partOf(query)), query.limit);
    },
  };
}
