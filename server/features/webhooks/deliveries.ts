import { msg } from '#contract/text.ts';
import {
  testEvent,
  type WebhookFault,
  type WebhookType,
  webhookLimits,
} from '#contract/webhooks/webhook-events.ts';
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts';
import { lowestIdAt, newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { noSuchEndpoint } from './endpoints.ts';

/** An endpoint, if it belongs to this person. */
export interface OwnEndpoint {
  id: string;
  ownerId: string;
}

const dayMs = 86_400_000;

/**
 * Queues a test, which is sent once, also to a disabled endpoint.
 * @returns the id of the delivery
 * @throws Problem not-found when the endpoint is not theirs
 */
export async function queueTest(tx: Tx, { id, ownerId }: OwnEndpoint, at: Date): Promise<string> {
  const eventId = newId(at);
  const queued = await tx.sql`
    insert into webhook_deliveries (event_id, endpoint_id, type, subject_id, created_at, due_at)
    select ${eventId}, id, ${testEvent}, id, ${at}, ${at} from webhook_endpoints
    where id = ${id} and user_id = ${ownerId} for key share returning event_id`;
  if (queued.length === 0) throw noSuchEndpoint();
  tx.announce('webhook-recorded');
  return eventId;
}

/**
 * Sends a delivery again, or all since a time, with all attempts before them. What is pending is sent now.
 * @returns how many
 * @throws Problem not-found when there is none, or the endpoint is not theirs; conflict when it is disabled
 */
export async function replayDeliveries(
  tx: Tx,
  endpoint: OwnEndpoint,
  which: { deliveryId: string } | { since: Date },
  at: Date,
): Promise<number> {
  const [found] = await tx.sql<{ isDisabled: boolean }[]>`
    select disabled_for is not null as "isDisabled" from webhook_endpoints
    where id = ${endpoint.id} and user_id = ${endpoint.ownerId} for no key update`;
  if (!found) throw noSuchEndpoint();
  if (found.isDisabled) {
    throw new Problem('conflict', msg`This endpoint is disabled. Enable it first.`);
  }
  const selected =
    'since' in which
      ? tx.sql`event_id >= ${lowestIdAt(which.since.getTime())} and type <> ${testEvent}`
      : tx.sql`event_id = ${which.deliveryId}`;
  const replayed = await tx.sql`
    update webhook_deliveries set due_at = ${at}, attempts = 0, delivered_at = null
    where endpoint_id = ${endpoint.id} and ${selected} returning event_id`;
  if (replayed.length === 0 && 'deliveryId' in which) {
    throw new Problem('not-found', msg`There is no such delivery`);
  }
  tx.announce('webhook-recorded');
  return replayed.length;
}

interface DeliveryRow {
  id: string;
  type: WebhookType;
  createdAt: Date;
  dueAt: Date | null;
  attempts: number;
  triedAt: Date | null;
  status: number | null;
  fault: WebhookFault | null;
  deliveredAt: Date | null;
}

/**
 * What was sent to an endpoint, newest first.
 * @throws Problem not-found when it is not theirs
 */
export async function listDeliveries(
  sql: Sql,
  { id, ownerId }: OwnEndpoint,
  { count, before }: { count: number; before: string },
): Promise<WebhookDelivery[]> {
  const [endpoint] = await sql`
    select id from webhook_endpoints where id = ${id} and user_id = ${ownerId}`;
  if (!endpoint) throw noSuchEndpoint();
  const rows = await sql<DeliveryRow[]>`
    select event_id as id, type, created_at as "createdAt", due_at as "dueAt", attempts,
      tried_at as "triedAt", status, fault, delivered_at as "deliveredAt"
    from webhook_deliveries where endpoint_id = ${id} and event_id < ${before}
    order by event_id desc limit ${count}`;
  return rows.map((row) => ({
    _id: row.id,
    type: row.type,
    time: row.createdAt.toISOString(),
    state: stateOf(row),
    attempts: row.attempts,
    ...(row.triedAt && { triedAt: row.triedAt.toISOString() }),
    ...(row.dueAt && { nextAt: row.dueAt.toISOString() }),
    ...(row.status !== null && { status: row.status }),
    ...(row.fault !== null && { fault: row.fault }),
  }));
}

function stateOf(row: DeliveryRow): WebhookDelivery['state'] {
  if (row.deliveredAt) return 'delivered';
  if (row.dueAt) return 'pending';
  return row.attempts >= attemptsOf(row.type) ? 'failed' : 'on-hold';
}

/** A test is sent once. */
export const attemptsOf = (type: WebhookType): number =>
  type === testEvent ? 1 : webhookLimits.attempts;

const batchSize = 5_000;

/** Deletes what is older than the log is kept. @returns how many */
export async function removeOldDeliveries(sql: Sql, at: Date): Promise<number> {
  const oldest = lowestIdAt(at.getTime() - webhookLimits.logDays * dayMs);
  for (let total = 0; ; ) {
    const removed = await sql`
      delete from webhook_deliveries where (event_id, endpoint_id) in (
        select event_id, endpoint_id from webhook_deliveries where event_id < ${oldest}
        limit ${batchSize})
      returning event_id`;
    total += removed.length;
    if (removed.length < batchSize) return total;
  }
}
