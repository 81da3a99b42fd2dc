import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { ClipStore } from '../../providers/images/port.ts';

/** The time for which an uploaded clip may stay without a reference: a form can be left open overnight. */
const gracePeriodMs = 24 * 3_600_000;
/** The time after which a listing that was withdrawn without being sold has no clips any more: they are large. */
const withdrawnMs = 30 * 24 * 3_600_000;
const batchSize = 100;

/**
 * Removes the clips that were uploaded more than a day ago and that nothing refers to, those of removed people at once, and those
 * of listings that were withdrawn a month ago. Rows are deleted before files, so that a crash in between leaves files
 * that `removeStrayClipFiles` removes, and never a row without a file.
 * @returns how many were removed
 */
export async function removeUnreferencedClips(
  database: Pick<Database, 'transaction' | 'sql'>,
  store: ClipStore,
  now: Date,
): Promise<number> {
  const withdrawnBefore = new Date(now.getTime() - withdrawnMs);
  await database.sql`
    delete from clip_uses used using products p
    where p.id = used.subject_id and p.withdrawn_at < ${withdrawnBefore} and p.status <> 'sold'
      and p.hidden_for is null`;
  let removed = 0;
  for (;;) {
    const ids = await transaction(database, (tx) => deleteUnreferenced(tx, store.name, now));
    for (const id of ids) await store.remove(id);
    removed += ids.length;
    if (ids.length === 0) return removed;
  }
}

/** As for pictures: a reference that is committed between the check and the lock makes the deletion fail by its foreign key. */
async function deleteUnreferenced(tx: Tx, host: string, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - gracePeriodMs);
  const rows = await tx.sql<{ id: string }[]>`
    with unused as materialized (
      select id from clips k
      where host = ${host}
        and (created_at < ${before}
          or exists (select from users where id = k.owner_id and removed_at is not null))
        and not exists (select from clip_uses where clip_id = k.id)
      order by created_at limit ${batchSize}
      for update skip locked
    )
    delete from clips where id in (select id from unused) returning id`;
  return rows.map(({ id }) => id);
}

/** Removes files that have no row, which a crash can leave behind. @returns how many */
export async function removeStrayClipFiles(
  { sql }: Pick<Database, 'sql'>,
  store: ClipStore,
  now: Date,
): Promise<number> {
  return store.sweep(new Date(now.getTime() - gracePeriodMs), async (ids) => {
    const rows = await sql<{ id: string }[]>`select id from clips where id = any(${ids}::uuid[])`;
    return new Set(rows.map(({ id }) => id));
  });
}

/**
 * Takes the clips out of the listings of a person who is being removed; a job removes the files.
 * @param which all, or only those of what was not sold
 */
export function removeClipsOfListings(tx: Tx, sellerId: string, which: 'all' | 'not sold'): void {
  tx.write`
    delete from clip_uses where subject_id in (
      select id from products
      where seller_id = ${sellerId} and (${which === 'all'} or status <> 'sold'))`;
}
