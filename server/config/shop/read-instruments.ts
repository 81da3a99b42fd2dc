import { type Category, specifiedCategories } from '#contract/constants.ts';
import {
  instrumentSettings,
  type OwnInstruments,
} from '#contract/instruments/instrument-settings.ts';
import { withParents } from '#contract/language.ts';
import type { ShopFile } from '#contract/shop/shop.ts';
import { instrumentFaults } from './instrument-faults.ts';
import { asObject, type ShopFiles } from './read-shop-files.ts';
import { describe, fieldName, type ShopFault } from './shop-faults.ts';

/**
 * What the owner says of instruments, in `shop.json` itself or in the file that it names.
 * @param values the other fields, undefined when one of them is wrong
 */
export function readInstruments(
  raw: unknown,
  { contents }: Pick<ShopFiles, 'contents'>,
  values: Pick<ShopFile, 'categories'> | undefined,
): { instruments?: OwnInstruments; faults: ShopFault[] } {
  const { instruments: given } = asObject(raw);
  if (given === undefined) return { faults: [] };
  if (typeof given !== 'string') return check(given, 'instruments', values);
  const content = contents.get('instruments');
  if (!content) return { faults: [] };
  try {
    return check(JSON.parse(content.toString().replace(/^\uFEFF/, '')), given, values);
  } catch (error) {
    return { faults: [`${given} is not JSON: ${(error as Error).message}`] };
  }
}

/** @param place the field, or the file, before the names of its fields */
function check(
  given: unknown,
  place: string,
  values: Pick<ShopFile, 'categories'> | undefined,
): { instruments?: OwnInstruments; faults: ShopFault[] } {
  const isFile = place !== 'instruments';
  const nameOf = (path: readonly PropertyKey[]) =>
    isFile ? `${place} ${fieldName(path)}`.trim() : fieldName([place, ...path]);
  const { data, error } = instrumentSettings.safeParse(given, { error: describe });
  const categories: readonly Category[] =
    values?.categories?.map(({ id }) => id) ?? specifiedCategories;
  // Without the categories nothing is said of them.
  const found = data && values ? instrumentFaults(data, { categories }) : [];
  const faults = [...(error?.issues ?? []), ...found].map(
    ({ path, message }) => `${nameOf(path)} ${message}`,
  );
  return { ...(data && { instruments: data }), faults };
}

/** So many places are named of each language. */
const maxNamed = 5;

/**
 * The texts by language that lack one of the languages of the shop, one sentence for each language. A text that is the same in all
 * languages lacks none.
 */
export function missingInstrumentTexts(
  instruments: OwnInstruments | undefined,
  tags: readonly string[],
): string[] {
  if (!instruments) return [];
  const texts = ownedTexts(instruments, []);
  return tags.flatMap((tag) => {
    const missing = texts.filter(([, text]) => !withParents(tag).some((one) => one in text));
    if (missing.length === 0) return [];
    const named = missing.slice(0, maxNamed).map(([path]) => fieldName(path));
    const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
    return [
      `${missing.length} of the texts of your own kinds of instruments ${missing.length === 1 ? 'is' : 'are'} missing in ${tag}: ${named.join(', ')}${more}`,
    ];
  });
}

type Path = readonly PropertyKey[];

/** The fields that are one text, or one for each language. */
const textFields = new Set(['label', 'ask', 'unit', 'fine', 'flaw', 'why']);

function ownedTexts(value: unknown, path: Path): [Path, object][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const to = [...path, Array.isArray(value) ? Number(key) : key];
    const isAnswer = path.at(-1) === 'values' && path[0] === 'attributes';
    const isText = isAnswer || (textFields.has(key) && path.length > 1);
    if (!isText) return ownedTexts(inner, to);
    return typeof inner === 'object' && inner !== null ? [[to, inner] as [Path, object]] : [];
  });
}
