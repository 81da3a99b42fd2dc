import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';

const renewEveryMs = 10_000;

/**
 * Registers this server among those that run on the database, until it is stopped. Servers whose secrets differ would refuse
 * each other's access tokens, so the second one is not started.
 * @param secret signs the access tokens
 * @throws StartupError when a server with another secret runs
 */
export async function registerServer(
  { database, clock }: { database: Database; clock: Clock },
  secret: string,
): Promise<{ stop(): Promise<void> }> {
  const id = newId(clock.now());
  const secretCheck = createHmac('sha256', secret).update('running server').digest('base64url');
  const place = `${hostname()}, process ${process.pid}`;
  await transaction(database, async (tx) => {
    // The second of two servers that start at the same moment finds the first.
    await tx.sql`lock table running_servers in exclusive mode`;
    await tx.sql`delete from running_servers where seen_at < clock_timestamp() - interval '1 day'`;
    const [other] = await tx.sql<{ place: string; seconds: number }[]>`
      select place, extract(epoch from clock_timestamp() - seen_at)::int as seconds
      from running_servers where secret_check <> ${secretCheck}
        and seen_at > clock_timestamp() - interval '30 seconds'
      order by seen_at desc limit 1`;
    if (other) throw otherSecret(other);
    await tx.sql`
      insert into running_servers (id, place, secret_check, seen_at)
      values (${id}, ${place}, ${secretCheck}, clock_timestamp())`;
  });
  const renew = () => database.sql`
    insert into running_servers (id, place, secret_check, seen_at)
    values (${id}, ${place}, ${secretCheck}, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at`;
  // No other server can start while the database is away.
  const timer = setInterval(() => renew().then(undefined, () => undefined), renewEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await database.sql`delete from running_servers where id = ${id}`.then(
        () => undefined,
        () => undefined,
      );
    },
  };
}

function otherSecret({ place, seconds }: { place: string; seconds: number }): StartupError {
  return new StartupError(
    `A server with another TOKEN_SECRET runs on this database (${place}, seen ${seconds} s ago): the two would refuse each other's access tokens.`,
    'Give all servers of the shop the same TOKEN_SECRET, also the one that has run with the file DATA_DIR/secret. To change it, stop all of them first; one that was killed counts for 30 s.',
  );
}
