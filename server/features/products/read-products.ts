import type { Category, Role } from '#contract/constants.ts';
import type { ListedProduct, SingleProduct } from '#contract/products.ts';
import { Problem } from '../../core/problem.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { queryOfWords } from '../../database/word-search.ts';
import {
  listedFrom,
  type OwnProductRow,
  ownFrom,
  type PictureOf,
  type ProductRow,
  type SingleProductRow,
  singleFrom,
} from './product-row.ts';

/** What reading products needs. */
export interface ProductReader {
  sql: Sql;
  pictureOf: PictureOf;
}

interface Viewer {
  id: string;
  role: Role;
}

interface Part {
  /** How many to read. */
  count: number;
  /** Only products with a smaller id, that is, listed before. */
  before: string;
}

/** Nobody has this id: it stands for a guest, so that guests and users share one statement. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Advertised products, newest first. */
export async function listAdvertised(
  reader: ProductReader,
  viewer: Viewer | null,
  { count, before }: Part,
): Promise<ListedProduct[]> {
  const { sql } = reader;
  const rows = await sql<ProductRow[]>`
    select ${columns(sql, viewer)} from products p ${joins(sql)}
    where p.status = 'advertise' and p.withdrawn_at is null and p.id < ${before}
    order by p.id desc limit ${count}`;
  return rows.map((row) => listedFrom(row, reader.pictureOf));
}

/** The products of a category that can be had, newest first. */
export async function listCategory(
  reader: ProductReader,
  viewer: Viewer,
  { category, count, before }: Part & { category: Category },
): Promise<ListedProduct[]> {
  const { sql } = reader;
  const rows = await sql<ProductRow[]>`
    select ${columns(sql, viewer)} from products p ${joins(sql)}
    where p.category = ${category} and p.status <> 'sold' and p.withdrawn_at is null and p.id < ${before}
    order by p.id desc limit ${count}`;
  return rows.map((row) => listedFrom(row, reader.pictureOf));
}

interface OwnPart extends Part {
  /** Address of the seller. */
  email: string;
  /** Beginnings of words of the name, in any order. */
  search?: string | undefined;
}

/**
 * Everything that the user with this address has on sale or has sold, newest first, and whether a buyer holds it;
 * nothing for an unknown address.
 */
export async function listOfSeller(
  reader: ProductReader,
  viewer: Viewer,
  { email, search = '', count, before }: OwnPart,
): Promise<ListedProduct[]> {
  const { sql } = reader;
  const rows = await sql<OwnProductRow[]>`
    select ${columns(sql, viewer)}, exists (
      select from bookings h
      where h.product_id = p.id and h.state = 'held' and h.hold_expires_at > now()
    ) as booked
    from products p ${joins(sql)}
    where p.seller_id = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      and p.withdrawn_at is null and p.id < ${before} ${named(sql, search)}
    order by p.id desc limit ${count}`;
  return rows.map((row) => ownFrom(row, reader.pictureOf));
}

/**
 * What else the seller of a product has on sale, newest first. A sold product has a seller too.
 * @throws Problem not-found, also when the product is withdrawn
 */
export async function listMoreOfSeller(
  reader: ProductReader,
  viewer: Viewer | null,
  { id, count, before }: Part & { id: string },
): Promise<ListedProduct[]> {
  const { sql } = reader;
  const [shown] = await sql<{ sellerId: string }[]>`
    select seller_id as "sellerId" from products where id = ${id} and withdrawn_at is null`;
  if (!shown) throw notOnSale();
  const rows = await sql<ProductRow[]>`
    select ${columns(sql, viewer)} from products p ${joins(sql)}
    where p.seller_id = ${shown.sellerId} and p.id <> ${id} and p.status <> 'sold'
      and p.withdrawn_at is null and p.id < ${before}
    order by p.id desc limit ${count}`;
  return rows.map((row) => listedFrom(row, reader.pictureOf));
}

/**
 * One product; a sold one too.
 * @throws Problem not-found, also for a withdrawn one
 */
export async function readProduct(
  reader: ProductReader,
  viewer: Viewer | null,
  id: string,
): Promise<SingleProduct> {
  const { sql } = reader;
  const [row] = await sql<SingleProductRow[]>`
    select ${columns(sql, viewer)}, s.created_at as "sellerSince", ${furtherPictures(sql)} as "further"
    from products p ${joins(sql)}
    where p.id = ${id} and p.withdrawn_at is null`;
  if (!row) throw notOnSale();
  return singleFrom(row, reader.pictureOf);
}

/** The phone is for the seller, admins, and the buyer who holds a live booking. */
function columns(sql: Sql, viewer: Viewer | null): Fragment {
  const viewerId = viewer?.id ?? nobody;
  return sql`
    p.id, p.name, p.price_cents as "priceCents", p.original_price_cents as "originalPriceCents",
    p.category, p.condition, p.location, p.description, p.purchase_year as year, p.status,
    p.created_at as "createdAt",
    case when ${viewer?.role === 'admin'} or p.seller_id = ${viewerId} or exists (
      select from bookings b where b.product_id = p.id and b.buyer_id = ${viewerId}
        and (b.state = 'paid' or b.state = 'held' and b.hold_expires_at > now())
    ) then p.phone end as phone,
    exists (
      select from wishlist_items w where w.user_id = ${viewerId} and w.product_id = p.id
    ) as wished,
    s.name as "sellerName", s.email as "sellerEmail", s.verified_at is not null as "sellerVerified",
    i.id as "imageId", i.external_url as "imageExternalUrl", i.widths as "imageWidths",
    i.width as "imageWidth", i.height as "imageHeight", i.placeholder as "imagePlaceholder",
    i.avif as "imageAvif"`;
}

function joins(sql: Sql): Fragment {
  return sql`join users s on s.id = p.seller_id join images i on i.id = p.image_id`;
}

/** In the statement itself, so that a product with pictures costs no second way to the database. */
function furtherPictures(sql: Sql): Fragment {
  return sql`(
    select json_agg(json_build_object(
      'id', m.id, 'externalUrl', m.external_url, 'widths', m.widths, 'width', m.width,
      'height', m.height, 'placeholder', m.placeholder, 'avif', m.avif
    ) order by f.position)
    from product_images f join images m on m.id = f.image_id where f.product_id = p.id
  )`;
}

/** A seller has few enough products to look through without an index of words. */
function named(sql: Sql, search: string): Fragment {
  const query = queryOfWords(search);
  if (query === null) return sql``;
  return sql`and to_tsvector('simple', regexp_replace(p.name, '[^[:alnum:]]+', ' ', 'g'))
    @@ to_tsquery('simple', ${query})`;
}

function notOnSale(): Problem {
  return new Problem('not-found', 'This instrument is not on sale any more');
}
