import { toMajorUnits } from '#contract/money/currency.ts';
import type { AuditAction } from '#contract/users/audit.ts';
import type { UserExport } from '#contract/users/user-export.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import type { listingImports } from '../../database/schema/listing-imports.ts';
import type { savedSearches } from '../../database/schema/saved-searches.ts';
import type { auditEntries } from '../../database/schema/shop.ts';
import type { Sql } from '../../database/sql.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';
import { readAlertSettings } from '../alerts/subscriptions.ts';
import { readDeliveryAddress } from '../delivery/delivery-address.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { listKeys } from '../keys/keys.ts';
import { readImportChoices } from '../listing-imports/import-choices.ts';
import { readVerificationRequest } from '../moderation/read-verification.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { listDevices } from '../push/devices.ts';
import { readUserById } from '../users/read-user.ts';
import type { AuditDetail } from '../users/write-audit-entry.ts';
import { listWebhooks } from '../webhooks/endpoints.ts';
import { exportDecisions, exportNotes, exportReports, exportStolen } from './export-cases.ts';
import { exportDisputes } from './export-disputes.ts';
import { exportEarnings } from './export-earnings.ts';
import { exportListings } from './export-listings.ts';
import { exportOffers } from './export-offers.ts';
import { exportReviews } from './export-reviews.ts';
import { exportSales } from './export-sales.ts';
import { exportThreads } from './export-threads.ts';
import { pagesOf, streamJson } from './json-stream.ts';

interface ExportDeps {
  sql: Sql;
  pictureOf: PictureOf;
  origin: () => string;
  evidenceLinks: EvidenceLinks;
  detailsSeal: DetailsSeal;
  identity: Pick<IdentityProvider, 'exportLogin'>;
}

/**
 * All data that is stored about one user, including withdrawn products and released bookings, as the JSON of a `UserExport`,
 * piece by piece. Of others it has what they said in a sale with this user, without their names.
 * @throws Problem not-found
 */
export async function exportUser(deps: ExportDeps, id: string, at: Date) {
  const { sql, pictureOf, origin, evidenceLinks, detailsSeal, identity } = deps;
  // Before the first piece is sent, so that a refusal can still be answered.
  const user = await readUserById({ sql, pictureOf }, id);
  const login = await identity.exportLogin?.(user.email);
  return streamJson({
    time: iso(at),
    user,
    address: await readDeliveryAddress(sql, id),
    products: exportListings(sql, id, { pictureOf, origin }),
    ...exportSales({ sql, evidenceLinks }, id),
    offers: exportOffers(sql, id),
    reviews: exportReviews(sql, id),
    reports: exportReports(sql, id),
    verification: await readVerificationRequest({ sql, evidenceLinks }, id),
    stolen: exportStolen(sql, id),
    notes: exportNotes(sql, id),
    decisions: exportDecisions(sql, id),
    disputes: exportDisputes({ sql, evidenceLinks }, id),
    ...exportEarnings({ sql, detailsSeal }, id),
    threads: exportThreads({ sql, evidenceLinks }, id),
    blocks: blocksOf(sql, id),
    wishlist: wishlistOf(sql, id),
    alerts: alertsOf(sql, id),
    savedSearches: searchesOf(sql, id),
    imports: importsOf(sql, id),
    importChoices: () => readImportChoices(sql, id),
    keys: () => listKeys(sql, id),
    webhooks: () => listWebhooks(sql, id),
    pushSubscriptions: () => listDevices(sql, id),
    alertSettings: () => readAlertSettings({ sql }, id),
    sessions: login?.sessions ?? [],
    passkeys: login?.passkeys ?? [],
    history: historyOf(sql, id),
  } satisfies {
    [Name in keyof UserExport]:
      | UserExport[Name]
      | (() => Promise<UserExport[Name]>)
      | AsyncIterable<UserExport[Name]>;
  });
}

interface ProductMark {
  id: string;
  productId: string;
  name: string;
  createdAt: Date;
}

function wishlistOf(sql: Sql, userId: string): AsyncIterable<UserExport['wishlist']> {
  return pagesOf(
    ({ cursor, count }) => sql<(ProductMark & { priceCents: number })[]>`
      select w.id, p.id as "productId", p.name, p.price_cents as "priceCents",
        w.created_at as "createdAt"
      from wishlist_items w join products p on p.id = w.product_id
      where w.user_id = ${userId} and w.id < ${cursor} order by w.id desc limit ${count}`,
    ({ id, productId, name, priceCents, createdAt }) => ({
      _id: id,
      productId,
      name,
      price: toMajorUnits(priceCents),
      time: iso(createdAt),
    }),
  );
}

/** Not whom: that is about the others. */
function blocksOf(sql: Sql, userId: string): AsyncIterable<UserExport['blocks']> {
  return pagesOf(
    ({ cursor, count }) => sql<{ id: string; createdAt: Date }[]>`
      select id, created_at as "createdAt" from blocks
      where blocker_id = ${userId} and id < ${cursor} order by id desc limit ${count}`,
    ({ id, createdAt }) => ({ _id: id, time: iso(createdAt) }),
  );
}

function alertsOf(sql: Sql, userId: string): AsyncIterable<UserExport['alerts']> {
  return pagesOf(
    ({ cursor, count }) => sql<ProductMark[]>`
      select a.id, a.product_id as "productId", p.name, a.created_at as "createdAt"
      from availability_alerts a join products p on p.id = a.product_id
      where a.user_id = ${userId} and a.id < ${cursor} order by a.id desc limit ${count}`,
    ({ id, productId, name, createdAt }) => ({
      _id: id,
      productId,
      name,
      time: iso(createdAt),
    }),
  );
}

type SearchRow = Pick<
  typeof savedSearches.$inferSelect,
  'id' | 'name' | 'query' | 'hasAlert' | 'seenAt' | 'createdAt'
>;

function searchesOf(sql: Sql, userId: string): AsyncIterable<UserExport['savedSearches']> {
  return pagesOf(
    ({ cursor, count }) => sql<SearchRow[]>`
      select id, name, query, has_alert as "hasAlert", seen_at as "seenAt",
        created_at as "createdAt"
      from saved_searches where user_id = ${userId} and id < ${cursor}
      order by id desc limit ${count}`,
    ({ id, name, query, hasAlert, seenAt, createdAt }) => ({
      _id: id,
      name,
      query,
      alert: hasAlert,
      seenAt: iso(seenAt),
      time: iso(createdAt),
    }),
  );
}

type ImportRow = Pick<
  typeof listingImports.$inferSelect,
  'id' | 'fileName' | 'rowCount' | 'state' | 'createdAt'
>;

function importsOf(sql: Sql, userId: string): AsyncIterable<UserExport['imports']> {
  return pagesOf(
    ({ cursor, count }) => sql<ImportRow[]>`
      select id, file_name as "fileName", row_count as "rowCount", state,
        created_at as "createdAt"
      from listing_imports where seller_id = ${userId} and id < ${cursor}
      order by id desc limit ${count}`,
    ({ id, fileName, rowCount, state, createdAt }) => ({
      _id: id,
      fileName,
      rows: rowCount,
      state,
      time: iso(createdAt),
    }),
  );
}

type HistoryRow = Pick<typeof auditEntries.$inferSelect, 'id' | 'action' | 'createdAt'> & {
  detail: AuditDetail;
};

/** Left out, because a report in which nothing was found stays unknown to whom it was about; other decisions are in `decisions`, and notes in `notes`. */
const moderationActions = [
  'case-decided',
  'appeal-decided',
  'messages-read',
  'note-added',
] as const satisfies AuditAction[];

function historyOf(sql: Sql, userId: string): AsyncIterable<UserExport['history']> {
  return pagesOf(
    ({ cursor, count }) => sql<HistoryRow[]>`
      select id, action, detail, created_at as "createdAt" from audit_entries
      where subject_id = ${userId} and id < ${cursor} and action <> all(${moderationActions})
      order by id desc limit ${count}`,
    ({ action, detail: { name, email, product, reason }, createdAt }) => ({
      action,
      name,
      email,
      product: product?.name,
      reason,
      time: iso(createdAt),
    }),
  );
}

function iso(at: Date): string {
  return at.toISOString();
}
