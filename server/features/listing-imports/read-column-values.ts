import { importLimits, valueFields } from '#contract/imports/import-fields.ts';
import type { ImportMapping, ListingImport } from '#contract/imports/listing-imports.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Sql } from '../../database/sql.ts';
import { readValue } from './read-cells.ts';

interface MappedFile {
  id: string;
  columns: readonly string[];
  mapping: ImportMapping;
}

/** What the columns of a file say that have few values, with what the shop reads in each, the most frequent first. */
export async function readColumnValues(
  sql: Sql,
  { id, columns, mapping }: MappedFile,
  languages: readonly LoadedLanguage[],
): Promise<ListingImport['values']> {
  const found: ListingImport['values'] = [];
  for (const field of valueFields) {
    const source = mapping[field];
    if (!source || !('column' in source)) continue;
    const { column } = source;
    const rows = await sql<{ value: string; count: number }[]>`
      select cells->>${columns.indexOf(column)}::int as value, count(*)::int as count
      from listing_import_rows
      where import_id = ${id}
        and char_length(cells->>${columns.indexOf(column)}::int) between 1 and ${importLimits.saidLength}
      group by 1 order by 2 desc, 1 limit ${importLimits.saidValues + 1}`;
    const said = rows.slice(0, importLimits.saidValues).map((row) => {
      const means = readValue(field, row.value, languages);
      return { ...row, ...(means && { means }) };
    });
    if (said.length > 0) {
      found.push({ field, column, said, isWhole: rows.length <= importLimits.saidValues });
    }
  }
  return found;
}
