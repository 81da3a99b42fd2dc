import type { Category } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { queryOfWords } from '../../database/word-search.ts';
import { shippingTo } from '../delivery/listing-delivery.ts';
import type { Viewer } from './personal-fields.ts';
import {
  isShown,
  onSale,
  ownFrom,
  type ProductReader,
  type ProductRow,
  productColumns,
  productJoins,
  type ViewedProducts,
  viewedFrom,
} from './product-row.ts';
import { productNotOnSale } from './read-product.ts';
import { newestOfSeller, unsold } from './read-seller.ts';

interface Range {
  /** How many to read at most. */
  count: number;
  /** Only products with a smaller id, that is, listed earlier. */
  before: string;
}

/** Advertised products, newest first. */
export async function listAdvertised(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer | null,
  { count, before }: Range,
): Promise<ViewedProducts> {
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql, viewer)} from products p ${productJoins(sql)}
    where p.status = 'advertise' and p.withdrawn_at is null and p.id < ${before}
    order by p.id desc limit ${count}`;
  return viewedFrom(rows, pictureOf);
}

/** The unsold products of a category, newest first. */
export async function listCategory(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer,
  { category, count, before }: Range & { category: Category },
): Promise<ViewedProducts> {
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql, viewer)} from products p ${productJoins(sql)}
    where p.category = ${category} and ${onSale} and p.id < ${before}
    order by p.id desc limit ${count}`;
  return viewedFrom(rows, pictureOf);
}

interface OwnProductsFilter extends Range {
  /** The seller's email. Case does not matter. */
  email: string;
  /** Beginnings of words of the name, in any order. */
  search?: string | undefined;
  /** Only unsold products that have no category. */
  without?: 'category' | undefined;
}

/**
 * The products that this seller has on sale or has sold, newest first, each with whether a hold reserves it. Empty for
 * an unknown email.
 */
export async function listOwnProducts(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer,
  { email, search = '', without, count, before }: OwnProductsFilter,
): Promise<ListedProduct[]> {
  const own = (listed: Fragment) => sql`(
    select p.id from products p
    where p.seller_id = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      and ${listed} and p.id < ${before} ${matchesName(sql, search)}
      ${without === 'category' ? sql`and p.category is null and p.status <> 'sold'` : sql``}
    order by p.id desc limit ${count})`;
  // Two parts, because each has an index of its own.
  const rows = await sql<(ProductRow & { isHidden: boolean })[]>`
    select ${productColumns(sql, viewer)}, p.hidden_for is not null as "isHidden"
    from (
      ${own(sql`p.withdrawn_at is null`)}
      union ${own(sql`p.hidden_for in ('hidden', 'suspended')`)}
    ) listed
    join products p on p.id = listed.id ${productJoins(sql)}
    order by p.id desc limit ${count}`;
  return rows.map((row) => ({
    ...ownFrom(row, pictureOf),
    ...(row.isHidden && { hidden: true as const }),
  }));
}

/**
 * The other unsold products of the seller of a product, newest first. The product itself may be sold.
 * @throws Problem not-found, also when the product is withdrawn
 */
export async function listMoreOfSeller(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer | null,
  { id, count, before }: Range & { id: string },
): Promise<ViewedProducts> {
  const [product] = await sql<{ sellerId: string }[]>`
    select seller_id as "sellerId" from products p where id = ${id} and ${isShown}`;
  if (!product) throw productNotOnSale();
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql, viewer)}
    from ${newestOfSeller(sql, { ...product, count: count + 1, before, statuses: unsold })} newest
    join products p on p.id = newest.id ${productJoins(sql)}
    where p.id <> ${id} order by p.id desc limit ${count}`;
  return viewedFrom(rows, pictureOf);
}

interface Chosen {
  ids: readonly string[];
  /** Leaves out those that are no longer advertised. */
  onlyAdvertised: boolean;
  /** The zone for which each has the price of sending it there. */
  sendTo?: string | undefined;
}

/** These products as the viewer sees them, in this order, without those that are no longer on sale. */
export async function listByIds(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer | null,
  { ids, onlyAdvertised, sendTo }: Chosen,
): Promise<ViewedProducts> {
  if (ids.length === 0) return { items: [], personal: new Map() };
  const rows = await sql<(ProductRow & { zoneCents?: number | null })[]>`
    select ${productColumns(sql, viewer)}
      ${sendTo === undefined ? sql`` : sql`, ${shippingTo(sql, sendTo)} as "zoneCents"`}
    from unnest(${ids}::uuid[]) with ordinality as found (id, position)
    join products p on p.id = found.id ${productJoins(sql)}
    where ${onSale}
      ${onlyAdvertised ? sql`and p.status = 'advertise'` : sql``}
    order by found.position`;
  const viewed = viewedFrom(rows, pictureOf);
  if (sendTo === undefined) return viewed;
  const costs = new Map(rows.map(({ id, zoneCents }) => [id, zoneCents ?? undefined]));
  const items = viewed.items.map((item) => {
    const cents = costs.get(item._id);
    return { ...item, shipping: cents === undefined ? undefined : toMajorUnits(cents) };
  });
  return { ...viewed, items };
}

/** Splits the unsold products into parts of `size`, newest first. Returns the first id of each part. */
export async function findSitemapParts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id desc) as position from products p
      where ${onSale}
    ) numbered
    where (position - 1) % ${size} = 0 order by position`;
  return rows.map((row) => row.id);
}

/** At most `count` unsold products, beginning with this id, newest first. */
export async function listForSitemap(
  sql: Sql,
  { from, count }: { from: string; count: number },
): Promise<{ id: string; listedAt: Date }[]> {
  return sql<{ id: string; listedAt: Date }[]>`
    select id, created_at as "listedAt" from products p
    where ${onSale} and id <= ${from}
    order by id desc limit ${count}`;
}

/** By the index of sellers, or by `products_by_words` when the seller has many products. */
function matchesName(sql: Sql, search: string): Fragment {
  const query = queryOfWords(sql, search);
  if (query === null) return sql``;
  return sql`and to_tsvector('simple', search_words(p.name)) @@ ${query}`;
}
