import type { Category } from '#contract/constants.ts';
import type { Brand } from '#contract/instruments/brands.ts';
import {
  categoryOfKind,
  type Kind,
  shopBrands,
  shopInstruments,
} from '#contract/instruments/shop-instruments.ts';
import { paths } from '#contract/page-paths.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import type { Sql } from '../../../database/sql.ts';
import { brandId, findBrand, normalNamesOf } from '../../instruments/find-brand.ts';
import { onSale } from '../../products/product-row.ts';

/*
 * What is on sale is asked for one by one along an index (`products_on_sale_by_kind`), so that it costs as much among a million
 * listings as among a hundred.
 */

const allNames = perShop(() => shopBrands().flatMap(normalNamesOf));

/** The kinds of which something is on sale, in the order of the data; of a maker or a category alone where one is given. */
export async function listKindsOnSale(
  sql: Sql,
  { maker, category }: { maker?: Brand | undefined; category?: Category | undefined },
): Promise<Kind[]> {
  const asked = shopInstruments().kinds.filter(
    (one) => !category || categoryOfKind(one) === category,
  );
  const ids = asked.map(({ kind }) => kind);
  const ofMaker = maker ? sql`and p.brand_normal = any(${normalNamesOf(maker)}::text[])` : sql``;
  const rows = await sql<{ id: string }[]>`
    select asked.id from unnest(${ids}::text[]) asked (id)
    where exists (select from products p where p.kind = asked.id and ${onSale} ${ofMaker})`;
  const found = new Set(rows.map(({ id }) => id));
  return asked.filter(({ kind }) => found.has(kind));
}

/** The known makers of whom something of this kind is on sale, in the order of their names. */
export async function listMakersOnSale(sql: Sql, { kind }: Kind): Promise<Brand[]> {
  const rows = await sql<{ name: string }[]>`
    select maker.name from unnest(${allNames()}::text[]) maker (name)
    where exists (
      select from products p where p.kind = ${kind} and p.brand_normal = maker.name and ${onSale}
    )`;
  return inOrder(rows.map(({ name }) => name));
}

/** The paths of all pages of instruments that have something on sale. */
export async function listBrowsePaths(sql: Sql): Promise<string[]> {
  const kinds = await listKindsOnSale(sql, {});
  const ids = kinds.map(({ kind }) => kind);
  const rows = await sql<{ kind: string; name: string }[]>`
    select asked.kind, maker.name
    from unnest(${ids}::text[]) asked (kind) cross join unnest(${allNames()}::text[]) maker (name)
    where exists (
      select from products p
      where p.kind = asked.kind and p.brand_normal = maker.name and ${onSale}
    )`;
  const ofCategories = [...new Set(kinds.flatMap((kind) => categoryOfKind(kind) ?? []))];
  const makers = inOrder(rows.map(({ name }) => name)).map(brandId);
  const pairs = ids.flatMap((kind) => {
    const ofKind = inOrder(rows.flatMap((row) => (row.kind === kind ? row.name : [])));
    return ofKind.map((brand) => paths.instruments({ kind, maker: brandId(brand) }));
  });
  return [
    ...(kinds.length > 0 ? [paths.instruments()] : []),
    ...ofCategories.map((category) => paths.instruments({ category })),
    ...ids.map((id) => paths.instruments({ kind: id })),
    ...makers.map((id) => paths.instruments({ maker: id })),
    ...pairs,
  ];
}

/** The makers who have one of these normal names, each once. */
function inOrder(names: readonly string[]): Brand[] {
  const found = new Set(names.map(findBrand));
  return shopBrands().filter((brand) => found.has(brand));
}
