import type { CaseEffects } from '#contract/moderation/cases.ts';
import type { CaseOutcome } from '#contract/moderation/moderation-terms.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { kindsOfSubject } from './subject-kinds.ts';
import type { Subject } from './subjects.ts';

const nothing: CaseEffects = {
  endingHolds: 0,
  runningSales: 0,
  endingOffers: 0,
  hiddenListings: 0,
};

/** What a decision would end and leave running. */
export async function foreseeEffect(
  sql: Sql,
  { kind, id, personId }: Subject,
  outcome: CaseOutcome,
  at: Date,
): Promise<CaseEffects> {
  if (outcome === 'suspended') {
    const isTheirs = sql`(p.seller_id = ${personId} or o.buyer_id = ${personId})`;
    return count(sql, { listings: sql`p.seller_id = ${personId}`, isTheirs, at });
  }
  if (outcome !== 'hidden' && outcome !== 'removed') return nothing;
  const listings = kindsOfSubject[kind].listings(sql, { id, personId });
  if (listings) return count(sql, { listings, isTheirs: listings, at });
  return nothing;
}

interface Counted {
  /** A condition on `products p`. */
  listings: Fragment;
  /** A condition on `products p` and a booking or offer `o` of it. */
  isTheirs: Fragment;
  at: Date;
}

async function count(sql: Sql, { listings, isTheirs, at }: Counted): Promise<CaseEffects> {
  const [row] = await sql<CaseEffects[]>`
    select
      (select count(*)::int from bookings o join products p on p.id = o.product_id
        where ${isTheirs} and o.state = 'held' and o.hold_expires_at > ${at}) as "endingHolds",
      (select count(*)::int from bookings o join products p on p.id = o.product_id
        join fulfilments f on f.booking_id = o.id
        where ${isTheirs} and o.state = 'paid' and f.state in ('awaiting', 'sent', 'received'))
        as "runningSales",
      (select count(*)::int from offers o join products p on p.id = o.product_id
        where ${isTheirs} and o.state in ('open', 'countered') and o.expires_at > ${at})
        as "endingOffers",
      (select count(*)::int from products p
        where ${listings} and p.withdrawn_at is null and p.status <> 'sold') as "hiddenListings"`;
  return row ?? nothing;
}
