import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../database/connection.ts';
import { signatureHeader, signatureOf } from './webhook-signature.ts';

/** Posts a webhook to the shop and says the status that came back. Throws when none did. */
export type Deliver = (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<number>;

export interface DeliveryDeps {
  database: Pick<Database, 'sql'>;
  clock: Clock;
  /** Signs the webhooks; all servers of a shop have the same. */
  secret: string;
  deliver: Deliver;
  log: { warn: (fields: object, message: string) => void };
}

export interface Delivery {
  /** Delivers this event behind the caller's back, and again after growing pauses when it could not be. */
  send(id: string): void;
  /** Delivers whatever is due. @throws AggregateError when some could not be delivered */
  sweep(): Promise<number>;
  /** Waits until nothing is on its way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Longer pauses than this are left to the sweep, also by another server. */
const longestTimerMs = 20_000;
/** Timers and the clock that the rows are compared with need not agree to the millisecond. */
const timerSlackMs = 25;
const sweepBatch = 200;

/**
 * Delivers the sandbox's webhooks, at least once each. An event is claimed by noting the attempt, so that servers and
 * timers do not send it at the same moment; what breaks off after that is due again when its pause is over.
 */
export function webhookDelivery(deps: DeliveryDeps): Delivery {
  const { log } = deps;
  const onTheirWay = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;

  function send(id: string): void {
    if (isClosed) return;
    const sent: Promise<void> = attempt(deps, id)
      .then((result) => {
        if (result === undefined || result.fault === undefined) return;
        const { fault, attempts } = result;
        log.warn({ event: id, attempts, fault }, 'A webhook of the sandbox was not accepted');
        const pauseMs = pauseAfter(attempts) * 1_000;
        if (pauseMs <= longestTimerMs) sendLater(id, pauseMs + timerSlackMs);
      })
      .catch((error: unknown) => {
        log.warn({ err: error, event: id }, 'A webhook of the sandbox is left to the sweep');
      })
      .finally(() => onTheirWay.delete(sent));
    onTheirWay.add(sent);
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
    while (onTheirWay.size > 0) await Promise.all(onTheirWay);
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

/** Seconds to wait after so many attempts: 1, 4, 16, 64, … up to an hour. */
function pauseAfter(attempts: number): number {
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
    throw new AggregateError(faults, 'Some webhooks of the sandbox were not accepted');
  }
  return delivered;
}

/** After three days nobody waits for it any more: the shop has asked about the intent itself by then. */
function due({ database: { sql } }: Pick<DeliveryDeps, 'database'>, at: Date) {
  return sql`
    delivered_at is null and created_at > ${at}::timestamptz - interval '3 days'
    and (tried_at is null or
      tried_at <= ${at}::timestamptz - make_interval(secs => least(3600, power(4, least(attempts, 12) - 1))))`;
}

/** @returns undefined when somebody else has it in hand; `fault` says why it was not accepted */
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
    [signatureHeader]: signatureOf(body, secret, at),
  };
  const fault = await deliver(body, headers).then(
    (status) => (status >= 200 && status < 300 ? undefined : `answered ${status}`),
    (error: unknown) => (error instanceof Error ? error.message : 'no answer'),
  );
  if (fault === undefined) {
    await sql`update sandbox_events set delivered_at = ${clock.now()} where id = ${id}`;
  }
  return { attempts: event.attempts, fault };
}
