import { inArray } from 'drizzle-orm';
import type { Database } from '../../database/connection.ts';
import { images } from '../../database/schema/images.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { ImageHost } from '../../providers/images/port.ts';

/** Time in which an uploaded picture must find its use: a form may lie open overnight. */
const unusedForMs = 24 * 3_600_000;
const batch = 100;

/**
 * Removes the pictures that were uploaded more than 24 hours ago and that no product, person or booking shows. Rows go
 * first, then files: a crash between leaves files without a row, never a row without files, and `removeStrayPictures`
 * finds those. Of a picture at a hosting service only the row goes, for the files are not ours. Several servers may do
 * this at once.
 * @returns how many were removed
 */
export async function removeUnreferencedImages(
  database: Pick<Database, 'orm'>,
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

type Unused = { id: string; isOurs: boolean };

/**
 * Rows that are locked by somebody who is about to refer to them are passed over. Should a reference come in the moment
 * between looking and locking, its foreign key refuses the deletion, and the next call finds the picture in use. That
 * also holds for a column that is forgotten here.
 */
async function deleteUnreferenced(tx: Tx, hostName: string, now: Date): Promise<Unused[]> {
  const before = new Date(now.getTime() - unusedForMs).toISOString();
  return tx.sql<Unused[]>`
    with unused as materialized (
      select id from images i
      where created_at < ${before} and (host = ${hostName} or external_url is not null)
        and not exists (select from products where image_id = i.id)
        and not exists (select from product_images where image_id = i.id)
        and not exists (select from users where image_id = i.id)
        and not exists (select from bookings where image_id = i.id)
      order by created_at limit ${batch}
      for update skip locked
    )
    delete from images where id in (select id from unused) returning id, external_url is null as "isOurs"`;
}
