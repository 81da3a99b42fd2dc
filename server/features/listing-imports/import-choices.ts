import type { ImportChoice } from '#contract/imports/import-choices.ts';
import {
  type ImportField,
  importLimits,
  rememberedFields,
  valueFields,
} from '#contract/imports/import-fields.ts';
import type { ImportMapping } from '#contract/imports/listing-imports.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { soundMapping } from './import-row.ts';

/*
 * What a seller chooses for one file is remembered for the next: what the values of columns mean, and what is the same for all
 * rows. It is kept apart from the files, which are deleted, so that the seller can see it and have it forgotten.
 */

/** What is remembered of the files of a seller, by field. */
export async function readImportChoices(sql: Sql, sellerId: string): Promise<ImportChoice[]> {
  const rows = await sql<{ field: ImportField; said: string; means: unknown }[]>`
    select field, said, means from import_choices
    where seller_id = ${sellerId} order by field, said <> '', said`;
  return rows.flatMap(({ field, said, means }): ImportChoice[] => {
    if (said === '') {
      const source = soundMapping({ [field]: means })[field];
      return source?.value === undefined ? [] : [{ field, value: source.value }];
    }
    // A version may have stored what this one does not know.
    const source = soundMapping({ [field]: { column: '', values: [{ said, means }] } })[field];
    const [known] = source && 'column' in source ? (source.values ?? []) : [];
    return known ? [{ field, ...known }] : [];
  });
}

/** Forgets all of it, or what is remembered of a field. @param said of a value of its column; else of all rows */
export async function forgetImportChoices(
  tx: Tx,
  {
    sellerId,
    field,
    said = '',
  }: { sellerId: string; field?: ImportField | undefined; said?: string | undefined },
): Promise<number> {
  const forgotten = await tx.sql`
    delete from import_choices
    where seller_id = ${sellerId}
      and (${field ?? null}::text is null or (field = ${field ?? ''} and said = ${said}))
    returning field`;
  return forgotten.length;
}

/** The values of all rows, as a mapping has them. */
export function sharedByChoice(choices: readonly ImportChoice[]): ImportMapping {
  return Object.fromEntries(
    choices.flatMap(({ field, value }) => (value === undefined ? [] : [[field, { value }]])),
  );
}

/** A mapping with what is remembered of the values that its columns have in this file, unless it says what they mean. */
export async function withRememberedValues(
  tx: Tx,
  { id, sellerId, columns }: { id: string; sellerId: string; columns: readonly string[] },
  mapping: ImportMapping,
): Promise<ImportMapping> {
  const found = { ...mapping };
  for (const field of valueFields) {
    const source = mapping[field];
    if (!source || !('column' in source) || source.values) continue;
    const index = columns.indexOf(source.column);
    const rows = await tx.sql<{ said: string; means: unknown }[]>`
      select said, means from import_choices
      where seller_id = ${sellerId} and field = ${field} and said <> '' and said in (
        select cells->>${index}::int from listing_import_rows where import_id = ${id}
      )
      order by changed_at desc, said limit ${importLimits.saidValues}`;
    if (rows.length > 0)
      Object.assign(found, soundMapping({ [field]: { ...source, values: rows } }));
  }
  return found;
}

/** Remembers what is chosen for a file. What it has a column for stays remembered, and what it leaves out is forgotten. */
export async function rememberChoices(
  tx: Tx,
  sellerId: string,
  mapping: ImportMapping,
  at: Date,
): Promise<void> {
  const chosen: { field: string; said: string; means: unknown }[] = [];
  const leftOut: string[] = [];
  for (const field of rememberedFields) {
    const source = mapping[field];
    if (!source) leftOut.push(field);
    else if ('column' in source) continue;
    // The next file gets the year that it is then.
    else if (field === 'purchase_year' && source.value === String(at.getUTCFullYear()))
      leftOut.push(field);
    else chosen.push({ field, said: '', means: source });
  }
  for (const field of valueFields) {
    const source = mapping[field];
    if (!source || !('column' in source)) continue;
    chosen.push(...(source.values ?? []).map((one) => ({ field, ...one })));
  }
  tx.write`
    delete from import_choices
    where seller_id = ${sellerId} and said = '' and field = any(${leftOut}::text[])`;
  tx.write`
    insert into import_choices (seller_id, field, said, means, changed_at)
    select distinct on (c.field, c.said) ${sellerId}::uuid, c.field, c.said, c.means, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb)
      as c (field text, said text, means jsonb)
    on conflict (seller_id, field, said)
    do update set means = excluded.means, changed_at = excluded.changed_at`;
  tx.write`
    delete from import_choices where seller_id = ${sellerId} and (field, said) in (
      select field, said from import_choices where seller_id = ${sellerId}
      order by changed_at desc, field, said offset ${importLimits.rememberedChoices}
    )`;
}
