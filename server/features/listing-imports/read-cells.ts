import { type Category, conditions, playingStates } from '#contract/constants.ts';
import {
  type ImportField,
  type ImportNotice,
  type ValueField,
  valueFields,
} from '#contract/imports/import-fields.ts';
import type { ImportMapping, ValueMeaning } from '#contract/imports/listing-imports.ts';
import { categoryOfKind, kindWithId } from '#contract/instruments/shop-instruments.ts';
import { inLanguage } from '#contract/language.ts';
import { fileEntries, type ListingField } from '#contract/products/listing-fields.ts';
import { conditionNames, playingStateNames } from '#contract/products/product-names.ts';
import { categoryIds, categoryName, findCategory } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { readAmountCell } from './read-amount-cell.ts';
import { kindNamed, readCategory } from './read-category.ts';
import { readCondition } from './read-condition.ts';
import { isHtml, textOfHtml } from './read-html.ts';
import { readMade } from './read-made.ts';
import { readPhone } from './read-phone.ts';
import { isForFirstZone, readShipping } from './read-shipping.ts';

/** The values of a row by field; what is not mapped is missing. */
export type RowValues = Partial<Record<ImportField, string>>;

/** What a value of such a column says; undefined when it says nothing here. */
export function readValue(
  field: ValueField,
  text: string,
  languages: readonly LoadedLanguage[],
): ValueMeaning | undefined {
  if (field === 'condition') {
    const condition = asWritten(text, {
      choices: conditions,
      nameOf: (one) => conditionNames[one],
      languages,
    });
    return condition ? { condition } : readCondition(text);
  }
  if (field === 'category') {
    const category = asWritten(text, { choices: categoryIds(), nameOf: categoryName, languages });
    return category ? { category } : readCategory(text);
  }
  if (field === 'kind') {
    // Its id, as the export writes it, or what it is called in any language.
    const kind = (kindWithId(text) ?? kindNamed(text))?.kind;
    return kind === undefined ? undefined : { kind };
  }
  const playing_state = asWritten(text, {
    choices: playingStates,
    nameOf: (one) => playingStateNames[one],
    languages,
  });
  if (playing_state) return { playing_state };
  const read = readCondition(text)?.playing_state;
  return read && { playing_state: read };
}

/**
 * The values of a row with what they say of other fields: the condition 'Not working' of the playing state, and a category of
 * another shop of the kind. A category that says nothing here is left out.
 */
export function understandValues(
  written: RowValues,
  { mapping, languages }: { mapping: ImportMapping; languages: readonly LoadedLanguage[] },
): RowValues {
  const values = { ...written };
  for (const field of valueFields) {
    const text = written[field];
    if (!text) continue;
    const means = chosenMeaning(mapping, field, text) ?? readValue(field, text, languages);
    if (!means && field === 'category') delete values.category;
    if (!means) continue;
    for (const each of valueFields) {
      const meant = means[each];
      if (each === field) values[each] = meant ?? '';
      else if (meant !== undefined && !written[each]) values[each] = meant;
    }
  }
  return values;
}

function chosenMeaning(
  mapping: ImportMapping,
  field: ImportField,
  text: string,
): ValueMeaning | undefined {
  const source = mapping[field];
  const values = source && 'column' in source ? source.values : undefined;
  return values?.find(({ said }) => said === text)?.means;
}

/** The body of a call that lists what the row says, as far as it can be read. */
export function bodyOf(values: RowValues, languages: readonly LoadedLanguage[]) {
  const body: Record<string, unknown> = {};
  for (const [field, { file, isOptional }] of fileEntries) {
    const value = values[file];
    // A required field is refused in the words of the form, an optional one gets what the form would give it.
    if (!value && isOptional) continue;
    const read = readers[field];
    const said = value && read ? read(value, languages) : value;
    if (said !== undefined) body[field] = said;
  }
  if (values.pickup || values.shipping) body.delivery = deliveryOf(values, languages);
  if (values.category === undefined) {
    const category = categoryOf(values);
    if (category) body.category = category;
  }
  return body;
}

/** What of these values is not listed as the file says it. */
export function noticesOf(
  written: RowValues,
  values: RowValues,
  { kind, name, category }: Readonly<Record<string, unknown>>,
): ImportNotice[] {
  const texts = [written.name ?? '', written.description ?? ''];
  const named = kindNamed(String(name), findCategory(String(category)));
  const notices: [ImportNotice, boolean][] = [
    ['html', texts.some(isHtml)],
    ['category-unknown', Boolean(written.category) && values.category === undefined],
    ['kind-unknown', !kind && !named],
    ['shipping-first-zone', isForFirstZone(written.shipping ?? '')],
  ];
  return notices.flatMap(([notice, holds]) => (holds ? notice : []));
}

/** Where a file has no category that says something, the kind has one, or the name. */
function categoryOf({ kind, name = '' }: RowValues): Category | undefined {
  const known = (kind ? kindWithId(kind) : undefined) ?? kindNamed(name);
  return known && categoryOfKind(known);
}

type Reader = (text: string, languages: readonly LoadedLanguage[]) => unknown;

/** The formats in which files write fields. */
const readers: Partial<Record<ListingField, Reader>> = {
  name: (text) => (isHtml(text) ? textOfHtml(text).replaceAll(/\s+/g, ' ') : text),
  description: (text) => (isHtml(text) ? textOfHtml(text) : text),
  price: readAmount,
  originalPrice: readAmount,
  leastOffer: readAmount,
  takesOffers: yesOrNo,
  permit: yesOrNo,
  made: readMade,
  number: readPhone,
};

function readAmount(text: string): string {
  const read = readAmountCell(text);
  return 'text' in read ? read.text : text;
}

/** A listing for which only the price of shipping is given can be picked up too, as one without any. */
function deliveryOf({ pickup, shipping }: RowValues, languages: readonly LoadedLanguage[]) {
  return {
    pickup: pickup ? yesOrNo(pickup, languages) : true,
    ...(shipping ? { shipping: readShipping(shipping, languages) } : {}),
  };
}

/** What files say for yes and no; any other text is refused. */
export function yesOrNo(text: string, languages: readonly LoadedLanguage[]): boolean | string {
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
    nameOf,
    languages,
  }: {
    choices: readonly Choice[];
    nameOf: (choice: Choice) => string;
    languages: readonly LoadedLanguage[];
  },
): Choice | undefined {
  const word = text.toLowerCase();
  return choices.find(
    (choice) =>
      choice.toLowerCase() === word ||
      languages.some(({ i18n }) => inLanguage(i18n, () => nameOf(choice)).toLowerCase() === word),
  );
}
