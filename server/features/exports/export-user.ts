import { toMajorUnits } from '#contract/currency.ts';
import type { UserExport } from '#contract/user-export.ts';
import type { Database } from '../../database/connection.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import type { listingImports } from '../../database/schema/listing-imports.ts';
import type { savedSearches } from '../../database/schema/saved-searches.ts';
import type { auditEntries } from '../../database/schema/shop.ts';
import type { Sql } from '../../database/sql.ts';
import { readAlertSettings } from '../alerts/subscriptions.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { readUserById } from '../users/read-user.ts';
import { exportDisputes } from './export-disputes.ts';
import { exportEarnings } from './export-earnings.ts';
import { exportListings } from './export-listings.ts';
import { exportSales } from './export-sales.ts';

interface ExportDeps {
  database: Pick<Database, 'sql'>;
  pictureOf: PictureOf;
  evidenceLinks: EvidenceLinks;
  detailsSeal: DetailsSeal;
}

/**
 * All data that is stored about one user, including withdrawn products and released bookings. Of others it has what they said
 * in a sale with this user, without their names.
 * @throws Problem not-found
 */
export async function exportUser(
  { database: { sql }, pictureOf, evidenceLinks, detailsSeal }: ExportDeps,
  id: string,
  at: Date,
): Promise<UserExport> {
  const [
    user,
    listed,
    sales,
    disputes,
    earnings,
    wishlist,
    alerts,
    searches,
    imports,
    mails,
    history,
  ] = await Promise.all([
    readUserById({ sql, pictureOf }, id),
    exportListings(sql, id, pictureOf),
    exportSales({ sql, evidenceLinks }, id),
    exportDisputes({ sql, evidenceLinks }, id),
    exportEarnings({ sql, detailsSeal }, id),
    wishlistOf(sql, id),
    alertsOf(sql, id),
    searchesOf(sql, id),
    importsOf(sql, id),
    readAlertSettings({ sql }, id),
    historyOf(sql, id),
  ]);
  return {
    time: iso(at),
    user,
    products: listed,
    ...sales,
    disputes,
    ...earnings,
    wishlist,
    alerts,
    savedSearches: searches,
    imports,
    alertSettings: mails,
    history,
  };
}

interface ProductMark {
  id: string;
  productId: string;
  name: string;
  createdAt: Date;
}

async function wishlistOf(sql: Sql, userId: string) {
  const rows = await sql<(ProductMark & { priceCents: number })[]>`
    select w.id, p.id as "productId", p.name, p.price_cents as "priceCents",
      w.created_at as "createdAt"
    from wishlist_items w join products p on p.id = w.product_id
    where w.user_id = ${userId} order by w.id desc`;
  return rows.map(({ id, productId, name, priceCents, createdAt }) => ({
    _id: id,
    productId,
    name,
    price: toMajorUnits(priceCents),
    time: iso(createdAt),
  }));
}

async function alertsOf(sql: Sql, userId: string) {
  const rows = await sql<ProductMark[]>`
    select a.id, a.product_id as "productId", p.name, a.created_at as "createdAt"
    from availability_alerts a join products p on p.id = a.product_id
    where a.user_id = ${userId} order by a.id desc`;
  return rows.map(({ id, productId, name, createdAt }) => ({
    _id: id,
    productId,
    name,
    time: iso(createdAt),
  }));
}

type SearchRow = Pick<
  typeof savedSearches.$inferSelect,
  'id' | 'name' | 'query' | 'hasAlert' | 'seenAt' | 'createdAt'
>;

async function searchesOf(sql: Sql, userId: string) {
  const rows = await sql<SearchRow[]>`
    select id, name, query, has_alert as "hasAlert", seen_at as "seenAt", created_at as "createdAt"
    from saved_searches where user_id = ${userId} order by id desc`;
  return rows.map(({ id, name, query, hasAlert, seenAt, createdAt }) => ({
    _id: id,
    name,
    query,
    alert: hasAlert,
    seenAt: iso(seenAt),
    time: iso(createdAt),
  }));
}

type ImportRow = Pick<
  typeof listingImports.$inferSelect,
  'id' | 'fileName' | 'rowCount' | 'state' | 'createdAt'
>;

async function importsOf(sql: Sql, userId: string) {
  const rows = await sql<ImportRow[]>`
    select id, file_name as "fileName", row_count as "rowCount", state, created_at as "createdAt"
    from listing_imports where seller_id = ${userId} order by id desc`;
  return rows.map(({ id, fileName, rowCount, state, createdAt }) => ({
    _id: id,
    fileName,
    rows: rowCount,
    state,
    time: iso(createdAt),
  }));
}

async function historyOf(sql: Sql, userId: string) {
  const rows = await sql<Pick<typeof auditEntries.$inferSelect, 'action' | 'createdAt'>[]>`
    select action, created_at as "createdAt" from audit_entries
    where subject_id = ${userId} order by id desc`;
  return rows.map(({ action, createdAt }) => ({ action, time: iso(createdAt) }));
}

function iso(at: Date): string {
  return at.toISOString();
}
