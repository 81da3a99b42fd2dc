import type { BaseLogger } from 'pino';
import { msg } from '#contract/text.ts';
import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../database/connection.ts';
import { rawSql } from '../database/sql.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { endTraces } from '../features/after-sale/trace-sale.ts';
import { releaseHolds } from '../features/bookings/release-holds.ts';
import { removeClipsOfListings } from '../features/clips/remove-clips.ts';
import { blankImages } from '../features/images/blank-images.ts';
import { revokeKeysOf } from '../features/keys/keys.ts';
import { removeMailPauses } from '../features/mails/mail-pauses.ts';
import { removeMessages } from '../features/messages/remove-messages.ts';
import { eraseCases } from '../features/moderation/erase-cases.ts';
import { eraseStolenReports } from '../features/moderation/report-stolen.ts';
import { eraseVerificationRequest } from '../features/moderation/verification-request.ts';
import { eraseOffers } from '../features/offers/erase-offers.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { voidOffers } from '../features/products/void-offers.ts';
import { removeDevicesOf } from '../features/push/devices.ts';
import { eraseReviews } from '../features/reviews/erase-reviews.ts';
import { endIdentity } from '../features/users/end-identities.ts';
import { type Actor, lockActorAndSubject } from '../features/users/lock-user.ts';
import { requireNothingOpen } from '../features/users/removal-effects.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';
import { removeWebhooksOf } from '../features/webhooks/endpoints.ts';
import type { IdentityProvider } from '../providers/identity/port.ts';
import { eraseListings } from './erase-people.ts';

export interface RemovalDeps {
  database: Database;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
}

/**
 * Removes a user: withdraws their unsold products, with what they wrote in them and the pictures, and releases the unpaid
 * bookings by them and of their products. What they wrote to others is deleted. The rest goes when their last sale is settled (`erasePeople`). Paid
 * bookings stay, and so do open sales, returns, disputes and refunds, and the money of a seller: an admin acts for the
 * removed user (`confirmReceipt`, `handOver`, `markSent`, `cancelSale`, `requestReturn`, `decideReturn`). After the commit, deletes their identity and its sessions; if the identity provider fails,
 * `endIdentities` does it later, and until then the email address cannot be registered again.
 * @throws Problem not-signed-in when the actor was removed; not-allowed for other users than the subject and admins;
 *   not-found; conflict when admins remove themselves, and when other users do while a sale, return, dispute or
 *   refund of theirs is open, or money of theirs is not paid out
 */
export async function removeUser(
  deps: RemovalDeps,
  actor: Actor,
  id: string,
  reason?: string,
): Promise<void> {
  const at = deps.clock.now();
  const email = await transaction(deps.database, (tx) =>
    removeRecord(tx, actor, { id, reason }, at),
  );
  await endIdentity(deps, { id, email }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'The identity of a removed user will be ended later');
  });
}

/** @returns the user's email address */
async function removeRecord(
  tx: Tx,
  requester: Actor,
  { id, reason }: { id: string; reason: string | undefined },
  at: Date,
): Promise<string> {
  const { actor, subject } = await lockActorAndSubject(
    tx,
    requester,
    id,
    'admin or self',
    'people',
  );
  // So there is always an admin left: an admin is removed by another one, and both are locked.
  if (actor.id === subject.id && (actor.role === 'admin' || subject.areas !== null)) {
    throw new Problem('conflict', msg`Admins cannot remove themselves; another admin can`);
  }
  const lockedCount = await lockProducts(tx, subject.id);
  if (actor.id === subject.id) await requireNothingOpen(tx, subject.id);
  // Before the pictures, which are evidence until then.
  eraseCases(tx, subject.id, at);
  eraseStolenReports(tx, subject.id);
  eraseVerificationRequest(tx, subject.id);
  deleteAlerts(tx, subject.id);
  const isBuyer = tx.sql`buyer_id = ${subject.id}`;
  await releaseHolds(tx, isBuyer, { reason: 'removed', tellsBuyer: false }, at);
  const isSeller = tx.sql`seller_id = ${subject.id}`;
  await releaseHolds(tx, isSeller, { reason: 'withdrawn', tellsBuyer: true }, at);
  voidOffers(tx, isSeller, 'withdrawn', at);
  voidOffers(tx, isBuyer, 'removed', at);
  await withdrawProducts(tx, subject.id, at);
  eraseOffers(tx, isBuyer);
  revokeKeysOf(tx, subject.id);
  removeWebhooksOf(tx, subject.id);
  removeDevicesOf(tx, subject.id);
  tx.write`delete from wishlist_items where user_id = ${subject.id}`;
  tx.write`delete from wishlist_news where user_id = ${subject.id}`;
  tx.write`delete from delivery_addresses where user_id = ${subject.id}`;
  tx.write`delete from saved_searches where user_id = ${subject.id}`;
  tx.write`delete from alert_subscriptions where user_id = ${subject.id}`;
  await removeMessages(tx, subject.id);
  removeMailPauses(tx, subject.id);
  eraseReviews(tx, subject.id);
  endTraces(tx, subject.id);
  tx.write`delete from listing_imports where seller_id = ${subject.id}`;
  tx.write`delete from import_choices where seller_id = ${subject.id}`;
  tx.write`delete from external_ids where seller_id = ${subject.id}`;
  tx.write`delete from imported_pictures where seller_id = ${subject.id}`;
  tx.write`
    update users set removed_at = ${at}, image_id = null, image_url = null, language = null,
      time_zone = null, about = null, town = null, spoken = null
    where id = ${subject.id}`;
  const entry = { action: 'user-removed', actorId: actor.id, subject } as const;
  await writeAuditEntry(tx, reason === undefined ? entry : { ...entry, reason }, at);
  // A seller's public page goes, even if nothing was on sale.
  if (lockedCount > 0 || subject.role !== 'buyer') recordCatalogueChange(tx, null, at);
  return subject.email;
}

/**
 * Locks every product that changes or whose booking changes, before any booking, so that no payment comes between.
 * @returns how many
 */
async function lockProducts(tx: Tx, userId: string): Promise<number> {
  const locked = await tx.sql`
    select id from products
    where seller_id = ${userId} and ${onSale} or id in (
      select product_id from bookings
      where state = 'held' and (buyer_id = ${userId} or seller_id = ${userId}))
      or id in (
        select product_id from offers
        where state in ('open', 'countered') and buyer_id = ${userId})
    order by id for update`;
  return locked.length;
}

/** The user's own, and those of others who wait for what the user sells. */
function deleteAlerts(tx: Tx, userId: string): void {
  tx.write`
    delete from availability_alerts where user_id = ${userId} or product_id in (
      select id from products where seller_id = ${userId} and ${onSale})`;
}

/** The rows of first pictures stay: bookings refer to them. What the seller wrote has no purpose any more. */
async function withdrawProducts(tx: Tx, sellerId: string, at: Date): Promise<void> {
  await blankImages(tx, sellerId, 'not sold');
  removeClipsOfListings(tx, sellerId, 'not sold');
  tx.write`
    delete from product_images where product_id in (
      select id from products where seller_id = ${sellerId} and ${onSale})`;
  tx.write`update products set withdrawn_at = ${at} where seller_id = ${sellerId} and ${onSale}`;
  eraseListings(tx, sellerId, 'not sold');
}

const onSale = rawSql("status <> 'sold' and withdrawn_at is null");
