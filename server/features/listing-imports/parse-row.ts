import type { z } from 'zod';
import {
  type Category,
  categories,
  conditions,
  limits,
  playingStates,
} from '#contract/constants.ts';
import { atMostCharacters, atMostPictures } from '#contract/fields.ts';
import {
  type ImportField,
  importFields,
  importLimits,
  optionalImportFields,
} from '#contract/imports/import-fields.ts';
import type { ImportError, ImportMapping } from '#contract/imports/listing-imports.ts';
import { type Kind, kindWithId } from '#contract/instruments/kinds.ts';
import { inLanguage, sayKnown } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { listProduct } from '#contract/products/listing.ts';
import { fileEntries, type ListingField } from '#contract/products/listing-fields.ts';
import {
  categoryNames,
  conditionNames,
  playingStateNames,
} from '#contract/products/product-names.ts';
import { msg, t } from '#contract/text.ts';
import { saidText } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { kindOfName } from '../instruments/kind-of-name.ts';
import { readAnswers } from './answer-columns.ts';
import { type PictureFiles, splitPictures } from './picture-sources.ts';
import { readShipping } from './read-shipping.ts';

/** What a file's rows are read with. */
export interface RowReading {
  columns: readonly string[];
  mapping: ImportMapping;
  files: PictureFiles;
  /** The languages of the shop: categories, conditions, yes and no may be in each. */
  languages: readonly LoadedLanguage[];
}

/** The values of a row by field; what is not mapped is missing. */
type RowValues = Partial<Record<ImportField, string>>;

/** The form's own rules, but for the pictures, whose addresses the database knows. */
const listingFields = listProduct.body.omit({ image: true, images: true });
export type ImportedFields = z.output<typeof listingFields>;

export interface ParsedRow {
  /** Empty when it has none. */
  externalId: string;
  values: RowValues;
  /** The addresses and names of its pictures in their order. */
  pictures: readonly string[];
  /** Missing when there are errors. */
  listing: ImportedFields | undefined;
  errors: ImportError[];
}

/** Reads a row by the mapping and checks it as the form for listings does. */
export function parseRow(cells: readonly string[], reading: RowReading): ParsedRow {
  const values = valuesOf(cells, reading);
  const externalId = oneSpelling(values.external_id ?? '');
  const tooLong = importFields.filter(
    (field) => (values[field]?.length ?? 0) > importLimits.cellLength,
  );
  if (tooLong.length > 0) {
    const message = atMostCharacters(importLimits.cellLength).error();
    const errors = tooLong.map((field) => located({ field, message }, values, reading));
    return { externalId, values, pictures: [], listing: undefined, errors };
  }
  const pictures = splitPictures(values.pictures ?? '', reading.files);
  const body = bodyOf(values, reading.languages);
  const answers = answersOfRow(cells, body, reading);
  const parsed = listingFields.safeParse({ ...body, ...answers?.said });
  const errors = [
    ...errorsOfRow(cells, reading),
    ...errorsOfId(externalId),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => errorOfIssue(issue, values))),
    ...(pictures.length > limits.picturesPerProduct
      ? [
          {
            field: 'pictures' as const,
            message: atMostPictures(limits.picturesPerProduct).error(),
          },
        ]
      : []),
  ]
    .map((error) => located(error, values, reading))
    .concat(answers?.errors ?? []);
  const isRight = errors.length === 0 && parsed.success;
  return { externalId, values, pictures, listing: isRight ? parsed.data : undefined, errors };
}

/** What the row says of its kind, which is the one of its own column or else of its name. */
function answersOfRow(
  cells: readonly string[],
  { kind: said, name, category }: Readonly<Record<string, unknown>>,
  { columns, mapping, languages }: RowReading,
) {
  const kind = said
    ? kindWithId(String(said))
    : kindNamed(
        String(name),
        categories.find((one) => one === category),
      );
  if (!kind) return undefined;
  const taken = new Set(
    Object.values(mapping).flatMap((source) => ('column' in source ? source.column : [])),
  );
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
  { mapping }: RowReading,
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

function valuesOf(cells: readonly string[], { columns, mapping }: RowReading): RowValues {
  const values: RowValues = {};
  for (const field of importFields) {
    const source = mapping[field];
    if (!source) continue;
    const cell = 'column' in source ? cells[columns.indexOf(source.column)]?.trim() : '';
    values[field] = cell || (source.value ?? '').trim();
  }
  return values;
}

function bodyOf(values: RowValues, languages: readonly LoadedLanguage[]) {
  const body: Record<string, unknown> = {};
  for (const [field, { file, isOptional }] of fileEntries) {
    const value = values[file];
    // A required field is refused in the words of the form, an optional one gets what the form would give it.
    if (!value && isOptional) continue;
    const read = readers[field];
    body[field] = value && read ? read(value, languages) : value;
  }
  if (values.pickup || values.shipping) body.delivery = deliveryOf(values, languages);
  return body;
}

/** The formats in which files write fields that are no text and no number. */
const readers: Partial<
  Record<ListingField, (text: string, languages: readonly LoadedLanguage[]) => unknown>
> = {
  category: (text, languages) =>
    asWritten(text, { choices: categories, names: categoryNames, languages }),
  condition: (text, languages) =>
    asWritten(text, { choices: conditions, names: conditionNames, languages }),
  takesOffers: yesOrNo,
  // Its id, as the export writes it, or what it is called in any language.
  kind: (text) => (kindWithId(text) ?? kindNamed(text))?.kind ?? text,
  made: readMade,
  playingState: (text, languages) =>
    asWritten(text, { choices: playingStates, names: playingStateNames, languages }),
};

/** A cell may have many thousand letters, which take long to read. Those of a name may be written in two parts. */
function kindNamed(name: string, category?: Category): Kind | undefined {
  return name.length > 2 * limits.nameLength ? undefined : kindOfName(name, category);
}

/** '1962' is exact; '1960s' and '1960er' are a decade; with anything else beside it, such as 'ca. 1962', a year is about. */
function readMade(text: string) {
  const [, before = '', digits, after = ''] = /^(\D*)(\d{4})(\D*)$/.exec(text) ?? [];
  if (digits === undefined) return text;
  const isDecade = digits.endsWith('0') && /^['’]?(s|er|年代)$/i.test(after.trim());
  const sure = isDecade ? 'decade' : before.trim() || after.trim() ? 'about' : 'exact';
  return { year: Number(digits), sure };
}

/** A listing for which only the price of shipping is given can be picked up too, as one without any. */
function deliveryOf({ pickup, shipping }: RowValues, languages: readonly LoadedLanguage[]) {
  return {
    pickup: pickup ? yesOrNo(pickup, languages) : true,
    ...(shipping ? { shipping: readShipping(shipping, languages) } : {}),
  };
}

/** What files say for yes and no; any other text is refused. */
function yesOrNo(text: string, languages: readonly LoadedLanguage[]): boolean | string {
  const word = text.toLowerCase();
  const isSaid = (said: () => string) =>
    languages.some(({ i18n }) => inLanguage(i18n, said).toLowerCase() === word);
  if (['yes', 'y', 'true', '1', 'x'].includes(word) || isSaid(() => t`Yes`)) return true;
  return ['no', 'n', 'false', '0'].includes(word) || isSaid(() => t`No`) ? false : text;
}

/** `brass`, `BRASS` and in a German shop `Blechblasinstrumente` are `Brass`. */
function asWritten<Choice extends string>(
  text: string,
  {
    choices,
    names,
    languages,
  }: {
    choices: readonly Choice[];
    names: Record<Choice, string>;
    languages: readonly LoadedLanguage[];
  },
): string {
  const word = text.toLowerCase();
  const isSaid = (choice: Choice) =>
    choice.toLowerCase() === word ||
    languages.some(({ i18n }) => inLanguage(i18n, () => names[choice]).toLowerCase() === word);
  return choices.find(isSaid) ?? text;
}

function errorsOfRow(cells: readonly string[], { columns }: RowReading) {
  const count = columns.length;
  if (cells.length <= count) return [];
  return [
    {
      message: sayKnown(
        msg`The row has more values than the file has columns (${count}). Put values with a delimiter in quotation marks.`,
      ),
    },
  ];
}

function errorsOfId(externalId: string) {
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
