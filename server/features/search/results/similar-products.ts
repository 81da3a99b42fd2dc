import type { Category, Condition } from '#contract/constants.ts';
import { limits } from '#contract/constants.ts';
import type { Fragment, Sql } from '../../../database/sql.ts';
import { listByIds } from '../../products/list-products.ts';
import type { Viewer } from '../../products/personal-fields.ts';
import { onSale, type ViewedProducts } from '../../products/product-row.ts';
import { productNotOnSale } from '../../products/read-product.ts';
import type { Frequencies } from '../matching/frequencies.ts';
import type { Clause } from '../matching/lexemes.ts';
import { hasKeys, probeTable } from '../matching/probe-sql.ts';
import { type Probe, planSearch } from '../matching/search-plan.ts';
import { priceCover } from '../matching/slices.ts';
import type { SearchDeps } from './search-products.ts';
import { similarityOf } from './similarity.ts';

export type SimilarProductDeps = Pick<SearchDeps, 'reader' | 'clock' | 'stemsOf' | 'frequencies'>;

/** What is compared of an instrument. */
export interface Instrument {
  name: string;
  category: Category | undefined;
  condition: Condition | undefined;
  /** Cents. */
  priceCents: number | undefined;
  sellerId: string;
}

/** A similar product costs between half as much and twice as much. */
const nearPrice = 2;

/**
 * Products on sale that are like this one, of other sellers and at a price near to it, the most similar first: of the same
 * model, then of the same kind. The product itself may be sold.
 * @throws Problem not-found, also when the product is withdrawn
 */
export async function listSimilarProducts(
  deps: SimilarProductDeps,
  { id, viewer, onlyAdvertised }: { id: string; viewer: Viewer | null; onlyAdvertised: boolean },
): Promise<ViewedProducts> {
  const instrument = await readInstrument(deps.reader.sql, id);
  const frequencies = await deps.frequencies();
  const { levels } = await similarityOf(instrument.name, deps.stemsOf, frequencies);
  const { priceCents, condition, sellerId } = instrument;
  const range = { from: Math.ceil(priceCents / nearPrice), to: priceCents * nearPrice };
  const found = await findSimilarProducts(deps.reader.sql, {
    of: 'on sale',
    exceptSellerId: sellerId,
    clauses: levels.map(({ clause }) => clause),
    filters: [
      ...categoryFilter(instrument),
      priceCover(range).map((lexeme) => [lexeme]),
      ...(onlyAdvertised ? [[['s:advertise']]] : []),
    ],
    frequencies,
    nowMs: deps.clock.now().getTime(),
  });
  const distance = (other: SimilarProduct) => Math.abs(Math.log(other.priceCents / priceCents));
  const isOther = (other: SimilarProduct) => Number(other.condition !== condition);
  const ids = found
    .filter((one) => one.id !== id)
    .sort((a, b) => a.tier - b.tier || isOther(a) - isOther(b) || distance(a) - distance(b))
    .slice(0, limits.similarProducts)
    .map((one) => one.id);
  return listByIds(deps.reader, viewer, { ids, onlyAdvertised });
}

export function categoryFilter({ category }: Pick<Instrument, 'category'>): Clause[] {
  return category ? [[[`c:${category}`]]] : [];
}

/** @throws Problem not-found, also when the product is withdrawn */
export async function readInstrument(sql: Sql, id: string) {
  const [row] = await sql<(Instrument & { priceCents: number })[]>`
    select name, category, condition, price_cents as "priceCents", seller_id as "sellerId"
    from products where id = ${id} and withdrawn_at is null and hidden_for is null`;
  if (!row) throw productNotOnSale();
  return row;
}

/** A product that has something in common with another one. */
export interface SimilarProduct {
  id: string;
  condition: Condition;
  /** What it was sold for, or what is asked for it. Cents. */
  priceCents: number;
  /** Which of the clauses it is the first to fulfil. */
  tier: number;
}

interface SimilarWanted {
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
  { of, clauses, filters, exceptSellerId, frequencies, nowMs }: SimilarWanted,
): Promise<SimilarProduct[]> {
  const tiers = clauses.map((clause) => (clause.length > 0 ? [clause] : []));
  if (tiers.length === 0) return [];
  const plan = planSearch({
    tiers,
    filters,
    priceRange: undefined,
    verified: undefined,
    free: false,
    order: 'relevance',
    cursor: undefined,
    frequencies,
    nowMs,
  });
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
function indexed(sql: Sql, of: SimilarWanted['of'], probes: readonly Probe[]): Fragment {
  return of === 'on sale'
    ? sql`select p.id, p.seller_id, p.condition, p.price_cents from products p
        where ${hasKeys(sql, probes)} and ${onSale}`
    : sql`select p.id, p.seller_id, p.condition,
          (select b.price_cents from bookings b where b.id = p.sold_booking_id) as price_cents
        from products p where ${hasKeys(sql, probes)} and p.status = 'sold'`;
}
