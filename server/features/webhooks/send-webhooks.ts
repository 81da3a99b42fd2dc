import type { BaseLogger } from 'pino';
import { apiBase } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import {
  type DisabledReason,
  testEvent,
  type WebhookType,
  webhookLimits,
} from '#contract/webhooks/webhook-events.ts';
import type { WebhookContent } from '#contract/webhooks/webhooks.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { queueMail } from '../../database/queue-mail.ts';
import { transaction } from '../../database/transaction.ts';
import type { SendWebhook, WebhookAnswer } from '../../providers/webhooks/port.ts';
import { type ClaimedDelivery, claimDelivery } from './claim-deliveries.ts';
import { attemptsOf } from './deliveries.ts';
import { signedHeaders, type WebhookSeal } from './webhook-secrets.ts';

export interface WebhookDeps {
  database: Database;
  clock: Clock;
  sendWebhook: SendWebhook;
  webhookSeal: WebhookSeal;
  /** Address of the shop for the links, without a slash at the end. */
  origin: () => string;
  log?: Pick<BaseLogger, 'info'>;
  /** From 0 to 1, as `Math.random`. */
  random?: () => number;
}

const concurrency = 32;
/** One slow receiver must not hold up the others. */
const perEndpoint = 4;
const perFailingEndpoint = 1;
/** A run ends after this time even if more is due; the next one goes on. */
const maxRunMs = 10 * 60_000;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The pauses between ten attempts over 75 hours. */
const pausesMs = [
  ...[5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs],
  ...[10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs],
];
/** A receiver cannot put a delivery off for longer. */
const longestRetryAfterMs = dayMs;

/**
 * Sends what is due until nothing is, many at a time. Any number of servers may run this concurrently: each delivery is claimed
 * by one of them. If a server stops during an attempt, another one makes it again, with the same id.
 * @returns how many attempts were made
 */
export async function sendWebhooks(deps: WebhookDeps): Promise<number> {
  const startedMs = performance.now();
  const inFlight = new Map<string, { count: number; most: number }>();
  let claiming: Promise<ClaimedDelivery | undefined> = Promise.resolve(undefined);
  let sent = 0;

  async function claimNext(): Promise<ClaimedDelivery | undefined> {
    const busy = [...inFlight].filter(([, { count, most }]) => count >= most);
    const { database, clock } = deps;
    const delivery = await claimDelivery(
      database.sql,
      clock.now(),
      busy.map(([id]) => id),
    );
    if (!delivery) return undefined;
    const { endpointId, isFailing } = delivery;
    const count = (inFlight.get(endpointId)?.count ?? 0) + 1;
    inFlight.set(endpointId, { count, most: isFailing ? perFailingEndpoint : perEndpoint });
    return delivery;
  }

  async function sendUntilNothingIsDue(): Promise<void> {
    while (performance.now() - startedMs < maxRunMs) {
      // One after the other: each claim has to know which endpoints are busy.
      claiming = claiming.then(claimNext, claimNext);
      const delivery = await claiming;
      if (!delivery) return;
      try {
        await attempt(deps, delivery);
        sent += 1;
      } finally {
        const left = inFlight.get(delivery.endpointId);
        if (left && left.count > 1) left.count -= 1;
        else inFlight.delete(delivery.endpointId);
      }
    }
  }

  const workers = await Promise.allSettled(
    Array.from({ length: concurrency }, sendUntilNothingIsDue),
  );
  const failures = workers.flatMap((worker) =>
    worker.status === 'rejected' ? [worker.reason] : [],
  );
  // Their leases end, and they are sent again.
  if (failures.length > 0) throw new AggregateError(failures, 'Some webhooks could not be sent');
  return sent;
}

async function attempt(deps: WebhookDeps, delivery: ClaimedDelivery): Promise<void> {
  const { clock, webhookSeal, sendWebhook, log } = deps;
  const { eventId: id, endpointId, sealedSecret, formerSecret } = delivery;
  const secrets = [sealedSecret, formerSecret].flatMap((sealed) =>
    sealed === null ? [] : (webhookSeal.unseal(endpointId, sealed) ?? []),
  );
  const body = JSON.stringify(contentOf(delivery, deps.origin()));
  const answer: WebhookAnswer =
    secrets.length === 0
      ? { fault: 'secret' }
      : await sendWebhook(new URL(delivery.url), {
          body,
          headers: signedHeaders(secrets, { id, at: clock.now(), body }),
        });
  log?.info({ webhook: id, endpoint: endpointId, type: delivery.type, ...answer }, 'Webhook sent');
  if ('status' in answer && answer.status >= 200 && answer.status < 300) {
    await recordDelivered(deps, delivery, answer.status);
  } else await recordRefused(deps, delivery, answer);
}

/** What a webhook says: what has happened to what, and where to read it. Nothing that a person has typed. */
function contentOf(delivery: ClaimedDelivery, origin: string): WebhookContent {
  const { type, createdAt, subjectId, productId, externalId, version } = delivery;
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: {
      id: subjectId,
      ...(productId !== null && { listingId: productId }),
      ...(externalId !== null && { externalId, version: version ?? 1 }),
      link: origin + linkOf(delivery),
    },
  };
}

function linkOf({ type, subjectId, bookingId }: ClaimedDelivery): string {
  const [kind] = type.split('.') as [WebhookType extends `${infer Kind}.${string}` ? Kind : never];
  return {
    listing: `${apiBase}/products/${subjectId}`,
    booking: `${apiBase}/bookings/${subjectId}`,
    sale: `${apiBase}/bookings/${subjectId}`,
    message: `${apiBase}/threads/${subjectId}`,
    offer: paths.offers('seller'),
    review: `${apiBase}/bookings/${bookingId ?? subjectId}/reviews`,
    payout: paths.earnings(),
    case: `${apiBase}/cases/${subjectId}`,
    webhook: `${paths.profile()}#webhooks`,
  }[kind];
}

type Key = Pick<ClaimedDelivery, 'eventId' | 'endpointId'>;

async function recordDelivered(
  { database, clock }: WebhookDeps,
  { eventId, endpointId }: Key,
  status: number,
): Promise<void> {
  const at = clock.now();
  // Locked in this order everywhere: the endpoint, then its deliveries.
  await transaction(database, (tx) => {
    tx.write`
      update webhook_endpoints set failing_since = null
      where id = ${endpointId} and failing_since is not null`;
    tx.write`
      update webhook_deliveries
      set delivered_at = ${at}, due_at = null, status = ${status}, fault = null
      where event_id = ${eventId} and endpoint_id = ${endpointId}`;
  });
}

/**
 * Records the failure and when the next attempt is. An answer of 410 ends the endpoint; five days of nothing but failures
 * disable it, with one mail to its owner.
 */
async function recordRefused(
  deps: WebhookDeps,
  delivery: ClaimedDelivery,
  answer: WebhookAnswer,
): Promise<void> {
  const { database, clock } = deps;
  const at = clock.now();
  const { eventId, endpointId, type, attempts } = delivery;
  const status = 'status' in answer ? answer.status : null;
  const fault = 'fault' in answer ? answer.fault : null;
  const isLast = attempts >= attemptsOf(type);
  const dueAt = isLast ? null : new Date(at.getTime() + pauseOf(deps, delivery, answer));
  await transaction(database, async (tx) => {
    const [endpoint] = await tx.sql<EndpointState[]>`
      select user_id as "userId", failing_since as "failingSince", disabled_for as "disabledFor"
      from webhook_endpoints where id = ${endpointId} for no key update`;
    if (!endpoint) return;
    const failed = afterFailure(endpoint, { isGone: status === 410, type, at });
    tx.write`
      update webhook_endpoints
      set failing_since = ${failed.failingSince}, disabled_for = ${failed.disabledFor}
      where id = ${endpointId}`;
    const nextAt = failed.disabledFor ? null : dueAt;
    tx.write`
      update webhook_deliveries set due_at = ${nextAt}, status = ${status}, fault = ${fault}
      where event_id = ${eventId} and endpoint_id = ${endpointId}`;
    if (!failed.disabledFor || endpoint.disabledFor) return;
    tx.write`
      update webhook_deliveries set due_at = null
      where endpoint_id = ${endpointId} and due_at is not null and type <> ${testEvent}`;
    const { userId: readerId } = endpoint;
    queueMail(tx, { kind: 'webhook-disabled', subjectId: endpointId, readerId, about: null }, at);
  });
}

interface EndpointState {
  userId: string;
  failingSince: Date | null;
  disabledFor: DisabledReason | null;
}

function afterFailure(
  { failingSince, disabledFor }: EndpointState,
  { isGone, type, at }: { isGone: boolean; type: WebhookType; at: Date },
): Pick<EndpointState, 'failingSince' | 'disabledFor'> {
  if (isGone) return { failingSince: failingSince ?? at, disabledFor: 'gone' };
  // A test is a question, and not something that the endpoint has missed.
  if (type === testEvent) return { failingSince, disabledFor };
  const since = failingSince ?? at;
  const isLong = at.getTime() - since.getTime() >= webhookLimits.failingDays * dayMs;
  return { failingSince: since, disabledFor: disabledFor ?? (isLong ? 'failures' : null) };
}

/** Spread by a tenth, so that what failed together is not sent again together. */
function pauseOf(
  { clock, random = Math.random }: WebhookDeps,
  { attempts }: Pick<ClaimedDelivery, 'attempts'>,
  answer: WebhookAnswer,
): number {
  const pauseMs = (pausesMs[attempts - 1] ?? dayMs) * (0.9 + random() * 0.2);
  const asked = 'status' in answer ? answer.retryAfter : undefined;
  if (asked === undefined) return pauseMs;
  const seconds = Number(asked);
  const waitMs = Number.isNaN(seconds)
    ? new Date(asked).getTime() - clock.now().getTime()
    : seconds * 1000;
  if (Number.isNaN(waitMs)) return pauseMs;
  return Math.max(pauseMs, Math.min(waitMs, longestRetryAfterMs));
}
