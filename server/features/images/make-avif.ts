import { and, desc, eq, not } from 'drizzle-orm';
import type { Database } from '../../database/connection.ts';
import { images } from '../../database/schema/images.ts';
import { transaction } from '../../database/transaction.ts';
import type { ImageHost } from '../../providers/images/port.ts';

interface AvifOutcome {
  /** Pictures that have their AVIF files now. Remembered answers that show pictures are out of date when there are any. */
  made: number;
  /** Why some do not, for the log. They are tried again at the next call, after all newer ones. */
  failures: unknown[];
}

/**
 * Adds AVIF to pictures that only have WebP, newest first, one after the other. Several servers may do this at once.
 * @param limit pictures to try at most
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
 * Nothing is locked meanwhile: behind many uploads this may take longer than the database lets a transaction lie idle.
 * Should two servers come to the same picture, both make the same files, and either may be last.
 * @returns false when it is done already, or the picture is gone
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
  // It was removed meanwhile, and what was made since must go after it.
  if (saved.length === 0) await host.remove(id);
  return saved.length > 0;
}
