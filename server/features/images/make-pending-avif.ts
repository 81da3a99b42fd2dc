import { and, desc, eq, not } from 'drizzle-orm';
import type { Database } from '../../database/connection.ts';
import { images } from '../../database/schema/images.ts';
import { transaction } from '../../database/transaction.ts';
import type { ImageHost } from '../../providers/images/port.ts';

interface AvifOutcome {
  /** How many pictures got AVIF files. If any did, cached responses that show pictures are out of date. */
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
  database: Pick<Database, 'orm'>,
  host: ImageHost,
  limit: number,
): Promise<AvifOutcome> {
  const pending = await database.orm
    .select({ id: images.id })
    .from(images)
    .where(and(not(images.avif), eq(images.host, host.name)))
    .orderBy(desc(images.id))
    .limit(limit);
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
  database: Pick<Database, 'orm'>,
  host: ImageHost,
  id: string,
): Promise<boolean> {
  const [picture] = await database.orm
    .select({ widths: images.widths })
    .from(images)
    .where(and(eq(images.id, id), not(images.avif)));
  if (!picture) return false;
  await host.makeAvif(id, picture.widths);
  const saved = await transaction(database, (tx) =>
    tx.update(images).set({ avif: true }).where(eq(images.id, id)).returning({ id: images.id }),
  );
  // The picture was removed during the encoding, so the new files must be removed too.
  if (saved.length === 0) await host.remove(id);
  return saved.length > 0;
}
