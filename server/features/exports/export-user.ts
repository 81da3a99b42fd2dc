import { desc, eq } from 'drizzle-orm';
import { toMajorUnits } from '#contract/currency.ts';
import type { UserExport } from '#contract/user-export.ts';
import type { Database } from '../../database/connection.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import { availabilityAlerts } from '../../database/schema/availability-alerts.ts';
import { listingImports } from '../../database/schema/listing-imports.ts';
import { products } from '../../database/schema/sales.ts';
import { savedSearches } from '../../database/schema/saved-searches.ts';
import { auditEntries } from '../../database/schema/shop.ts';
import { wishlistItems } from '../../database/schema/wishlist.ts';
import { readAlertSettings } from '../alerts/subscriptions.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { readUserById } from '../users/read-user.ts';
import { exportDisputes } from './export-disputes.ts';
import { exportEarnings } from './export-earnings.ts';
import { exportListings } from './export-listings.ts';
import { exportSales } from './export-sales.ts';

interface ExportDeps {
  database: Database;
  pictureOf: PictureOf;
  evidenceLinks: EvidenceLinks;
  detailsSeal: DetailsSeal;
}

type Orm = Database['orm'];

/**
 * All data that is stored about one user, including withdrawn products and released bookings. Of others it has what they said
 * in a sale with this user, without their names.
 * @throws Problem not-found
 */
export async function exportUser(
  { database, pictureOf, evidenceLinks, detailsSeal }: ExportDeps,
  id: string,
  at: Date,
): Promise<UserExport> {
  const { orm, sql } = database;
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
    exportListings(orm, id, pictureOf),
    exportSales({ database, evidenceLinks }, id),
    exportDisputes({ sql, evidenceLinks }, id),
    exportEarnings({ database, detailsSeal }, id),
    wishlistOf(orm, id),
    alertsOf(orm, id),
    searchesOf(orm, id),
    importsOf(orm, id),
    readAlertSettings({ sql }, id),
    historyOf(orm, id),
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

async function wishlistOf(orm: Orm, userId: string) {
  const rows = await orm
    .select({ item: wishlistItems, product: products })
    .from(wishlistItems)
    .innerJoin(products, eq(products.id, wishlistItems.productId))
    .where(eq(wishlistItems.userId, userId))
    .orderBy(desc(wishlistItems.id));
  return rows.map(({ item, product }) => ({
    _id: item.id,
    productId: product.id,
    name: product.name,
    price: toMajorUnits(product.priceCents),
    time: iso(item.createdAt),
  }));
}

async function alertsOf(orm: Orm, userId: string) {
  const rows = await orm
    .select({ alert: availabilityAlerts, name: products.name })
    .from(availabilityAlerts)
    .innerJoin(products, eq(products.id, availabilityAlerts.productId))
    .where(eq(availabilityAlerts.userId, userId))
    .orderBy(desc(availabilityAlerts.id));
  return rows.map(({ alert, name }) => ({
    _id: alert.id,
    productId: alert.productId,
    name,
    time: iso(alert.createdAt),
  }));
}

async function searchesOf(orm: Orm, userId: string) {
  const rows = await orm
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.id));
  return rows.map(({ id, name, query, hasAlert, seenAt, createdAt }) => ({
    _id: id,
    name,
    query,
    alert: hasAlert,
    seenAt: iso(seenAt),
    time: iso(createdAt),
  }));
}

async function importsOf(orm: Orm, userId: string) {
  const rows = await orm
    .select()
    .from(listingImports)
    .where(eq(listingImports.sellerId, userId))
    .orderBy(desc(listingImports.id));
  return rows.map(({ id, fileName, rowCount, state, createdAt }) => ({
    _id: id,
    fileName,
    rows: rowCount,
    state,
    time: iso(createdAt),
  }));
}

async function historyOf(orm: Orm, userId: string) {
  const rows = await orm
    .select({ action: auditEntries.action, at: auditEntries.createdAt })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, userId))
    .orderBy(desc(auditEntries.id));
  return rows.map(({ action, at }) => ({ action, time: iso(at) }));
}

function iso(at: Date): string {
  return at.toISOString();
}
