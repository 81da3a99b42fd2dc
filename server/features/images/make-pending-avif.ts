import type { Database } from '../../database/connection.ts';
import type { ImageHost } from '../../providers/images/port.ts';

interface AvifOutcome {
  /** The number of pictures that got AVIF files. If any did, cached responses that show pictures are out of date. */
  made: number;
  /** The errors of those that failed, for the log. The next call retries them, after all newer pictures. */
  failures: unknown[];
}

/**
 * Adds AVIF files to pictures that have only WebP, newest first, one at a time. Several servers may run this at the same
 * time.
 * @param limit how many pictures to try at most
 */
export async function makePendingAvif(
  database: Pick<Database, 'sql'>,
  host: ImageHost,
  limit: number,
): Promise<AvifOutcome> {
  const pending = await database.sql<{ id: string }[]>`
    select id from images where not avif and cardinality(widths) > 0 and host = ${host.name}
    order by id desc limit ${limit}`;
  const outcome: AvifOutcome = { made: 0, failures: [] };
  for (const { id } of pending) {
    try {
      if (await makeAvifOf(database, host, id)) outcome.made += 1;
    } catch (error) {
      outcome.failures.push(error);
    }
  }
  return outcome;
}

/**
 * Locks nothing while it encodes: with many uploads queued that may take longer than `idle_in_transaction_session_timeout`
 * allows. When two servers pick the same picture, both write the same files.
 * @returns false when the picture already has AVIF files or was removed
 */
async function makeAvifOf(
  database: Pick<Database, 'sql'>,
  host: ImageHost,
  id: string,
): Promise<boolean> {
  const [picture] = await database.sql<{ widths: number[] }[]>`
    select widths from images where id = ${id} and not avif and cardinality(widths) > 0`;
  if (!picture) return false;
  await host.makeAvif(id, picture.widths);
  const saved = await database.sql`update images set avif = true where id = ${id} returning id`;
  // The picture was removed during the encoding, so the new files must be removed too.
  if (saved.length === 0) await host.remove(id);
  return saved.length > 0;
}
