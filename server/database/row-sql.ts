import { Fragment, rawSql, type SqlValue } from './sql.ts';

/** A row to insert by the names of its columns in the schema's types; a fragment is an expression. */
export type NewRow<Insert> = {
  [Column in keyof Insert]: Exclude<Insert[Column], undefined> | Fragment;
};

/** `insert into table (…) values (…)`, without its semicolon, so that more can follow. Columns that are absent get their defaults. */
export function insertInto<Insert extends object>(table: string, row: NewRow<Insert>): Fragment {
  const entries = entriesOf(row);
  const names = entries.map(([name]) => columnName(name)).join(', ');
  const between = entries.slice(1).map(() => ', ');
  return new Fragment(
    [`insert into ${table} (${names}) values (`, ...between, ')'],
    entries.map(([, value]) => value),
  );
}

/** `a = …, b = …` for an update. */
export function assignments(row: object): Fragment {
  const entries = entriesOf(row);
  const names = entries.map(([name], index) => `${index === 0 ? '' : ', '}${columnName(name)} = `);
  return new Fragment(
    [...names, ''],
    entries.map(([, value]) => value),
  );
}

/** A select list of columns by the names that they have in the schema's types. */
export function selected(names: readonly string[], table?: string): Fragment {
  const prefix = table === undefined ? '' : `${table}.`;
  return rawSql(names.map((name) => `${prefix}${columnName(name)} as "${name}"`).join(', '));
}

/** `price_cents` for `priceCents`. A test compares it with the schema. */
export function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const entriesOf = (row: object) => Object.entries(row) as [string, SqlValue][];
