import type { Condition } from '#contract/constants.ts';
import type { Fragment, Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import type { Frequencies } from '../matching/frequencies.ts';
import type { Clause } from '../matching/lexemes.ts';
import { hasKeys, probeTable } from '../matching/match-sql.ts';
import { type Probe, planSearch } from '../matching/search-plan.ts';

/** A product that has something in common with another one. */
export interface SimilarProduct {
  id: string;
  condition: Condition;
  /** What it was sold for, or what is asked for it. Cents. */
  priceCents: number;
  /** Which of the clauses it is the first to fulfil. */
  tier: number;
}

interface Wanted {
  of: 'on sale' | 'sold';
  /** Each contains the one before. */
  clauses: readonly Clause[];
  filters: readonly Clause[];
  /** Whose products are left out. */
  exceptSellerId: string | undefined;
  /** Of the index that is asked. */
  frequencies: Frequencies;
  nowMs: number;
}

/** How many products are compared at most. */
const candidates = 60;
/** How many of one slice are read at most. They are in the order of the table. */
const readOfSlice = 300;

/**
 * The newest products that fulfil a clause, those of the first clause first. Slices of the catalogue are asked until there
 * are enough, as a search does, so some hundred products are read however many there are.
 */
export async function findSimilarProducts(
  sql: Sql,
  { of, clauses, filters, exceptSellerId, frequencies, nowMs }: Wanted,
): Promise<SimilarProduct[]> {
  const tiers = clauses.map((clause) => (clause.length > 0 ? [clause] : []));
  if (tiers.length === 0) return [];
  const search = { tiers, filters, priceRange: undefined, verified: undefined, free: false };
  const place = { order: 'relevance' as const, cursor: undefined };
  const plan = planSearch({ search, ...place, frequencies, nowMs });
  if (plan.kind !== 'probes') throw new Error('Relevance is found by probes');
  return sql<SimilarProduct[]>`
    select found.id, found.condition, found.price_cents as "priceCents",
      probe.tier
    from ${probeTable(sql, plan.probes)}
    cross join lateral (
      select * from (
        select * from (${indexed(sql, of, plan.probes)} offset 0) matching limit ${readOfSlice}
      ) read where seller_id is distinct from ${exceptSellerId ?? null}::uuid order by id desc limit ${candidates}
    ) found
    limit ${candidates}`;
}

/** `offset 0` around it keeps the planner from walking another index, past all that does not match. */
function indexed(sql: Sql, of: Wanted['of'], probes: readonly Probe[]): Fragment {
  return of === 'on sale'
    ? sql`select p.id, p.seller_id, p.condition, p.price_cents from products p
        where ${hasKeys(sql, probes)} and ${onSale}`
    : sql`select p.id, p.seller_id, p.condition,
          (select b.price_cents from bookings b where b.id = p.sold_booking_id) as price_cents
        from products p where ${hasKeys(sql, probes)} and p.status = 'sold'`;
}
