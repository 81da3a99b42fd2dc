import type { SingleProduct } from '#contract/products/products.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { selected } from '../../database/row-sql.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { listedClips } from '../clips/clip-address.ts';
import { selectClips } from '../clips/clip-row.ts';
import { traderColumn } from '../users/user-row.ts';
import { bookableFrom } from './bookable-from.ts';
import { codePhotoColumns } from './code-photo-columns.ts';
import {
  guestId,
  heldUntilColumn,
  liveBookingJoin,
  personalColumns,
  type Viewer,
} from './personal-fields.ts';
import {
  isShown,
  type ProductReader,
  productColumns,
  productJoins,
  type SinglePersonalRow,
  type SingleProductRow,
  singleFrom,
  singlePersonalFieldsFrom,
} from './product-row.ts';
import { soldHereBefore } from './sold-before.ts';

interface SingleProductReader extends ProductReader {
  origin: () => string;
}

/**
 * One product, also when it is sold.
 * @throws Problem not-found, also for a withdrawn product
 */
export async function readProduct(
  { sql, pictureOf, origin }: SingleProductReader,
  viewer: Viewer | null,
  id: string,
): Promise<SingleProduct> {
  const [row] = await sql<SingleProductRow[]>`
    select ${productColumns(sql, viewer)}, s.created_at as "sellerSince",
      (select b.paid_at from bookings b where b.id = p.sold_booking_id) as "soldAt",
      p.takes_offers as "takesOffers", p.checks, ${selected(codePhotoColumns, 'p')}, ${traderColumn(sql, sql`p.seller_id`)} as trader,
      ${soldHereBefore(sql)} as "soldHereBefore", ${furtherPictures(sql)} as "further", ${selectClips(sql, 'p.id')} as clips, ${bookingColumns(sql, viewer)}
    from products p ${productJoins(sql)}
    where p.id = ${id} and ${isShown}`;
  if (!row) throw productNotOnSale();
  return { ...singleFrom(row, viewer, pictureOf), clips: listedClips(row.clips, origin) };
}

/**
 * One product as every signed-in user sees it, read without a user, so that nothing in it is anyone's own. It is not for admins.
 * @throws Problem not-found, also for a withdrawn product
 */
export async function readSharedProduct(
  reader: SingleProductReader,
  id: string,
): Promise<SingleProduct> {
  return { ...(await readProduct(reader, null, id)), alertRequested: false };
}

/**
 * What this viewer sees of one product and other users do not. It changes with the clock too, as when a user may book
 * again, so it is read each time.
 */
export async function readPersonalPart(
  sql: Sql,
  viewer: Viewer,
  id: string,
): Promise<Partial<SingleProduct>> {
  const [row] = await sql<SinglePersonalRow[]>`
    select p.id, ${heldUntilColumn}, ${personalColumns(sql, viewer)}, ${bookingColumns(sql, viewer)}
    from products p join users s on s.id = p.seller_id ${liveBookingJoin}
    where p.id = ${id}`;
  return row ? singlePersonalFieldsFrom(row) : {};
}

/** Whether the viewer wants a mail when the product is free, their least offer, and when they may book it again. */
function bookingColumns(sql: Sql, viewer: Viewer | null): Fragment {
  const viewerId = viewer?.id ?? guestId;
  return sql`
    exists (
      select from availability_alerts a where a.product_id = p.id and a.user_id = ${viewerId}
    ) as "alertRequested",
    case when p.seller_id = ${viewerId} then p.least_offer_cents end as "leastOfferCents",
    ${bookableFrom(sql, { productId: sql`p.id`, buyerId: viewerId, at: sql`now()` })} as "bookableFrom"`;
}

export function productNotOnSale(): Problem {
  return new Problem('not-found', msg`This instrument is not on sale any more`);
}

/** A subquery, so that the product and all its pictures take one round trip. */
function furtherPictures(sql: Sql): Fragment {
  return sql`(
    select json_agg(json_build_object(
      'id', m.id, 'externalUrl', m.external_url, 'widths', m.widths, 'width', m.width,
      'height', m.height, 'placeholder', m.placeholder, 'avif', m.avif
    ) order by f.position)
    from product_images f join images m on m.id = f.image_id where f.product_id = p.id
  )`;
}
