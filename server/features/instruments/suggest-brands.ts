import type { Brand } from '#contract/instruments/brands.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import { kindWithId, shopBrands } from '#contract/instruments/shop-instruments.ts';
import { perShop } from '#contract/shop/per-shop.ts';

const maxSuggestions = 10;

/** The names of each maker in the normal form, from each of their words on: 'August Förster' is found by 'först'. */
const searchable = perShop(() =>
  shopBrands().map((brand) => ({
    brand,
    beginnings: [brand.name, ...(brand.aliases ?? [])].flatMap(beginningsOf),
  })),
);

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
  const found = searchable().filter(({ beginnings }) =>
    beginnings.some((beginning) => beginning.startsWith(typed)),
  );
  const rankOf = ({ brand, beginnings }: ReturnType<typeof searchable>[number]) =>
    (brand.groups.some((group) => groups.has(group)) ? 0 : 2) +
    (beginnings[0]?.startsWith(typed) ? 0 : 1);
  return found
    .map((one) => ({ brand: one.brand, rank: rankOf(one) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxSuggestions)
    .map(({ brand }) => brand);
}
