import { type ImportState, importLimits, importNotices } from '#contract/imports/import-fields.ts';
import {
  columnsOfSource,
  type ImportError,
  type ImportMapping,
  type ListingImport,
  sentMapping,
} from '#contract/imports/listing-imports.ts';
import { msg } from '#contract/text.ts';
import { byteOrderMark, writeCsv } from '../../core/csv.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Sql } from '../../database/sql.ts';
import type { Actor } from '../users/lock-user.ts';
import { answerColumnsOf } from './answer-columns.ts';
import { recognisePreset } from './export-presets.ts';
import { missingFields } from './parse-row.ts';
import { readColumnValues } from './read-column-values.ts';

/** An import whose file has arrived. */
export interface ImportRow {
  id: string;
  sellerId: string;
  sellerName: string;
  sellerEmail: string;
  fileName: string;
  encoding: string;
  delimiter: string;
  columns: string[];
  mapping: ImportMapping;
  state: ImportState;
  rowCount: number;
  processed: number;
  createdAt: Date;
}

export interface FileRow {
  row: number;
  cells: readonly string[];
  /** What stands for its external id if it has none. */
  generatedId: string;
}

/** So few that buyers of this seller do not notice the lock on the seller. */
export const rowsPerBatch = 100;

/** The rows of the next batch. @param lastRow the last that it may have */
export function readNextRows(
  sql: Sql,
  { id, processed }: Pick<ImportRow, 'id' | 'processed'>,
  lastRow: number = importLimits.rows,
) {
  return sql<FileRow[]>`
    select row, cells, generated_id as "generatedId" from listing_import_rows
    where import_id = ${id} and row > ${processed} and row <= ${lastRow}
    order by row limit ${rowsPerBatch}`;
}

/**
 * An import of this seller; admins find all. When its stored mapping does not fit the file any more, it is to be mapped again.
 * @throws Problem not-found
 */
export async function readImportRow(sql: Sql, actor: Actor, id: string): Promise<ImportRow> {
  const [found] = await sql<(Omit<ImportRow, 'mapping'> & { mapping: unknown })[]>`
    select i.id, i.seller_id as "sellerId", u.name as "sellerName", u.email as "sellerEmail",
      i.file_name as "fileName", i.encoding, i.delimiter, i.columns, i.mapping, i.state,
      i.row_count as "rowCount", i.processed, i.created_at as "createdAt"
    from listing_imports i join users u on u.id = i.seller_id
    where i.id = ${id} and i.state <> 'arriving'
      and (${actor.role === 'admin'} or i.seller_id = ${actor.id})`;
  if (!found) throw new Problem('not-found', msg`There is no such import. Choose the file again.`);
  const mapping = soundMapping(found.mapping, found.columns);
  const isBegun = found.state !== 'mapping' && found.state !== 'done';
  const state = isBegun && missingFields(mapping).length > 0 ? 'mapping' : found.state;
  return { ...found, mapping, state };
}

/** What is right of a stored mapping: earlier versions, and files with other columns, may have left something else. */
export function soundMapping(stored: unknown, columns?: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {};
  const sources = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  for (const [field, source] of sources) {
    const { data = {} } = sentMapping.safeParse({ [field]: source });
    const named = columnsOfSource(Object.values(data)[0]);
    if (named.every((column) => !columns || columns.includes(column))) Object.assign(mapping, data);
  }
  return mapping;
}

const shownRows = 50;
const exampleRows = 3;

/** The state of an import, with the first of the refused and of the listed rows. */
export async function readListingImport(
  sql: Sql,
  actor: Actor,
  id: string,
  languages: readonly LoadedLanguage[],
): Promise<ListingImport> {
  const found = await readImportRow(sql, actor, id);
  const [examples, counted, refusals, listings, [files], notices, values] = await Promise.all([
    sql<{ cells: string[] }[]>`
      select cells from listing_import_rows where import_id = ${id} order by row
      limit ${exampleRows}`,
    sql<{ outcome: keyof ListingImport['counts']; count: number }[]>`
      select outcome, count(*)::int as count from listing_import_rows
      where import_id = ${id} and outcome is not null group by outcome`,
    readRefused(sql, id, shownRows),
    sql<ListingImport['listings']>`
      select p.id as "_id", r.row, p.name, r.outcome
      from listing_import_rows r join products p on p.id = r.product_id
      where r.import_id = ${id} and r.outcome in ('created', 'changed')
      order by r.row limit ${shownRows}`,
    sql<{ count: number }[]>`
      select count(*)::int as count from listing_import_files where import_id = ${id}`,
    sql<ListingImport['notices']>`
      select notice, count(*)::int as count, min(row) as row
      from listing_import_rows, jsonb_array_elements_text(errors) as notice
      where import_id = ${id} and outcome in ('created', 'changed') and errors is not null
      group by notice order by count(*) desc, notice`,
    found.state === 'mapping' || found.state === 'checked'
      ? readColumnValues(sql, found, languages)
      : [],
  ]);
  const counts = { created: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { outcome, count } of counted) counts[outcome] = count;
  return {
    _id: found.id,
    seller: { name: found.sellerName, email: found.sellerEmail },
    fileName: found.fileName,
    encoding: found.encoding,
    delimiter: found.delimiter,
    columns: found.columns,
    answerColumns: answerColumnsOf(found.columns, languages),
    system: recognisePreset(found.columns)?.system,
    mapping: found.mapping,
    state: found.state,
    examples: examples.map(({ cells }) => cells.slice(0, found.columns.length)),
    rowCount: found.rowCount,
    pictureCount: files?.count ?? 0,
    processed: found.processed,
    counts,
    values,
    notices: notices.filter(({ notice }) => importNotices.includes(notice)),
    refusals,
    listings,
    time: found.createdAt.toISOString(),
  };
}

/** What is wrong with the refused rows, one line for each error, some rows at a time. */
export async function readListingImportErrors(
  sql: Sql,
  actor: Actor,
  id: string,
): Promise<AsyncIterable<string>> {
  // Before the first line is sent, so that a refusal can still be answered.
  await readImportRow(sql, actor, id);
  return linesOfErrors(sql, id);
}

async function* linesOfErrors(sql: Sql, id: string): AsyncGenerator<string> {
  yield byteOrderMark + writeCsv([['row', 'column', 'value', 'error']]);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const refused = await readRefused(sql, id, errorRows, after);
    const lines = refused.flatMap(({ row, errors }) =>
      errors.map(({ column, value, message }) => [String(row), column, value, message]),
    );
    if (lines.length > 0) yield writeCsv(lines);
    after = refused.length < errorRows ? undefined : refused.at(-1)?.row;
  }
}

/** The rows whose errors are in memory together, apart from their text. */
const errorRows = 500;

function readRefused(sql: Sql, id: string, count: number, after = 0) {
  return sql<{ row: number; errors: ImportError[] }[]>`
    select row, errors from listing_import_rows
    where import_id = ${id} and row > ${after} and outcome = 'refused' order by row limit ${count}`;
}
