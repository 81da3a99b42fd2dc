import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../database/connection.ts';
import { signatureHeader, signWebhook } from './webhook-signature.ts';

/** Posts a webhook to the application and returns the response status. Throws when there is no response. */
export type Deliver = (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<number>;

export interface DeliveryDeps {
  database: Pick<Database, 'sql'>;
  clock: Clock;
  /** Signs the webhooks; the same for all servers of a shop. */
  secret: string;
  deliver: Deliver;
  log: { warn: (fields: object, message: string) => void };
}

export interface WebhookDelivery {
  /** Sends this event in the background, and retries with growing pauses while it is not accepted. */
  send(id: string): void;
  /**
   * Sends every event that is due.
   * @returns how many were accepted
   * @throws AggregateError when some were not
   */
  sweep(): Promise<number>;
  /** Waits until nothing is being sent. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Retries after a longer pause are left to the sweep, which may run on another server. */
const maxTimerMs = 20_000;
/** Added to timers, because they may fire a little before the clock that `tried_at` is compared with. */
const timerSlackMs = 25;
const sweepBatch = 200;

/**
 * Delivers the sandbox's webhooks at least once. Recording the attempt claims the event, so that servers and timers do
 * not send it concurrently. After a crash the event is due again once its pause is over.
 */
export function createWebhookDelivery(deps: DeliveryDeps): WebhookDelivery {
  const { log } = deps;
  const pending = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;

  function send(id: string): void {
    if (isClosed) return;
    const sent: Promise<void> = attempt(deps, id)
      .then((result) => {
        if (result === undefined || result.fault === undefined) return;
        const { fault, attempts } = result;
        log.warn({ event: id, attempts, fault }, 'A sandbox webhook was not accepted');
        const pauseMs = pauseSeconds(attempts) * 1_000;
        if (pauseMs <= maxTimerMs) sendLater(id, pauseMs + timerSlackMs);
      })
      .catch((error: unknown) => {
        log.warn(
          { err: error, event: id },
          'A sandbox webhook could not be sent; the sweep retries',
        );
      })
      .finally(() => pending.delete(sent));
    pending.add(sent);
  }

  function sendLater(id: string, pauseMs: number): void {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(id);
    }, pauseMs);
    timer.unref();
    timers.add(timer);
  }

  const idle = async () => {
    while (pending.size > 0) await Promise.all(pending);
  };

  return {
    send,
    sweep: () => sweepDue(deps),
    idle,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await idle();
    },
  };
}

/** Pause after this many attempts: 1, 4, 16, 64, … seconds, at most an hour. `due` computes the same in SQL. */
function pauseSeconds(attempts: number): number {
  return Math.min(3_600, 4 ** (attempts - 1));
}

async function sweepDue(deps: DeliveryDeps): Promise<number> {
  const { database, clock } = deps;
  const rows = await database.sql<{ id: string }[]>`
    select id from sandbox_events where ${due(deps, clock.now())}
    order by tried_at asc nulls first, created_at limit ${sweepBatch}`;
  let delivered = 0;
  const faults: Error[] = [];
  for (const { id } of rows) {
    const result = await attempt(deps, id);
    if (result?.fault === undefined) delivered += result ? 1 : 0;
    else faults.push(new Error(`${id}: ${result.fault}`));
  }
  if (faults.length > 0) {
    throw new AggregateError(faults, 'Some sandbox webhooks were not accepted');
  }
  return delivered;
}

/** Given up after three days: by then the application has looked the intent up itself. */
function due({ database: { sql } }: Pick<DeliveryDeps, 'database'>, at: Date) {
  return sql`
    delivered_at is null and created_at > ${at}::timestamptz - interval '3 days'
    and (tried_at is null or
      tried_at <= ${at}::timestamptz - make_interval(secs => least(3600, power(4, least(attempts, 12) - 1))))`;
}

/** @returns undefined when the event is not due or another sender has claimed it; `fault` says why it was not accepted */
async function attempt(
  deps: DeliveryDeps,
  id: string,
): Promise<{ attempts: number; fault: string | undefined } | undefined> {
  const { database, clock, secret, deliver } = deps;
  const { sql } = database;
  const at = clock.now();
  const [event] = await sql<{ payload: unknown; attempts: number }[]>`
    update sandbox_events set attempts = attempts + 1, tried_at = ${at}
    where id = ${id} and ${due(deps, at)}
    returning payload, attempts`;
  if (!event) return undefined;
  const body = Buffer.from(JSON.stringify(event.payload));
  const headers = {
    'content-type': 'application/json',
    [signatureHeader]: signWebhook(body, secret, at),
  };
  const fault = await deliver(body, headers).then(
    (status) => (status >= 200 && status < 300 ? undefined : `status ${status}`),
    (error: unknown) => (error instanceof Error ? error.message : 'no response'),
  );
  if (fault === undefined) {
    await sql`update sandbox_events set delivered_at = ${clock.now()} where id = ${id}`;
  }
  return { attempts: event.attempts, fault };
}
