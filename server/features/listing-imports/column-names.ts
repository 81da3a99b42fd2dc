import { importLimits } from '#contract/imports/import-fields.ts';
import { msg, plural } from '#contract/text.ts';
import { CsvFault } from '../../core/csv-text.ts';

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
