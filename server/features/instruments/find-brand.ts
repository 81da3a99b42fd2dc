import type { Brand } from '#contract/instruments/brands.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import { shopBrands } from '#contract/instruments/shop-instruments.ts';
import { perShop } from '#contract/shop/per-shop.ts';

const brandsByName = perShop(
  () =>
    new Map(
      shopBrands().flatMap((brand) =>
        [brand.name, ...(brand.aliases ?? [])].map((name) => [normalBrand(name), brand] as const),
      ),
    ),
);

/** The maker with this name, or another of its names, or this id. */
export const findBrand = (name: string): Brand | undefined => brandsByName().get(normalBrand(name));

/** The name of a maker as it is written in addresses: `august-forster`. `findBrand` reads it. */
export function brandId({ name }: Pick<Brand, 'name'>): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** All names of a maker in the form in which listings store them. */
export const normalNamesOf = ({ name, aliases = [] }: Brand): string[] => [
  ...new Set([name, ...aliases].map(normalBrand)),
];

/** The same of the maker that is called so; of an unknown one this name alone. */
export function namesOfMaker(name: string): string[] {
  const maker = findBrand(name);
  if (maker) return normalNamesOf(maker);
  const normal = normalBrand(name);
  return normal === '' ? [] : [normal];
}
