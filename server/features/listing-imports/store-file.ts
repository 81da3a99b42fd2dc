import { createHash } from 'node:crypto';
import { importFields, importLimits } from '#contract/imports/import-fields.ts';
import type { ImportMapping } from '#contract/imports/listing-imports.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { CsvFault } from '../../core/csv-text.ts';
import { newId } from '../../core/ids.ts';
import { type CsvRow, readCsv } from '../../core/read-csv.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { lockUser } from '../users/lock-user.ts';
import { nameColumns } from './column-names.ts';
import { joinPictureRows, recognisePreset } from './export-presets.ts';
import { guessMapping } from './guess-mapping.ts';
import { readImportChoices, sharedByChoice, withRememberedValues } from './import-choices.ts';
import { type FileRow, soundMapping } from './import-row.ts';

export interface StoreDeps {
  database: Database;
  clock: Clock;
  /** The languages of the shop: the names of columns may be in each. */
  languages: readonly LoadedLanguage[];
}

export interface NewFile {
  sellerId: string;
  createdBy: string;
  fileName: string;
}

/** The characters and rows that are inserted together. */
const insertLimits = { length: 500_000, rows: 500 };
/**
 * The number of files that are kept of each seller, in addition to those that are being imported (`maxRunning`); and the
 * number that may arrive at a time.
 */
const keptFiles = 3;
const keptDays = 30;

/**
 * Stores the rows of a CSV file as it arrives, some at a time, so that a large file costs no memory and no long transaction. A
 * file that cannot be read to its end leaves nothing.
 * @param storePictures stores what came with the file before it is complete
 * @returns the id of the import
 * @throws CsvFault; Problem not-signed-in when the seller was removed
 */
export async function storeListingFile(
  { database, clock, languages }: StoreDeps,
  file: NewFile,
  bytes: AsyncIterable<Buffer>,
  storePictures?: (importId: string) => Promise<void>,
): Promise<string> {
  const { rows, delimiter, encoding } = await readCsv(bytes, importLimits);
  const first = await rows.next();
  if (first.done) throw new CsvFault(msg`The file is empty.`);
  const { cells: names, width } = first.value;
  const nameless = Math.min(width, importLimits.columns) - names.length;
  // A column at the end that has no name is one only if a row has a value in it.
  const named = nameColumns([...names, ...Array.from({ length: nameless }, () => '')]);
  let used = names.length;
  const generateId = rowIdGenerator();
  const pictureRows = recognisePreset(named)?.pictureRows;
  const filled = new Set<number>();
  const at = clock.now();
  const id = newId(at);
  await transaction(database, (tx) => insertImport(tx, { ...file, id }, at));
  try {
    let rowCount = 0;
    for await (const batch of batchesOf(pictureRows ? joinPictureRows(rows, pictureRows) : rows)) {
      used = batch.reduce((most, { cells }) => Math.max(most, cells.length), used);
      for (const { cells } of batch) {
        for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at);
      }
      const numbered = batch.map((each, index) => {
        // Here and nowhere else, so that SQL and JavaScript compare the same text.
        const cells = each.cells.map((cell) => cell.trim());
        return { row: rowCount + index + 1, cells, generatedId: generateId(cells) };
      });
      await transaction(database, (tx) => insertRows(tx, id, numbered, clock.now()));
      rowCount += batch.length;
    }
    if (rowCount === 0)
      throw new CsvFault(msg`The file has no rows after the names of the columns.`);
    await storePictures?.(id);
    const columns = named.slice(0, used);
    await transaction(database, async (tx) => {
      endIdleImports(tx, clock.now(), file.sellerId);
      const last = await lastMapping(tx, file.sellerId);
      const guessed = guessMapping(columns, languages, last, {
        isEmpty: (column) => !filled.has(columns.indexOf(column)),
        defaults: {
          ...(await sellerDefaults(tx, file.sellerId, at)),
          ...(last.pictures && !('column' in last.pictures) && { pictures: last.pictures }),
          ...sharedByChoice(await readImportChoices(tx.sql, file.sellerId)),
        },
      });
      const mapping = await withRememberedValues(tx, { ...file, id, columns }, guessed);
      tx.write`
        update listing_imports set state = 'mapping', row_count = ${rowCount},
          encoding = ${encoding()}, delimiter = ${delimiter},
          columns = ${JSON.stringify(columns)}::jsonb, mapping = ${JSON.stringify(mapping)}::jsonb
        where id = ${id}`;
      // Only now: a file that cannot be read must not replace one that can.
      tx.write`
        delete from listing_imports where id in (
          select id from listing_imports
          where seller_id = ${file.sellerId} and state not in ('arriving', 'importing')
          order by id desc offset ${keptFiles}
        )`;
      if (storePictures) removeWaitingPictures(tx, file.sellerId, id);
    });
    return id;
  } catch (error) {
    await transaction(database, (tx) => tx.write`delete from listing_imports where id = ${id}`);
    throw error;
  }
}

/**
 * Deletes files that were imported, or given up, a while ago. Each is a statement of its own: the rows of many would take longer
 * than a statement may. What is left after 20 seconds waits for the next time. @returns how many
 */
export async function removeOldImports({
  database,
  clock,
}: Omit<StoreDeps, 'languages'>): Promise<number> {
  const at = clock.now();
  await transaction(database, (tx) => endIdleImports(tx, at));
  await transaction(database, (tx) => removeForgottenPictures(tx, at));
  const before = new Date(at.getTime() - keptDays * 86_400_000);
  const end = performance.now() + removalMs;
  let removed = 0;
  while (performance.now() < end) {
    const found = await database.sql`
      delete from listing_imports where id = (
        select id from listing_imports where created_at < ${before} order by created_at limit 1
      ) returning id`;
    if (found.length === 0) break;
    removed += 1;
  }
  return removed;
}

const removalMs = 20_000;

const idleMs = 3_600_000;

/**
 * Ends imports that were not continued for an hour: what was stored stays, and the file counts as one that is kept.
 * Files that were uploaded only in part are deleted.
 * @param sellerId only of this one
 */
function endIdleImports(tx: Tx, at: Date, sellerId: string | null = null): void {
  const before = new Date(at.getTime() - idleMs);
  tx.write`
    update listing_imports set state = 'done', finished_at = ${at}
    where state = 'importing' and coalesce(active_at, created_at) < ${before}
      and (${sellerId}::uuid is null or seller_id = ${sellerId})`;
  tx.write`
    delete from listing_imports
    where state = 'arriving' and coalesce(active_at, created_at) < ${before}
      and (${sellerId}::uuid is null or seller_id = ${sellerId})`;
}

/** Only the newest of a seller's imports with pictures that have not begun is kept, as the pictures may be large. */
function removeWaitingPictures(tx: Tx, sellerId: string, newestId: string): void {
  tx.write`
    delete from listing_imports i
    where seller_id = ${sellerId} and id <> ${newestId} and state not in ('arriving', 'importing')
      and exists (select from listing_import_files where import_id = i.id)`;
}

/** Pictures of imports that have ended, and imports with pictures that have not begun within a day. */
function removeForgottenPictures(tx: Tx, at: Date): void {
  tx.write`
    delete from listing_import_files f using listing_imports i
    where i.id = f.import_id and i.state = 'done'`;
  tx.write`
    delete from listing_imports i
    where state in ('mapping', 'checking', 'checked') and created_at < ${new Date(at.getTime() - 86_400_000)}
      and exists (select from listing_import_files where import_id = i.id)`;
}

async function insertImport(
  tx: Tx,
  { id, sellerId, createdBy, fileName }: NewFile & { id: string },
  at: Date,
): Promise<void> {
  await lockUser(tx, sellerId);
  // What a crash left, or too many that arrive at the same time.
  tx.write`
    delete from listing_imports where state = 'arriving' and id in (
      select id from listing_imports where seller_id = ${sellerId} and state = 'arriving'
      order by id desc offset ${keptFiles - 1}
    )`;
  tx.write`
    insert into listing_imports (id, seller_id, created_by, file_name, state, created_at)
    values (${id}, ${sellerId}, ${createdBy}, ${fileName}, 'arriving', ${at})`;
}

/**
 * Makes ids for rows without an external id, of what is in their cells: the row of a file that is imported again has the same one,
 * and a row that was changed another. Equal rows of a file are counted, so each is a listing of its own.
 */
function rowIdGenerator(): (cells: readonly string[]) => string {
  const counts = new Map<string, number>();
  return (cells) => {
    const digest = createHash('sha256').update(JSON.stringify(cells)).digest('base64url');
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    return `row:${digest}#${count}`;
  };
}

async function* batchesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  let length = 0;
  for await (const row of rows) {
    batch.push(row);
    length += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < insertLimits.rows && length < insertLimits.length) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

function insertRows(tx: Tx, id: string, rows: readonly FileRow[], at: Date): void {
  tx.write`update listing_imports set active_at = ${at} where id = ${id}`;
  tx.write`
    insert into listing_import_rows (import_id, row, cells, generated_id)
    select ${id}, r.row, r.cells, r."generatedId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (row int, cells jsonb, "generatedId" text)`;
}

/** What files seldom have, as the seller's newest listing or profile says it, and this year as that in which a dealer bought it. */
async function sellerDefaults(tx: Tx, sellerId: string, at: Date): Promise<ImportMapping> {
  const [said] = await tx.sql<{ phone: string | null; location: string | null }[]>`
    select coalesce(p.phone, t.phone) as phone, p.location
    from users u left join traders t on t.user_id = u.id
    left join lateral (
      select phone, location from products where seller_id = u.id order by id desc limit 1
    ) p on true
    where u.id = ${sellerId}`;
  return {
    purchase_year: { value: String(at.getUTCFullYear()) },
    ...(said?.phone && { phone: { value: said.phone } }),
    ...(said?.location && { location: { value: said.location } }),
  };
}

/** The columns of the seller's last file, and its picture. What else was chosen for it is remembered apart from it. */
async function lastMapping(tx: Tx, sellerId: string): Promise<ImportMapping> {
  const [last] = await tx.sql<{ mapping: unknown }[]>`
    select mapping from listing_imports
    where seller_id = ${sellerId} and state not in ('arriving', 'mapping')
    order by id desc limit 1`;
  const sound = soundMapping(last?.mapping);
  const mapping: ImportMapping = {};
  for (const field of importFields) {
    const source = sound[field];
    if (source && 'column' in source) {
      const { values: _remembered, ...columns } = source;
      mapping[field] = columns;
    } else if (source && field === 'pictures') mapping[field] = source;
  }
  return mapping;
}
