import { type Brand, brands } from '#contract/instruments/brands.ts';
import { kindWithId } from '#contract/instruments/kinds.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';

const maxSuggestions = 10;

/** The names of each maker in the normal form, from each of their words on: 'August Förster' is found by 'först'. */
const searchable = brands.map((brand) => ({
  brand,
  beginnings: [brand.name, ...(brand.aliases ?? [])].flatMap(beginningsOf),
}));

function beginningsOf(name: string): string[] {
  return [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) =>
    normalBrand(name.slice(index)),
  );
}

/**
 * The makers one of whose names begins, or has a word that begins, with what was typed: those of this kind first, then those
 * whose name begins so.
 */
export function suggestBrands({ q, kind }: { q: string; kind?: string | undefined }): Brand[] {
  const typed = normalBrand(q);
  if (typed === '') return [];
  const groups = new Set(kind === undefined ? [] : kindWithId(kind)?.brandGroups);
  const found = searchable.filter(({ beginnings }) =>
    beginnings.some((beginning) => beginning.startsWith(typed)),
  );
  const rankOf = ({ brand, beginnings }: (typeof searchable)[number]) =>
    (brand.groups.some((group) => groups.has(group)) ? 0 : 2) +
    (beginnings[0]?.startsWith(typed) ? 0 : 1);
  return found
    .map((one) => ({ brand: one.brand, rank: rankOf(one) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxSuggestions)
    .map(({ brand }) => brand);
}

/** All names of the maker that has this one, in the normal form; of an unknown one this alone. */
export function namesOfMaker(name: string): readonly string[] {
  const normal = normalBrand(name);
  return makers.get(normal) ?? (normal === '' ? [] : [normal]);
}

const makers = new Map(
  brands.flatMap(({ name, aliases = [] }) => {
    const names = [name, ...aliases].map(normalBrand);
    return names.map((one) => [one, names] as const);
  }),
);
