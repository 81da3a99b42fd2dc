import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Fragment, Sql } from 'postgres';
import type { CallRequest } from '#contract/calls.ts';
import type { Category, Role } from '#contract/constants.ts';
import { cents } from '#contract/fields.ts';
import type { ListedProduct, SingleProduct } from '#contract/products.ts';
import { products } from '../database/schema/sales.ts';
import type { Tx } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import { keepUser } from '../users/lock.ts';
import { noteCatalogueChange } from './catalogue.ts';
import {
  listedFrom,
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

/** Everything that the user with this address has on sale or has sold, newest first; nothing for an unknown address. */
export async function listOfSeller(
  reader: ProductReader,
  viewer: Viewer,
  { email, count, before }: Part & { email: string },
): Promise<ListedProduct[]> {
  const { sql } = reader;
  const rows = await sql<ProductRow[]>`
    select ${columns(sql, viewer)} from products p ${joins(sql)}
    where p.seller_id = (select id from users where lower(email) = lower(${email}) and removed_at is null)
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
    select ${columns(sql, viewer)}, s.created_at as "sellerSince" from products p ${joins(sql)}
    where p.id = ${id} and p.withdrawn_at is null`;
  if (!row) throw new Problem('not-found', 'This instrument is not on sale any more');
  return singleFrom(row, reader.pictureOf);
}

/** A listing as the door lets it in, with the picture already found. */
export type NewListing = Omit<
  CallRequest<'listProduct'>['body'],
  'sellerName' | 'sellerEmail' | 'time' | 'image'
> & { imageId: string };

/**
 * Lists a product for sale.
 * @param at when it is listed; lists are ordered by it
 * @returns its id
 * @throws Problem not-signed-in when the seller was removed
 */
export async function listProduct(
  tx: Tx,
  sellerId: string,
  listing: NewListing,
  at: Date,
): Promise<string> {
  await keepUser(tx, sellerId);
  const id = newId(at);
  await tx.insert(products).values({
    id,
    sellerId,
    name: listing.name,
    priceCents: cents(listing.price),
    originalPriceCents: listing.originalPrice === undefined ? null : cents(listing.originalPrice),
    category: listing.category ?? null,
    condition: listing.condition,
    phone: listing.number,
    location: listing.location,
    description: listing.description,
    purchaseYear: listing.year,
    imageId: listing.imageId,
    status: 'available',
    createdAt: at,
  });
  await noteCatalogueChange(tx, id, at);
  return id;
}

/**
 * Advertises a product, or ends its advertisement.
 * @throws Problem not-found, also when it is somebody else's; conflict when it is sold
 */
export async function changeProductStatus(
  tx: Tx,
  actor: Viewer,
  { id, status }: { id: string; status: 'available' | 'advertise' },
  at: Date,
): Promise<void> {
  const own = actor.role === 'admin' ? undefined : eq(products.sellerId, actor.id);
  const reachable = and(eq(products.id, id), isNull(products.withdrawnAt), own);
  const changed = await tx
    .update(products)
    .set({ status })
    .where(and(reachable, ne(products.status, 'sold')))
    .returning({ id: products.id });
  if (changed.length > 0) return noteCatalogueChange(tx, id, at);
  const [sold] = await tx.select({ id: products.id }).from(products).where(reachable);
  if (sold) throw new Problem('conflict', 'This instrument is sold');
  throw new Problem('not-found', 'There is no such instrument of yours');
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
