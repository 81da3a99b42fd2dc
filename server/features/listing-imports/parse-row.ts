import type { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { atMostCharacters } from '#contract/fields.ts';
import {
  type ImportField,
  type ImportNotice,
  importFields,
  importLimits,
  optionalImportFields,
} from '#contract/imports/import-fields.ts';
import {
  columnsOfSource,
  type ImportError,
  type ImportMapping,
} from '#contract/imports/listing-imports.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import { sayKnown } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { listProduct } from '#contract/products/listing.ts';
import { fileEntries } from '#contract/products/listing-fields.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import { msg } from '#contract/text.ts';
import { saidText } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { readAnswers } from './answer-columns.ts';
import { recognisePreset } from './export-presets.ts';
import { type PictureFiles, splitPictures } from './picture-sources.ts';
import { isCurrencyOfShop, readAmountCell } from './read-amount-cell.ts';
import { kindNamed } from './read-category.ts';
import { bodyOf, noticesOf, type RowValues, understandValues, yesOrNo } from './read-cells.ts';

/** What a file's rows are read with. */
export interface RowReading {
  columns: readonly string[];
  mapping: ImportMapping;
  files: PictureFiles;
  /** The languages of the shop: categories, conditions, yes and no may be in each. */
  languages: readonly LoadedLanguage[];
}

/** The form's own rules, but for the pictures, whose addresses the database knows. */
const listingFields = listProduct.body.omit({ image: true, images: true });
export type ImportedFields = z.output<typeof listingFields>;

export interface ParsedRow {
  /** Empty when it has none. */
  externalId: string;
  /** As they are written, and as they are understood. */
  written: RowValues;
  values: RowValues;
  /** The addresses and names of its pictures in their order, as many as a listing can have. */
  pictures: readonly string[];
  /** Missing when there are errors. */
  listing: ImportedFields | undefined;
  errors: ImportError[];
  notices: ImportNotice[];
}

/** Reads a row by the mapping and checks it as the form for listings does. */
export function parseRow(cells: readonly string[], reading: RowReading): ParsedRow {
  const written = writtenValues(cells, reading);
  const externalId = oneSpelling(written.external_id ?? '');
  const tooLong = importFields.filter(
    (field) => (written[field]?.length ?? 0) > importLimits.cellLength,
  );
  if (tooLong.length > 0) {
    const message = atMostCharacters(importLimits.cellLength).error();
    const errors = tooLong.map((field) => located({ field, message }, written, reading));
    return {
      externalId,
      written,
      values: written,
      pictures: [],
      listing: undefined,
      errors,
      notices: [],
    };
  }
  const pictures = splitPictures(written.pictures ?? '', reading.files);
  const values = understandValues(written, reading);
  const body = bodyOf(values, reading.languages);
  const answers = answersOfRow(cells, body, reading);
  const parsed = listingFields.safeParse({ ...body, ...answers?.said });
  const currency = errorsOfCurrency(cells, written, reading);
  const errors = [
    ...errorsOfRow(cells, reading),
    ...errorsOfId(externalId),
    ...currency,
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => errorOfIssue(issue, written)))
      // What is wrong with an amount is said once.
      .filter(({ field }) => !currency.some((error) => error.field === field)),
  ]
    .map((error) => located(error, written, reading))
    .concat(answers?.errors ?? []);
  const isRight = errors.length === 0 && parsed.success;
  return {
    externalId,
    written,
    values,
    pictures: pictures.slice(0, limits.picturesPerProduct),
    listing: isRight ? parsed.data : undefined,
    errors,
    notices: [
      ...noticesOf(written, values, body),
      ...(pictures.length > limits.picturesPerProduct ? (['more-pictures'] as const) : []),
    ],
  };
}

/** What the row says of its kind, which is the one of its own column or else of its name. */
function answersOfRow(
  cells: readonly string[],
  { kind: said, name, category }: Readonly<Record<string, unknown>>,
  { columns, mapping, languages }: RowReading,
) {
  const kind = said
    ? kindWithId(String(said))
    : kindNamed(String(name), findCategory(String(category)));
  if (!kind) return undefined;
  const taken = new Set(Object.values(mapping).flatMap(columnsOfSource));
  const saysYes = (text: string) => yesOrNo(text, languages);
  const { facts, checks, errors } = readAnswers(cells, kind, {
    columns,
    taken,
    languages,
    saysYes,
  });
  return {
    said: {
      ...(Object.keys(facts).length > 0 && { facts }),
      ...(Object.keys(checks).length > 0 && { checks }),
    },
    errors: errors.map(({ column, value, message }) => {
      const text = typeof message === 'string' ? message : sayKnown(message);
      return { ...saidText(text), column, value: beginningOf(value) };
    }),
  };
}

/** The error with the column and the value that it is about. */
export function located(
  error: Pick<ImportError, 'field' | 'message'>,
  values: RowValues,
  { mapping }: Pick<RowReading, 'mapping'>,
): ImportError {
  const { field } = error;
  if (field === undefined) return { ...error, ...saidText(error.message) };
  const source = mapping[field];
  const value = beginningOf(values[field]);
  return {
    ...error,
    ...saidText(error.message),
    ...(source && 'column' in source && { column: source.column }),
    ...(value !== undefined && { value }),
  };
}

/** The required fields that no column and no value is mapped to. */
export function missingFields(mapping: ImportMapping): ImportField[] {
  return importFields.filter((field) => {
    if (optionalImportFields.includes(field)) return false;
    const source = mapping[field];
    return !source || (!('column' in source) && source.value.trim() === '');
  });
}

function writtenValues(cells: readonly string[], { columns, mapping }: RowReading): RowValues {
  const preset = recognisePreset(columns);
  const values: RowValues = {};
  for (const field of importFields) {
    const source = mapping[field];
    if (!source) continue;
    const found = columnsOfSource(source)
      .map((column) => cells[columns.indexOf(column)]?.trim())
      .filter((cell) => cell !== undefined && cell !== '');
    const cell = field === 'pictures' ? found.join('\n') : found[0];
    values[field] = cell || (source.value ?? '').trim();
  }
  // What a program left empty may be said by the name.
  if (preset && values.category === '') delete values.category;
  if (preset?.escapesLines && values.description) {
    values.description = values.description.replaceAll('\\n', '\n');
  }
  return values;
}

function errorsOfRow(cells: readonly string[], { columns }: RowReading): RowError[] {
  const count = columns.length;
  const preset = recognisePreset(columns);
  const gone = preset?.notOnSale.find(({ index, values }) =>
    values.includes((cells[index] ?? '').trim().toLowerCase()),
  );
  const errors: RowError[] = [];
  if (cells.length > count) {
    errors.push({
      message: sayKnown(
        msg`The row has more values than the file has columns (${count}). Put values with a delimiter in quotation marks.`,
      ),
    });
  }
  if (gone) {
    const { column, index } = gone;
    const value = (cells[index] ?? '').trim();
    errors.push({
      message: sayKnown(
        msg`It is not on sale where the file is from: the column ${column} says “${value}”`,
      ),
    });
  }
  return errors;
}

const amounts = ['price', 'original_price', 'least_offer'] as const;

/** An amount in another currency than the shop's is not converted. */
function errorsOfCurrency(
  cells: readonly string[],
  written: RowValues,
  { columns }: RowReading,
): RowError[] {
  const { code } = shopCurrency();
  const column = columns.findIndex((name) => /^(?:price[ _])?currency$/i.test(name.trim()));
  const named = (cells[column] ?? '').trim();
  return amounts.flatMap((field): RowError[] => {
    const text = written[field];
    if (!text) return [];
    const read = readAmountCell(text);
    const other = 'currency' in read ? read.currency : isCurrencyOfShop(named) ? undefined : named;
    if (other === undefined) return [];
    return [
      { field, message: sayKnown(msg`This is an amount in ${other}; this shop sells in ${code}`) },
    ];
  });
}

function errorsOfId(externalId: string): RowError[] {
  const field = 'external_id' as const;
  if (externalId.length > importLimits.externalIdLength) {
    return [{ field, message: atMostCharacters(importLimits.externalIdLength).error() }];
  }
  return /\p{Cc}/u.test(externalId)
    ? [{ field, message: sayKnown(msg`Use one line, without control characters`) }]
    : [];
}

const fieldsOfBody: Readonly<Record<string, ImportField>> = {
  ...Object.fromEntries(fileEntries.map(([field, { file }]) => [field, file])),
  'delivery.pickup': 'pickup',
  'delivery.shipping': 'shipping',
};

/** What to say instead of the form's messages for an empty field where there is something else. */
function unreadable(message: string): string {
  if (message === messages.required.resalePrice) return sayKnown(msg`This is not a price`);
  if (message === messages.required.purchaseYear) return sayKnown(msg`This is not a year`);
  return message;
}

function errorOfIssue({ path, message }: z.core.$ZodIssue, values: RowValues): RowError {
  const field = fieldsOfBody[path.slice(0, path[0] === 'delivery' ? 2 : 1).join('.')];
  if (!field) return { message };
  return { field, message: values[field] === '' ? message : unreadable(message) };
}

type RowError = Pick<ImportError, 'field' | 'message'>;

/** By characters and not by halves of one, which PostgreSQL does not store. */
function beginningOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : [...text.slice(0, 200)].slice(0, 100).join('');
}

/** The ids of listings, as the export writes them, are the same in capitals. PostgreSQL matches by it too. */
export const listingId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function oneSpelling(externalId: string): string {
  return listingId.test(externalId) ? externalId.toLowerCase() : externalId;
}
