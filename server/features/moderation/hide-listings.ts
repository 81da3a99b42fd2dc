import type { HidingOutcome } from '#contract/moderation/moderation-terms.ts';
import { recordListingEvent } from '../../database/record-event.ts';
import type { Fragment } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { releaseExpiredHolds, releaseHolds } from '../bookings/release-holds.ts';
import { countListingChanges, recordCatalogueChange } from '../products/catalogue-changes.ts';
import { voidOffers } from '../products/void-offers.ts';

/** @param selected a condition on `products` */
export async function lockListings(tx: Tx, selected: Fragment): Promise<void> {
  await tx.sql`select from products where ${selected} order by id for update`;
}

/**
 * Takes listings off sale until a decision is reversed or ends. As when a seller withdraws them, unpaid bookings end with a mail
 * to each buyer, and offers end; a sale that was paid runs on for both sides. The caller has locked the listings.
 * @param selected a condition on `products`
 */
export async function hideListings(
  tx: Tx,
  selected: Fragment,
  outcome: HidingOutcome,
  at: Date,
): Promise<void> {
  const hidden = await tx.sql<{ id: string }[]>`
    update products set hidden_for = ${outcome},
      withdrawn_at = case when status = 'sold' then withdrawn_at else coalesce(withdrawn_at, ${at}) end
    where ${selected} and (withdrawn_at is null or hidden_for is not null)
      and (hidden_for is null or ${outcome} <> 'suspended')
    returning id`;
  if (hidden.length === 0) return;
  const ofListings = tx.sql`product_id = any(${hidden.map(({ id }) => id)}::uuid[])`;
  // No one is told that one is free: it is not.
  tx.write`delete from availability_alerts where ${ofListings}`;
  await releaseExpiredHolds(tx, ofListings, at);
  await releaseHolds(tx, ofListings, { reason: 'withdrawn', tellsBuyer: true }, at);
  voidOffers(tx, ofListings, 'withdrawn', at);
  recordChanges(tx, hidden, 'listing.withdrawn', at);
}

/**
 * Puts a listing on sale again, unless another decision about it or about its only picture is in force, its seller is suspended,
 * or it was sold or withdrawn since.
 */
export async function showListing(tx: Tx, id: string, at: Date): Promise<void> {
  await lockListings(tx, tx.sql`id = ${id}`);
  const shown = await tx.sql<{ isOnSale: boolean }[]>`
    with next as (
      select coalesce(
        (select outcome from cases c
          where c.state <> 'reversed' and c.outcome in ('hidden', 'removed')
            and (c.subject_kind = 'product' and c.subject_id = p.id
              or c.subject_kind = 'picture' and c.subject_id = p.image_id)
          order by outcome desc limit 1),
        case when s.suspended_at is not null then 'suspended' end) as hidden_for
      from products p join users s on s.id = p.seller_id
      where p.id = ${id} and s.removed_at is null
    )
    update products p set hidden_for = next.hidden_for,
      withdrawn_at = case when next.hidden_for is not null then withdrawn_at end
    from next
    where p.id = ${id} and p.hidden_for in ('hidden', 'removed')
    returning p.withdrawn_at is null and p.status <> 'sold' as "isOnSale"`;
  recordCatalogueChange(tx, id, at);
  if (shown[0]?.isOnSale) recordListingEvent(tx, 'listing.published', id, at);
}

/** The same for all listings that only the suspension of their seller hides. */
export async function showListings(tx: Tx, sellerId: string, at: Date): Promise<void> {
  await lockListings(tx, tx.sql`seller_id = ${sellerId} and hidden_for = 'suspended'`);
  const shown = await tx.sql<{ id: string }[]>`
    update products set hidden_for = null, withdrawn_at = null
    where seller_id = ${sellerId} and hidden_for = 'suspended' returning id`;
  recordChanges(tx, shown, 'listing.published', at);
  recordCatalogueChange(tx, null, at);
}

/** More than these together make every page stale, which one record says as well. */
const fewListings = 100;

function recordChanges(
  tx: Tx,
  listings: readonly { id: string }[],
  event: 'listing.published' | 'listing.withdrawn',
  at: Date,
): void {
  if (listings.length > fewListings) {
    recordCatalogueChange(tx, null, at);
    countListingChanges(
      tx,
      listings.map(({ id }) => id),
    );
  } else for (const { id } of listings) recordCatalogueChange(tx, id, at);
  for (const { id } of listings) recordListingEvent(tx, event, id, at);
}
