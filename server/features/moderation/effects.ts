import type { CaseOutcome, SubjectKind } from '#contract/moderation/moderation-terms.ts';
import type { Tx } from '../../database/transaction.ts';
import { releaseHolds } from '../bookings/release-holds.ts';
import { revokeKeysOf } from '../keys/keys.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { voidOffers } from '../products/void-offers.ts';
import { removeWebhooksOf } from '../webhooks/endpoints.ts';
import { hideListings, lockListings, showListings } from './hide-listings.ts';
import { kindsOfSubject, type Reference } from './subject-kinds.ts';

export type DecidedSubject = Reference & { kind: SubjectKind };

export type Effect =
  | { outcome: 'hidden' | 'removed' | 'limited' }
  | { outcome: 'suspended'; until: Date | null };

/**
 * What a decision does. Hiding and removing concern the subject; limiting and suspending concern its person. The caller has
 * locked the person.
 */
export async function applyEffect(
  tx: Tx,
  { kind, id, personId }: DecidedSubject,
  effect: Effect,
  at: Date,
): Promise<void> {
  if (effect.outcome === 'limited') {
    tx.write`update users set limited_at = ${at} where id = ${personId}`;
  } else if (effect.outcome === 'suspended') {
    await suspend(tx, personId, effect.until, at);
  } else {
    await kindsOfSubject[kind].hide(tx, { id, personId }, effect.outcome, at);
  }
}

/** Undoes a decision, as far as nothing else has happened since: what was sold or deleted stays so. */
export async function reverseEffect(
  tx: Tx,
  { kind, id, personId }: DecidedSubject,
  outcome: CaseOutcome,
  at: Date,
): Promise<void> {
  if (outcome === 'limited') {
    tx.write`
      update users set limited_at = null
      where id = ${personId} and not exists (${inForce(tx, personId, outcome)})`;
  } else if (outcome === 'suspended') {
    await endSuspension(tx, personId, at);
  } else if (outcome === 'hidden' || outcome === 'removed') {
    await kindsOfSubject[kind].show(tx, { id, personId }, at);
  }
}

async function suspend(tx: Tx, personId: string, until: Date | null, at: Date): Promise<void> {
  const isBuyer = tx.sql`buyer_id = ${personId}`;
  await lockListings(
    tx,
    tx.sql`seller_id = ${personId} and withdrawn_at is null or id in (
      select product_id from bookings where state = 'held' and ${isBuyer}
      union select product_id from offers where state in ('open', 'countered') and ${isBuyer})`,
  );
  // The suspension that ends later is in force of two; one without an end is later than all.
  tx.write`
    update users set suspended_at = ${at},
      suspended_until = case
        when suspended_at is null then ${until}::timestamptz
        when suspended_until > ${until}::timestamptz then suspended_until
        when suspended_until is not null then ${until}::timestamptz end
    where id = ${personId}`;
  revokeKeysOf(tx, personId);
  removeWebhooksOf(tx, personId);
  await hideListings(tx, tx.sql`seller_id = ${personId}`, 'suspended', at);
  await releaseHolds(tx, isBuyer, { reason: 'removed', tellsBuyer: false }, at);
  voidOffers(tx, isBuyer, 'removed', at);
  // The page of the seller goes, even if nothing was on sale.
  recordCatalogueChange(tx, null, at);
}

/**
 * Ends a suspension, unless another one is in force: that one goes on. The listings come back that nothing else hides. The caller
 * has locked the person.
 */
export async function endSuspension(tx: Tx, personId: string, at: Date): Promise<void> {
  const [other] = await tx.sql<{ until: Date | null }[]>`
    select suspended_until as until from (${inForce(tx, personId, 'suspended')}) other
    where suspended_until is null or suspended_until > ${at}
    order by suspended_until desc nulls first limit 1`;
  if (other) {
    tx.write`update users set suspended_until = ${other.until} where id = ${personId}`;
    return;
  }
  tx.write`
    update users set suspended_at = null, suspended_until = null where id = ${personId}`;
  await showListings(tx, personId, at);
}

/** The decisions with this outcome about a person that no appeal has reversed. */
function inForce(tx: Tx, personId: string, outcome: CaseOutcome) {
  return tx.sql`
    select suspended_until from cases
    where person_id = ${personId} and outcome = ${outcome} and state <> 'reversed'`;
}
