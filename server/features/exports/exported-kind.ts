import { inLanguage } from '#contract/language.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { type CsvCell, writeCsv } from '../../core/csv.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';

/** The format of the values of a column; `money` is in the smallest unit. */
export type ColumnType = 'text' | 'number' | 'money' | 'time' | 'flag';

/** A row of an export: the columns by their names. */
export type ExportedRow = Readonly<Record<string, unknown>> & {
  /** The id by which the rows are ordered. */
  cursor: string;
  /** Read, and not written. */
  isLeftOut?: boolean;
};

export interface ExportReader {
  sql: Sql;
  pictureOf: PictureOf;
}

/** Which rows to read: those with a greater id than the last one, and how many at most. */
export interface PageOfRows {
  after: string;
  count: number;
}

/** One kind of records. Columns keep their names and their order: programs that read the files rely on them (docs/csv.md). */
export interface ExportedKind {
  columns: Readonly<Record<string, ColumnType>>;
  /** The headings of the columns in a file for people, in the current language. */
  headings?: Readonly<Record<string, string>>;
  /** Further columns behind these, that depend on what is stored; read once, before the first page. */
  readColumns?: (sql: Sql) => Promise<Readonly<Record<string, ColumnType>>>;
  /** Reads by an index, so that each page of a large table takes as long as the first. */
  readPage(reader: ExportReader, page: PageOfRows): Promise<readonly ExportedRow[]>;
}

/** @param language in which the columns have headings, where they have any; without one they have their names */
export function headerOf(
  columns: ExportedKind['columns'],
  kind: Pick<ExportedKind, 'headings'>,
  language?: LoadedLanguage,
): string {
  const names = Object.keys(columns);
  if (!language) return writeCsv([names]);
  return inLanguage(language.i18n, () => {
    const { headings = {} } = kind;
    return writeCsv([names.map((name) => headings[name] ?? name)]);
  });
}

/** The rows as lines of a CSV file. */
export function linesOf(columns: ExportedKind['columns'], rows: readonly ExportedRow[]): string {
  const types = Object.entries(columns);
  const written = rows.filter((row) => !row.isLeftOut);
  if (written.length === 0) return '';
  return writeCsv(written.map((row) => types.map(([name, type]) => cellOf(row, name, type))));
}

function cellOf(row: ExportedRow, name: string, type: ColumnType): CsvCell {
  const value = row[name];
  if (value === undefined) throw new TypeError(`The statement of an export has no column ${name}`);
  if (value === null) return undefined;
  if (type === 'money') return toMajorUnits(Number(value));
  // Amounts are texts, because they have digits after the point.
  if (type === 'number') return plainNumber(Number(value));
  if (type === 'flag') return value ? 'yes' : 'no';
  return value instanceof Date ? value.toISOString() : String(value);
}

const plainNumber = (value: number) => String(value);
