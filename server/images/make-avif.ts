import { and, desc, eq, not } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { images } from '../database/schema/images.ts';
import { transaction } from '../database/transaction.ts';
import type { ImageHost } from '../providers/images/port.ts';

interface AvifOutcome {
  /** Pictures that have their AVIF files now. Remembered answers that show pictures are out of date when there are any. */
  made: number;
  /** Why some do not, for the log. They are tried again at the next call, after all newer ones. */
  failures: unknown[];
}

/**
 * Adds AVIF to pictures that only have WebP, newest first, one after the other. Several servers may do this at once:
 * each works on other pictures.
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
 * The row's lock is the claim on the work, so it is held while the files are made, for two or three seconds: a server
 * that crashes gives it up without anybody's doing. It hinders nobody from referring to the picture, only from removing it.
 * @returns false when another server has the picture in hand, or has done it, or it is gone
 */
async function makeAvifOf(
  database: Pick<Database, 'orm'>,
  host: ImageHost,
  id: string,
): Promise<boolean> {
  return transaction(database, async (tx) => {
    const [picture] = await tx
      .select({ widths: images.widths })
      .from(images)
      .where(and(eq(images.id, id), not(images.avif)))
      .for('no key update', { skipLocked: true });
    if (!picture) return false;
    await host.makeAvif(id, picture.widths);
    await tx.update(images).set({ avif: true }).where(eq(images.id, id));
    return true;
  });
}
