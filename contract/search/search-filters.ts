import { limits } from '#contract/constants.ts';
import { conditionNames, playingStateNames } from '#contract/products/product-names.ts';
import { categoryIds, categoryName } from '#contract/products/shop-categories.ts';
import { msg, type Text } from '#contract/text.ts';

/** The names of the categories by their ids. */
const categoryNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(categoryIds().map((id) => [id, categoryName(id)]));

/**
 * The filters of a search, in the order of its address. The query of the call, the counts beside each choice, saved searches, the
 * address and the form of the page follow from this table. Apart from the schemas, for the page.
 */
export const searchFilters = {
  category: {
    kind: 'choice',
    label: msg`Category`,
    choices: categoryNames,
    column: 'category',
    lexeme: 'c',
  },
  condition: {
    kind: 'choice',
    label: msg`Condition`,
    choices: () => conditionNames,
    column: 'condition',
    lexeme: 'o',
  },
  kind: {
    kind: 'id',
    label: msg`Kind of instrument`,
    maxLength: limits.kindLength,
    column: 'kind',
    lexeme: 'k',
  },
  fact: { kind: 'facts', label: msg`Details` },
  brand: {
    kind: 'words',
    label: msg`Maker`,
    maxLength: limits.brandLength,
    column: 'brand',
    normal: 'brandNormal',
    lexeme: 'b',
  },
  playingState: {
    kind: 'choice',
    label: msg`Playing state`,
    choices: () => playingStateNames,
    column: 'playingState',
    lexeme: 'w',
  },
  made: { kind: 'range', label: msg`Year made`, ends: ['madeFrom', 'madeTo'] },
  price: { kind: 'range', label: msg`Price`, ends: ['minPrice', 'maxPrice'] },
  year: { kind: 'range', label: msg`Purchase year`, ends: ['minYear', 'maxYear'] },
  place: {
    kind: 'words',
    label: msg`Place`,
    maxLength: limits.locationLength,
    column: 'location',
    lexeme: 'l',
  },
  language: {
    kind: 'id',
    label: msg`Language`,
    maxLength: limits.languageTagLength,
    column: 'language',
    lexeme: 'g',
  },
  sendTo: { kind: 'zone', label: msg`Ships to` },
  verified: { kind: 'flag', label: msg`Verified sellers`, meaning: 'Of verified sellers only' },
  dropped: { kind: 'flag', label: msg`Price drops`, meaning: 'Whose price has dropped lately' },
  free: { kind: 'flag', label: msg`Available now`, meaning: 'Without those on hold' },
} as const satisfies Record<string, Entry>;

type Entry = { label: Text } & (
  | ({ kind: 'choice'; choices: () => Readonly<Record<string, string>> } & Indexed)
  | { kind: 'range'; ends: readonly [lowest: string, highest: string] }
  /** All words must match. */
  | ({ kind: 'words'; maxLength: number } & Indexed)
  /** One of many that are not named here: the most frequent ones are counted. */
  | ({ kind: 'id'; maxLength: number } & Indexed)
  /** Answers to what a kind is asked: `violin-size:3/4`, several with a comma between them. */
  | { kind: 'facts' }
  | { kind: 'zone' }
  | { kind: 'flag'; meaning: string }
);

interface Indexed {
  /** The column of the table `products`, by its name in the schema's type. */
  column: string;
  /** The column by whose values it is counted, where the same is written in several ways. */
  normal?: string;
  /** The prefix of its lexemes, which the database makes (`set_search_lexemes`). */
  lexeme: string;
}

type Filters = typeof searchFilters;
type Kind = Entry['kind'];
export type FilterName = keyof Filters;
export type SearchFilter = { [Name in FilterName]: Filters[Name] & { name: Name } }[FilterName];
export type FilterOf<Wanted extends Kind> = Extract<SearchFilter, { kind: Wanted }>['name'];
export type FacetFilter = Exclude<SearchFilter, { kind: 'range' | 'facts' }>;
export type Facet = FacetFilter['name'];

/** What is filtered by, by the names of the address. */
export type FilterValues = {
  [Name in FilterName as FieldsOf<Filters[Name], Name>]: ValueOf<Filters[Name]>;
};
type FieldsOf<Filter, Name> = Filter extends { ends: readonly (infer End)[] } ? End : Name;
type ValueOf<Filter> = Filter extends { choices: () => Readonly<Record<infer Choice, string>> }
  ? Choice
  : Filter extends { kind: 'range' }
    ? number
    : Filter extends { kind: 'flag' }
      ? '1'
      : string;
export type FilterField = keyof FilterValues;

export const filters = Object.entries(searchFilters).map(([name, filter]) => ({
  name,
  ...filter,
})) as readonly SearchFilter[];

/** The filters whose choices are counted. */
export const facetFilters = filters.filter(
  (filter) => filter.kind !== 'range' && filter.kind !== 'facts',
);

/** The names that a filter has in the address. */
export function fieldsOf(filter: SearchFilter): readonly FilterField[] {
  return filter.kind === 'range' ? filter.ends : [filter.name];
}

export const filterFields = filters.flatMap(fieldsOf);

/** One value for each name in the address of a filter. */
export function eachField<Value>(
  make: (filter: SearchFilter, field: FilterField) => Value,
): Record<FilterField, Value> {
  return Object.fromEntries(
    filters.flatMap((filter) => fieldsOf(filter).map((field) => [field, make(filter, field)])),
  ) as Record<FilterField, Value>; // It has each of them.
}
