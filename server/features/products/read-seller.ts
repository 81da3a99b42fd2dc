import { countLimit } from '#contract/constants.ts';
import type { SellerProfile } from '#contract/products/sellers.ts';
import type { MatchCount } from '#contract/search/search.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type TraderColumns, traderFrom } from '../users/state-trader.ts';
import { traderColumn } from '../users/user-row.ts';
import { listLateSales } from './list-late-sales.ts';
import type { Viewer } from './personal-fields.ts';
import {
  type ProductReader,
  type ProductRow,
  productColumns,
  productJoins,
  type ViewedProducts,
  viewedFrom,
} from './product-row.ts';
import { ratingFrom } from './rating.ts';

type Status = 'available' | 'advertise' | 'sold';
/** The statuses of products that are on sale. */
export const unsold: readonly Status[] = ['available', 'advertise'];

/**
 * What everyone may know about a seller. Counts go up to `countLimit`, each through an index.
 * @throws Problem not-found for an unknown or removed user, and for one who does not sell
 */
export async function readSeller(
  reader: ProductReader,
  id: string,
): Promise<Omit<SellerProfile, 'isLimited'>> {
  const { sql } = reader;
  const [row] = await sql<SellerRow[]>`
    select s.id, s.name, s.about, s.town, s.spoken, s.verified_at is not null as "isVerified", s.created_at as "createdAt",
      s.review_count as "reviewCount", s.review_stars as "reviewStars",
      ${traderColumn(sql, sql`s.id`)} as trader,
      m.answer_minutes as "answerMinutes", m.dispatch_minutes as "dispatchMinutes",
      ${countOf(sql, unsold)} as "onSale", ${countOf(sql, ['sold'])} as sold
    from users s left join seller_measures m on m.seller_id = s.id where s.id = ${id} and ${isSeller(sql)}`;
  if (!row) throw sellerMissing();
  const soldLately = row.sold === 0 ? [] : await listLateSales(reader, id);
  return {
    _id: row.id,
    name: row.name,
    userRole: row.isVerified ? 'verified' : undefined,
    answerMinutes: row.answerMinutes ?? undefined,
    dispatchMinutes: row.dispatchMinutes ?? undefined,
    memberSince: row.createdAt.toISOString(),
    about: row.about ?? undefined,
    town: row.town ?? undefined,
    spoken: row.spoken ?? undefined,
    trader: traderFrom(row.trader),
    onSale: upToLimit(row.onSale),
    sold: upToLimit(row.sold),
    soldLately: soldLately.length > 0 ? soldLately : undefined,
    rating: ratingFrom(row.reviewCount, row.reviewStars),
  };
}

interface SellerRow {
  id: string;
  name: string;
  about: string | null;
  town: string | null;
  spoken: string[] | null;
  isVerified: boolean;
  createdAt: Date;
  reviewCount: number;
  reviewStars: number;
  trader: TraderColumns | null;
  answerMinutes: number | null;
  dispatchMinutes: number | null;
  onSale: number;
  sold: number;
}

interface SellerRange {
  sellerId: string;
  /** How many to read at most. */
  count: number;
  /** Only products with a smaller id, that is, listed earlier. */
  before: string;
  /** Leaves out those that are not advertised. */
  onlyAdvertised: boolean;
}

/**
 * What a seller has on sale, newest first. The email address of the seller is left out for all but the seller and admins.
 * @throws Problem not-found for an unknown or removed user, and for one who does not sell
 */
export async function listSellerProducts(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer | null,
  { sellerId, count, before, onlyAdvertised }: SellerRange,
): Promise<ViewedProducts> {
  const [seller] =
    await sql`select s.id from users s where s.id = ${sellerId} and ${isSeller(sql)}`;
  if (!seller) throw sellerMissing();
  const statuses = onlyAdvertised ? ['advertise'] : unsold;
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql, viewer)}
    from ${newestOfSeller(sql, { sellerId, count, before, statuses })} newest
    join products p on p.id = newest.id ${productJoins(sql)}
    order by p.id desc limit ${count}`;
  const { items, personal } = viewedFrom(rows, pictureOf);
  return { items: items.map((item) => ({ ...item, sellerEmail: { email: '' } })), personal };
}

/**
 * The newest products of a seller with these statuses, as a subquery with the ids of at most `count` per status. Each status is
 * read in the order of the index, so that a seller with many products of another status costs no more.
 */
export function newestOfSeller(
  sql: Sql,
  {
    sellerId,
    count,
    before,
    statuses,
  }: Pick<SellerRange, 'sellerId' | 'count' | 'before'> & { statuses: readonly string[] },
): Fragment {
  return sql`(
    select latest.id from unnest(${statuses}::text[]) as wanted (status)
    cross join lateral (
      select id from products
      where seller_id = ${sellerId} and status = wanted.status and withdrawn_at is null and id < ${before}
      order by id desc limit ${count}
    ) latest
  )`;
}

/** SQL for a row of `users s`: a seller, even before the first listing, or an admin with listings. */
function isSeller(sql: Sql): Fragment {
  return sql`s.removed_at is null and s.suspended_at is null and (s.role = 'seller' or exists (
    select from products where seller_id = s.id and withdrawn_at is null
  ))`;
}

/** Counts one more than `countLimit`, to see whether there are more. */
function countOf(sql: Sql, statuses: readonly Status[]): Fragment {
  return sql`(
    select count(*)::int from (
      select from products
      where seller_id = s.id and status = any(${statuses}::text[]) and withdrawn_at is null
        and hidden_for is null
      limit ${countLimit + 1}
    ) counted
  )`;
}

function upToLimit(count: number): MatchCount {
  return { count: Math.min(count, countLimit), isExact: count <= countLimit };
}

function sellerMissing(): Problem {
  return new Problem('not-found', msg`There is no such seller`);
}
