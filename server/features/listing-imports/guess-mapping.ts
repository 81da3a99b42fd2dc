import {
  type ImportField,
  importColumns,
  importFieldNames,
  importFields,
  importLimits,
} from '#contract/imports/import-fields.ts';
import { columnsOfSource, type ImportMapping } from '#contract/imports/listing-imports.ts';
import { inLanguage } from '#contract/language.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { plainName } from './column-names.ts';
import { presetOf } from './export-presets.ts';

/**
 * Which column is which field: as the seller mapped a column of that name before, else as the program that wrote the file names
 * it, else by the names that such columns usually have, in the languages of the shop too, else a default. A column is taken once.
 */
export function guessMapping(
  columns: readonly string[],
  languages: readonly LoadedLanguage[],
  remembered: ImportMapping = {},
  {
    isEmpty = () => false,
    defaults = {},
  }: {
    /** Whether no row has anything in a column. */
    isEmpty?: (column: string) => boolean;
    /** The values for all rows of fields for which there is nothing else. */
    defaults?: ImportMapping;
  } = {},
): ImportMapping {
  const mapping: ImportMapping = {};
  const taken = new Set<string>();
  const take = (field: ImportField, source: ImportMapping[ImportField]) => {
    const named = columnsOfSource(source);
    if (!source || named.length === 0 || mapping[field]) return;
    if (!named.every((column) => columns.includes(column) && !taken.has(column))) return;
    mapping[field] = source;
    for (const column of named) taken.add(column);
  };
  for (const field of importFields) {
    const source = remembered[field];
    if (field !== 'external_id' || source?.value === undefined) take(field, source);
  }
  const preset = presetOf(columns, isEmpty);
  for (const field of importFields) take(field, preset?.mapping[field]);
  take('pictures', numberedPictures(columns));
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
  return { ...defaults, ...mapping };
}

/** `Image 1`, `Image 2` and so on. */
function numberedPictures(columns: readonly string[]): ImportMapping[ImportField] {
  const name =
    /^(?:product)?(?:image|picture|photo|img|pic|bild|foto|imagen|画像)(?:url|src|file|link)?(\d{1,2})$/;
  const numbered = columns
    .flatMap((column) => {
      const [, number] = name.exec(plainName(column)) ?? [];
      return number === undefined ? [] : [{ column, number: Number(number) }];
    })
    .sort((one, other) => one.number - other.number);
  const [first, ...further] = numbered.map(({ column }) => column);
  if (first === undefined) return undefined;
  return {
    column: first,
    ...(further.length > 0 && { further: further.slice(0, importLimits.furtherColumns) }),
  };
}
