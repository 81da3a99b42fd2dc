import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import { openArchive } from './read-archive.ts';
import { type NewFile, type StoreDeps, storeListingFile } from './store-file.ts';

/** Bytes of pictures that wait for their imports. */
const ceilings = { perSeller: 300_000_000, perShop: 4_000_000_000 };

/** Sellers whose ZIP file arrives at this process: one at a time each, because it lies on the disk until then. */
const arriving = new Set<string>();

/**
 * Stores a ZIP file: the rows of its CSV file, and its pictures as they are, in the database, because the next request about the
 * import may come to another server. They are made into images when their rows are imported.
 * @returns the id of the import
 * @throws CsvFault; Problem not-signed-in when the seller was removed; too-many-requests while another one arrives, or too many
 * pictures wait
 */
export async function storeListingArchive(
  deps: StoreDeps,
  file: NewFile,
  bytes: AsyncIterable<Buffer>,
): Promise<string> {
  const { sellerId } = file;
  if (arriving.has(sellerId)) throw refusal(msg`Another ZIP file of yours is being read.`, 60);
  arriving.add(sellerId);
  const folder = await mkdtemp(join(tmpdir(), 'reprise-import-'));
  try {
    await requireRoom(deps.database.sql, sellerId);
    const path = join(folder, 'archive.zip');
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const archive = await openArchive(path);
    try {
      return await storeListingFile(deps, file, archive.csv(), async (importId) => {
        for await (const pictures of batchesOf(archive.pictures())) {
          await transaction(deps.database, (tx) => {
            for (const { name, aliases, digest, content } of pictures) {
              tx.write`
                insert into listing_import_files (import_id, name, aliases, digest, content, bytes)
                values (${importId}, ${name}, ${aliases}, ${digest}, ${content}, ${content.length})`;
            }
          });
        }
      });
    } finally {
      archive.close();
    }
  } finally {
    arriving.delete(sellerId);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pictures that are stored in one transaction. */
const batchLimits = { count: 100, bytes: 10 * 1024 * 1024 };

async function* batchesOf<Picture extends { content: Buffer }>(
  pictures: AsyncIterable<Picture>,
): AsyncGenerator<Picture[]> {
  let [batch, bytes]: [Picture[], number] = [[], 0];
  for await (const picture of pictures) {
    batch.push(picture);
    bytes += picture.content.length;
    if (batch.length < batchLimits.count && bytes < batchLimits.bytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function requireRoom(sql: Sql, sellerId: string): Promise<void> {
  const [found] = await sql<{ ofSeller: number; ofShop: number }[]>`
    select coalesce(sum(f.bytes) filter (where i.seller_id = ${sellerId}), 0)::bigint as "ofSeller",
      coalesce(sum(f.bytes), 0)::bigint as "ofShop"
    from listing_import_files f join listing_imports i on i.id = f.import_id`;
  if ((found?.ofSeller ?? 0) > ceilings.perSeller) {
    throw refusal(
      msg`The pictures of other imports are waiting. Continue those imports first.`,
      3_600,
    );
  }
  if ((found?.ofShop ?? 0) > ceilings.perShop) {
    throw refusal(
      msg`The shop has received too many pictures. Please try again in an hour.`,
      3_600,
    );
  }
}

function refusal(message: ProblemText, retryAfterSeconds: number): Problem {
  const errors = [{ field: 'file', message }];
  return new Problem('too-many-requests', message, { retryAfterSeconds, errors });
}
