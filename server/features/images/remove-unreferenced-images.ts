import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { ImageHost } from '../../providers/images/port.ts';

/** The time for which an uploaded picture may stay without a reference: a form can be left open overnight. */
const gracePeriodMs = 24 * 3_600_000;
const batchSize = 100;

/**
 * Removes the images that were uploaded more than 24 hours ago and that no product, user, booking,
 * return or dispute refers to. Rows are
 * deleted before files, so that a crash in between leaves files without a row, which `removeStrayImageFiles` removes,
 * and never a row without files. For an image at a hosting service only the row is deleted: the files are not ours.
 * Several servers may run this at the same time.
 * @returns how many were removed
 */
export async function removeUnreferencedImages(
  database: Pick<Database, 'transaction'>,
  host: ImageHost,
  now: Date,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const pictures = await transaction(database, (tx) => deleteUnreferenced(tx, host.name, now));
    for (const { id, isOurs } of pictures) if (isOurs) await host.remove(id);
    removed += pictures.length;
    if (pictures.length === 0) return removed;
  }
}

/**
 * Removes files that have no row because a server stopped between storing the files and inserting the row, or between
 * deleting the row and removing the files, and those of blanked images (`blankImages`).
 * @returns how many images' files were removed
 */
export async function removeStrayImageFiles(
  { sql }: Pick<Database, 'sql'>,
  host: ImageHost,
  now: Date,
): Promise<number> {
  return host.sweep(new Date(now.getTime() - gracePeriodMs), async (ids) => {
    const rows = await sql<{ id: string }[]>`
      select id from images i
      where id = any(${ids}::uuid[]) and (cardinality(widths) > 0 or hidden_widths is not null
        and (exists (select from evidence_images where image_id = i.id)
          or not exists (select from users where id = i.owner_id and removed_at is not null)))`;
    return new Set(rows.map((row) => row.id));
  });
}

type Unused = { id: string; isOurs: boolean };

/**
 * Skips rows that another transaction has locked in order to refer to them. If a reference is committed between the
 * check and the lock, its foreign key makes the deletion fail, and the next call sees the reference. The same protects
 * a column that is missing from this statement.
 */
async function deleteUnreferenced(tx: Tx, hostName: string, now: Date): Promise<Unused[]> {
  const before = new Date(now.getTime() - gracePeriodMs).toISOString();
  return tx.sql<Unused[]>`
    with unused as materialized (
      select id from images i
      where created_at < ${before} and (host = ${hostName} or external_url is not null)
        and not exists (select from products where image_id = i.id)
        and not exists (select from product_images where image_id = i.id)
        and not exists (select from users where image_id = i.id)
        and not exists (select from bookings where image_id = i.id)
        and not exists (select from evidence_images where image_id = i.id)
      order by created_at limit ${batchSize}
      for update skip locked
    )
    delete from images where id in (select id from unused) returning id, external_url is null as "isOurs"`;
}
