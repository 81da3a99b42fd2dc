import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { ImageHost } from '../../providers/images/port.ts';

interface FingerprintDeps {
  database: Database;
  imageHost: ImageHost;
  clock: Clock;
}

const textOf = (bits: bigint | undefined) => (bits === undefined ? null : String(bits));

/** About as many as are made within a few seconds. */
const batchSize = 200;

/**
 * Makes the fingerprints of pictures that have none, newest first: of new ones, and after an upgrade of those from before. The
 * listings with them are compared again. A picture that cannot be read gets none.
 * @returns how many pictures
 */
export async function makeFingerprints({
  database,
  imageHost,
  clock,
}: FingerprintDeps): Promise<number> {
  const pending = await database.sql<{ id: string; widths: number[] }[]>`
    select id, widths from images
    where fingerprinted_at is null and cardinality(widths) > 0 and external_url is null
      and host = ${imageHost.name}
    order by id desc limit ${batchSize}`;
  for (const { id, widths } of pending) {
    const fingerprint = await imageHost.fingerprint(id, Math.min(...widths));
    await transaction(database, async (tx) => {
      const at = clock.now();
      tx.write`
        update images set fingerprint = ${textOf(fingerprint?.bits)}::text::bigint,
          mirrored_fingerprint = ${textOf(fingerprint?.mirrored)}::text::bigint, fingerprinted_at = ${at}
        where id = ${id}`;
      if (fingerprint === undefined) return;
      tx.write`
        update products set comparison_due_at = ${at}
        where image_id = ${id} or id in (select product_id from product_images where image_id = ${id})`;
    });
  }
  return pending.length;
}
