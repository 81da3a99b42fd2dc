import {
  importColumns,
  importFieldNames,
  importFields,
  importLimits,
} from '#contract/imports/import-fields.ts';
import type { ImportMapping } from '#contract/imports/listing-imports.ts';
import { inLanguage } from '#contract/language.ts';
import { msg, plural } from '#contract/text.ts';
import { CsvFault } from '../../core/csv-text.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';

/**
 * Which column is which field: as the seller mapped a column of that name before, else by the names that such columns usually
 * have, in the languages of the shop too, else the value that was the same for all rows. A column is taken once.
 */
export function guessMapping(
  columns: readonly string[],
  languages: readonly LoadedLanguage[],
  remembered: ImportMapping = {},
): ImportMapping {
  const mapping: ImportMapping = {};
  const taken = new Set<string>();
  for (const field of importFields) {
    const source = remembered[field];
    if (!source || !('column' in source) || !columns.includes(source.column)) continue;
    if (field === 'external_id' && source.value !== undefined) continue;
    mapping[field] = source;
    taken.add(source.column);
  }
  for (const field of importFields) {
    if (mapping[field]) continue;
    const translated = languages.map(({ i18n }) => inLanguage(i18n, () => importFieldNames[field]));
    const column = [...importColumns[field].guesses, ...translated]
      .map((name) =>
        columns.find((each) => !taken.has(each) && plainName(each) === plainName(name)),
      )
      .find((found) => found !== undefined);
    if (column === undefined) continue;
    mapping[field] = { column };
    taken.add(column);
  }
  // What was the same for all rows of another file must not replace what this one says.
  for (const field of importFields) {
    const source = remembered[field];
    if (mapping[field] || !source || 'column' in source || field === 'external_id') continue;
    mapping[field] = source;
  }
  return mapping;
}

/** `External_ID*`, `externalId` and `external id` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Names for all columns: those without one are numbered, and so are equal ones.
 * @throws CsvFault when a name is too long to be repeated in every error
 */
export function nameColumns(cells: readonly string[]): string[] {
  const named: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const wanted = cell.trim() || `Column ${index + 1}`;
    let name = wanted;
    for (let count = 2; named.includes(name); count += 1) name = `${wanted} (${count})`;
    if (name.length > importLimits.columnNameLength) {
      const column = index + 1;
      const length = importLimits.columnNameLength;
      throw new CsvFault(
        msg`The name of column ${column} is longer than ${plural(length, { one: '# character', other: '# characters' })}. The first line must have the names of the columns.`,
      );
    }
    named.push(name);
  }
  return named;
}
