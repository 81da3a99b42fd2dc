import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { images } from '../database/schema/images.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import type { ImageHost } from '../providers/images/port.ts';

/** Time in which an uploaded picture must find its use: a form may lie open overnight. */
const unusedForMs = 24 * 3_600_000;
const batch = 100;

/**
 * Removes the pictures that were uploaded more than 24 hours ago and that no product, person or booking shows. Rows go
 * first, then files: a crash between leaves files without a row, never a row without files, and `removeStrayPictures`
 * finds those. Several servers may do this at once.
 * @returns how many were removed
 */
export async function removeUnreferencedImages(
  database: Pick<Database, 'orm'>,
  host: ImageHost,
  now: Date,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await transaction(database, (tx) => deleteUnreferenced(tx, host.name, now));
    for (const id of ids) await host.remove(id);
    removed += ids.length;
    if (ids.length === 0) return removed;
  }
}

/**
 * Removes files that no row tells of: a server stopped between keeping a picture and saving its row, or between
 * deleting the row and its files.
 * @returns how many were removed
 */
export async function removeStrayPictures(
  { orm }: Pick<Database, 'orm'>,
  host: ImageHost,
  now: Date,
): Promise<number> {
  return host.sweep(new Date(now.getTime() - unusedForMs), async (ids) => {
    const rows = await orm.select({ id: images.id }).from(images).where(inArray(images.id, ids));
    return new Set(rows.map((row) => row.id));
  });
}

/**
 * First the rows are locked, then those of them that are still unused are deleted. The lock keeps anybody from referring
 * to them from now on (a foreign key takes a share of it), and the second statement sees whoever came before it.
 */
async function deleteUnreferenced(tx: Tx, hostName: string, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - unusedForMs);
  const candidates = await tx
    .select({ id: images.id })
    .from(images)
    .where(
      sql`${images.createdAt} < ${before.toISOString()} and ${images.host} = ${hostName} and ${isUnused}`,
    )
    .orderBy(images.createdAt)
    .limit(batch)
    .for('update', { skipLocked: true });
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id);
  const deleted = await tx
    .delete(images)
    .where(sql`${inArray(images.id, ids)} and ${isUnused}`)
    .returning({ id: images.id });
  return deleted.map(({ id }) => id);
}

/** Every column that refers to a picture. A forgotten one costs no picture: its foreign key refuses the deletion. */
const isUnused = sql`
  not exists (select from products where image_id = ${images.id})
  and not exists (select from product_images where image_id = ${images.id})
  and not exists (select from users where image_id = ${images.id})
  and not exists (select from bookings where image_id = ${images.id})`;
