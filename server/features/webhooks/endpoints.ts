import { msg, plural } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import {
  adminWebhookEvents,
  type DisabledReason,
  type WebhookEvent,
  webhookLimits,
} from '#contract/webhooks/webhook-events.ts';
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { KnownUser } from '../users/find-user.ts';
import { lockUnsuspendedUser, lockUserExclusively } from '../users/lock-user.ts';
import { newWebhookSecret, type WebhookSeal } from './webhook-secrets.ts';

const { endpointsPerPerson } = webhookLimits;

type Owner = Pick<KnownUser, 'id' | 'role' | 'areas'>;

interface EndpointChanges {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
}

/**
 * Makes an endpoint. Its secret is stored encrypted and shown this once.
 * @throws Problem not-signed-in when the user was removed; not-allowed for events of admins, and when the user is suspended;
 *   conflict when there are too many
 */
export async function createWebhook(
  tx: Tx,
  seal: WebhookSeal,
  owner: Owner,
  { url, events }: Required<EndpointChanges> & { url: string; events: readonly WebhookEvent[] },
  at: Date,
): Promise<{ insertedId: string; secret: string }> {
  requireOwnEvents(owner, events);
  // A suspension removes all endpoints, so that none is made after it, by a request that was let in before.
  await lockUserExclusively(tx, owner.id);
  await lockUnsuspendedUser(tx, owner.id);
  const known = await tx.sql`select id from webhook_endpoints where user_id = ${owner.id}`;
  if (known.length >= endpointsPerPerson) {
    throw new Problem(
      'conflict',
      msg`You have ${plural(endpointsPerPerson, { one: '# endpoint', other: '# endpoints' })} already. Remove one that you do not need.`,
    );
  }
  const insertedId = newId(at);
  const secret = newWebhookSecret();
  tx.write`
    insert into webhook_endpoints (id, user_id, url, events, sealed_secret, created_at)
    values (${insertedId}, ${owner.id}, ${url}, ${[...events]}, ${seal.seal(insertedId, secret)}, ${at})`;
  return { insertedId, secret };
}

/** The endpoints of a person, newest first. */
export async function listWebhooks(sql: Sql, userId: string): Promise<WebhookEndpoint[]> {
  const rows = await sql<EndpointRow[]>`
    select id, url, events, created_at as "createdAt", failing_since as "failingSince",
      disabled_for as "disabledFor"
    from webhook_endpoints where user_id = ${userId} order by id desc`;
  return rows.map(({ id, url, events, createdAt, failingSince, disabledFor }) => ({
    _id: id,
    url,
    events,
    time: createdAt.toISOString(),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(disabledFor && { disabledFor }),
  }));
}

interface EndpointRow {
  id: string;
  url: string;
  events: WebhookEvent[];
  createdAt: Date;
  failingSince: Date | null;
  disabledFor: DisabledReason | null;
}

/**
 * Changes an endpoint. One that was disabled is enabled, and gets what has happened since.
 * @throws Problem not-found when it is not theirs; not-allowed for events of admins
 */
export async function changeWebhook(
  tx: Tx,
  owner: Owner,
  { id, url, events }: EndpointChanges & { id: string },
  at: Date,
): Promise<0 | 1> {
  requireOwnEvents(owner, events ?? []);
  const [before] = await tx.sql<{ isDisabled: boolean; isSame: boolean }[]>`
    select disabled_for is not null as "isDisabled",
      url = ${url ?? null} is not false and events = ${events ? [...events] : null}::text[] is not false as "isSame"
    from webhook_endpoints where id = ${id} and user_id = ${owner.id} for no key update`;
  if (!before) throw noSuchEndpoint();
  if (before.isSame && !before.isDisabled) return 0;
  tx.write`
    update webhook_endpoints set url = coalesce(${url ?? null}, url),
      events = coalesce(${events ? [...events] : null}::text[], events),
      failing_since = null, disabled_for = null
    where id = ${id}`;
  if (before.isDisabled) {
    tx.write`
      update webhook_deliveries set due_at = ${at}
      where endpoint_id = ${id} and due_at is null and delivered_at is null
        and type <> 'webhook.test' and attempts < ${webhookLimits.attempts}`;
    tx.announce('webhook-recorded');
  }
  return 1;
}

/**
 * Replaces the secret of an endpoint. For a day the former one signs too.
 * @throws Problem not-found when it is not theirs
 */
export async function rotateWebhookSecret(
  tx: Tx,
  seal: WebhookSeal,
  { id, ownerId }: { id: string; ownerId: string },
  at: Date,
): Promise<string> {
  const secret = newWebhookSecret();
  const until = new Date(at.getTime() + webhookLimits.overlapHours * 3_600_000);
  const changed = await tx.sql`
    update webhook_endpoints set former_secret = sealed_secret, former_until = ${until},
      sealed_secret = ${seal.seal(id, secret)}
    where id = ${id} and user_id = ${ownerId} returning id`;
  if (changed.length === 0) throw noSuchEndpoint();
  return secret;
}

/** @throws Problem not-found when it is not theirs, or was removed before */
export async function removeWebhook(tx: Tx, ownerId: string, id: string): Promise<void> {
  const gone = await tx.sql`
    delete from webhook_endpoints where id = ${id} and user_id = ${ownerId} returning id`;
  if (gone.length === 0) throw noSuchEndpoint();
}

/** Removes all endpoints of a person who was removed or suspended. */
export function removeWebhooksOf(tx: Tx, userId: string): void {
  tx.write`delete from webhook_endpoints where user_id = ${userId}`;
}

export function noSuchEndpoint(): Problem {
  return new Problem('not-found', msg`There is no such endpoint`);
}

function requireOwnEvents(owner: Owner, events: readonly WebhookEvent[]): void {
  if (mayActIn('cases', owner) || !events.some((event) => adminWebhookEvents.includes(event)))
    return;
  const message = msg`Only admins can be told about this`;
  throw new Problem('not-allowed', message, { errors: [{ field: 'events', message }] });
}
