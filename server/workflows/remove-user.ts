import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { releaseReasons } from '#contract/states.ts';
import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../database/connection.ts';
import { productImages } from '../database/schema/product-images.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { users } from '../database/schema/users.ts';
import { wishlistItems } from '../database/schema/wishlist.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { endIdentity } from '../features/users/end-identities.ts';
import { type Actor, lockActorAndSubject } from '../features/users/lock-user.ts';
import { requireNoOpenSales } from '../features/users/require-no-open-sales.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';
import type { IdentityProvider } from '../providers/identity/port.ts';

export interface RemovalDeps {
  database: Database;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
}

/**
 * Removes a user: their unsold products go off sale, unpaid bookings of and on them are released, what was paid stays
 * as a record. Then their identity and its sessions end; should the identity provider be away, `endIdentities` does it
 * later, and until then the address cannot be used again.
 * @throws Problem not-signed-in, not-allowed for anybody but the person and admins; not-found; conflict for an admin's
 *   own record, and while the person owes somebody an instrument or somebody is owed a refund
 */
export async function removeUser(deps: RemovalDeps, actor: Actor, id: string): Promise<void> {
  const at = deps.clock.now();
  const email = await transaction(deps.database, (tx) => removeRecord(tx, actor, id, at));
  await endIdentity(deps, { id, email }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'The identity of a removed user will be ended later');
  });
}

/** @returns the address that the record had */
async function removeRecord(tx: Tx, asking: Actor, id: string, at: Date): Promise<string> {
  const { actor, subject } = await lockActorAndSubject(tx, asking, id, 'admin or self');
  // That also keeps the last admin: whoever removes one is another, and both records are locked.
  if (actor.id === subject.id && actor.role === 'admin') {
    throw new Problem('conflict', 'Admins cannot remove themselves; another admin can');
  }
  const touched = await lockProducts(tx, subject.id);
  await requireNoOpenSales(tx, subject.id, at);
  await releaseHolds(tx, eq(bookings.buyerId, subject.id), { reason: 'removed', at });
  const onTheirs = eq(bookings.sellerId, subject.id);
  const buyersToTell = await releaseHolds(tx, onTheirs, { reason: 'withdrawn', at });
  for (const bookingId of buyersToTell) {
    await queueMail(tx, { kind: 'hold-expired', bookingId, readers: ['buyer'] }, at);
  }
  await withdrawProducts(tx, subject.id, at);
  await tx.delete(wishlistItems).where(eq(wishlistItems.userId, subject.id));
  await tx
    .update(users)
    .set({ removedAt: at, imageId: null, imageUrl: null })
    .where(eq(users.id, subject.id));
  await writeAuditEntry(tx, { action: 'user-removed', actorId: actor.id, subject }, at);
  if (touched > 0) await recordCatalogueChange(tx, null, at);
  return subject.email;
}

/** Locks every product that changes, or whose booking does, before any booking, so that no payment comes between. */
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

async function releaseHolds(
  tx: Tx,
  whose: ReturnType<typeof eq>,
  { reason, at }: { reason: (typeof releaseReasons)[number]; at: Date },
): Promise<string[]> {
  const released = await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: reason })
    .where(and(eq(bookings.state, 'held'), whose))
    .returning({ id: bookings.id });
  return released.map(({ id }) => id);
}

/** Only their first pictures stay, for those who booked them or wish for them. */
async function withdrawProducts(tx: Tx, sellerId: string, at: Date): Promise<void> {
  const unsold = and(eq(products.sellerId, sellerId), onSale);
  const ids = tx.select({ id: products.id }).from(products).where(unsold);
  await tx.delete(productImages).where(inArray(productImages.productId, ids));
  await tx.update(products).set({ withdrawnAt: at }).where(unsold);
}

const onSale = and(ne(products.status, 'sold'), sql`${products.withdrawnAt} is null`);
