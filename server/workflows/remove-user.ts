import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../database/connection.ts';
import { alertSubscriptions } from '../database/schema/alerts.ts';
import { availabilityAlerts } from '../database/schema/availability-alerts.ts';
import { externalIds, listingImports } from '../database/schema/listing-imports.ts';
import { productImages } from '../database/schema/product-images.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { savedSearches } from '../database/schema/saved-searches.ts';
import { users } from '../database/schema/users.ts';
import { wishlistItems, wishlistNews } from '../database/schema/wishlist.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { releaseHolds } from '../features/bookings/release-holds.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { endIdentity } from '../features/users/end-identities.ts';
import { type Actor, lockActorAndSubject } from '../features/users/lock-user.ts';
import { requireNothingOpen } from '../features/users/removal-effects.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';
import type { IdentityProvider } from '../providers/identity/port.ts';

export interface RemovalDeps {
  database: Database;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
}

/**
 * Removes a user: withdraws their unsold products and releases the unpaid bookings by them and of their products. Paid
 * bookings stay, and so do open sales, returns, disputes and refunds, and the money of a seller: an admin acts for the
 * removed user (`confirmReceipt`, `handOver`, `markSent`, `cancelSale`, `requestReturn`, `decideReturn`). After the commit, deletes their identity and its sessions; if the identity provider fails,
 * `endIdentities` does it later, and until then the email address cannot be registered again.
 * @throws Problem not-signed-in when the actor was removed; not-allowed for other users than the subject and admins;
 *   not-found; conflict when admins remove themselves, and when other users do while a sale, return, dispute or
 *   refund of theirs is open, or money of theirs is not paid out
 */
export async function removeUser(deps: RemovalDeps, actor: Actor, id: string): Promise<void> {
  const at = deps.clock.now();
  const email = await transaction(deps.database, (tx) => removeRecord(tx, actor, id, at));
  await endIdentity(deps, { id, email }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'The identity of a removed user will be ended later');
  });
}

/** @returns the user's email address */
async function removeRecord(tx: Tx, requester: Actor, id: string, at: Date): Promise<string> {
  const { actor, subject } = await lockActorAndSubject(tx, requester, id, 'admin or self');
  // So there is always an admin left: an admin is removed by another one, and both are locked.
  if (actor.id === subject.id && actor.role === 'admin') {
    throw new Problem('conflict', 'Admins cannot remove themselves; another admin can');
  }
  const lockedCount = await lockProducts(tx, subject.id);
  if (actor.id === subject.id) await requireNothingOpen(tx, subject.id);
  await deleteAlerts(tx, subject.id);
  const isBuyer = eq(bookings.buyerId, subject.id);
  await releaseHolds(tx, isBuyer, { reason: 'removed', tellsBuyer: false }, at);
  const isSeller = eq(bookings.sellerId, subject.id);
  await releaseHolds(tx, isSeller, { reason: 'withdrawn', tellsBuyer: true }, at);
  await withdrawProducts(tx, subject.id, at);
  await tx.delete(wishlistItems).where(eq(wishlistItems.userId, subject.id));
  await tx.delete(wishlistNews).where(eq(wishlistNews.userId, subject.id));
  await tx.delete(savedSearches).where(eq(savedSearches.userId, subject.id));
  await tx.delete(alertSubscriptions).where(eq(alertSubscriptions.userId, subject.id));
  await tx.delete(listingImports).where(eq(listingImports.sellerId, subject.id));
  await tx.delete(externalIds).where(eq(externalIds.sellerId, subject.id));
  await tx
    .update(users)
    .set({ removedAt: at, imageId: null, imageUrl: null })
    .where(eq(users.id, subject.id));
  await writeAuditEntry(tx, { action: 'user-removed', actorId: actor.id, subject }, at);
  // A seller's public page goes, even if nothing was on sale.
  if (lockedCount > 0 || subject.role !== 'buyer') recordCatalogueChange(tx, null, at);
  return subject.email;
}

/**
 * Locks every product that changes or whose booking changes, before any booking, so that no payment comes between.
 * @returns how many
 */
async function lockProducts(tx: Tx, userId: string): Promise<number> {
  const held = tx
    .select({ id: bookings.productId })
    .from(bookings)
    .where(
      and(
        eq(bookings.state, 'held'),
        or(eq(bookings.buyerId, userId), eq(bookings.sellerId, userId)),
      ),
    );
  const locked = await tx
    .select({ id: products.id })
    .from(products)
    .where(or(and(eq(products.sellerId, userId), onSale), inArray(products.id, held)))
    .orderBy(products.id)
    .for('update');
  return locked.length;
}

/** The user's own, and those of others who wait for what the user sells. */
async function deleteAlerts(tx: Tx, userId: string): Promise<void> {
  const theirs = tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, userId), onSale));
  await tx
    .delete(availabilityAlerts)
    .where(
      or(eq(availabilityAlerts.userId, userId), inArray(availabilityAlerts.productId, theirs)),
    );
}

/** First pictures are not deleted: bookings and wishlists show them. */
async function withdrawProducts(tx: Tx, sellerId: string, at: Date): Promise<void> {
  const unsold = and(eq(products.sellerId, sellerId), onSale);
  const ids = tx.select({ id: products.id }).from(products).where(unsold);
  await tx.delete(productImages).where(inArray(productImages.productId, ids));
  await tx.update(products).set({ withdrawnAt: at }).where(unsold);
}

const onSale = and(ne(products.status, 'sold'), sql`${products.withdrawnAt} is null`);
