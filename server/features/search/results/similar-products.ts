import type { Category, Condition } from '#contract/constants.ts';
import { limits } from '#contract/constants.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import { listByIds } from '../../products/list-products.ts';
import type { Viewer } from '../../products/personal-fields.ts';
import { onSale, type ViewedProducts } from '../../products/product-row.ts';
import { productNotOnSale } from '../../products/read-product.ts';
import type { PriceRange } from '../matching/interpret-search.ts';
import type { Clause } from '../matching/lexemes.ts';
import { compared, hasKeys, probeTable } from '../matching/match-sql.ts';
import { probesOf } from '../matching/probes.ts';
import type { SearchDeps } from './search-products.ts';
import { similarityOf } from './similarity.ts';

export type SimilarProductDeps = Pick<SearchDeps, 'reader' | 'clock' | 'stemsOf'>;

/** What is compared of an instrument. */
export interface Instrument {
  name: string;
  /** The id of its kind. */
  kind?: string | undefined;
  brand?: string | undefined;
  model?: string | undefined;
  category?: Category | undefined;
  condition?: Condition | undefined;
  /** Cents. */
  priceCents?: number | undefined;
  /** Whose other products are left out. */
  sellerId?: string | undefined;
}

/** A similar product costs between half as much and twice as much. */
const nearPrice = 2;

/**
 * Products on sale that are like this one, of other sellers and at a price near to it, the most similar first: of the same
 * model, then of the same maker, then of the same kind. The product itself may be sold or withdrawn by
 * its seller: nothing of it is in the reply.
 * @throws Problem not-found, also when a decision of the admins hides it
 */
export async function listSimilarProducts(
  deps: SimilarProductDeps,
  { id, viewer, onlyAdvertised }: { id: string; viewer: Viewer | null; onlyAdvertised: boolean },
): Promise<ViewedProducts> {
  const { sql } = deps.reader;
  const instrument = await readInstrumentIf(sql, id, sql`hidden_for is null`);
  const { levels } = await similarityOf(deps.reader.sql, instrument, deps.stemsOf);
  const { priceCents, condition, sellerId } = instrument;
  const found = await findSimilarProducts(deps.reader.sql, {
    of: 'on sale',
    exceptSellerId: sellerId,
    clauses: levels.map(({ clause }) => clause),
    filters: [...categoryFilter(instrument), ...(onlyAdvertised ? [[['s:advertise']]] : [])],
    priceRange: { from: Math.ceil(priceCents / nearPrice), to: priceCents * nearPrice },
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

/** A kind that is known is narrower, and a listing of it may be without a category. */
export function categoryFilter({
  category,
  kind,
}: Pick<Instrument, 'category' | 'kind'>): Clause[] {
  return category && !kind ? [[[`c:${category}`]]] : [];
}

/** @throws Problem not-found, also when the product is withdrawn */
export function readInstrument(sql: Sql, id: string) {
  return readInstrumentIf(sql, id, sql`withdrawn_at is null and hidden_for is null`);
}

async function readInstrumentIf(sql: Sql, id: string, condition: Fragment) {
  const [row] = await sql<InstrumentRow[]>`
    select name, kind, brand, model, category, condition, price_cents as "priceCents", seller_id as "sellerId"
    from products where id = ${id} and ${condition}`;
  if (!row) throw productNotOnSale();
  const { kind, brand, model, ...others } = row;
  return {
    ...others,
    kind: kind ?? undefined,
    brand: brand ?? undefined,
    model: model ?? undefined,
  };
}

interface InstrumentRow {
  name: string;
  kind: string | null;
  brand: string | null;
  model: string | null;
  category: Category | undefined;
  condition: Condition;
  priceCents: number;
  sellerId: string;
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
  priceRange?: PriceRange;
  /** Whose products are left out. */
  exceptSellerId: string | undefined;
  nowMs: number;
}

/** How many products are compared at most. */
const candidates = 60;
/** How many of one slice are read at most. They are in the order of the table. */
const readOfSlice = 300;

/** The newest products that fulfil a clause, those of the first clause first. */
export async function findSimilarProducts(
  sql: Sql,
  { of, clauses, filters, priceRange, exceptSellerId, nowMs }: SimilarWanted,
): Promise<SimilarProduct[]> {
  const tiers = clauses.map((clause) => [clause]);
  if (tiers.length === 0) return [];
  const conditions = { priceRange, listedSince: undefined };
  const place = { conditions, cursor: undefined, nowMs };
  const probes = probesOf({ tiers, filters, order: 'relevance' }, place);
  const { priceCents, state } = places[of];
  // `offset 0` keeps the planner from going along another index, past all that does not match.
  return sql<SimilarProduct[]>`
    select found.id, found.condition, found.price_cents as "priceCents", probe.tier
    from ${probeTable(sql, probes)} cross join lateral (
      select * from (
        select * from (
          select p.id, p.seller_id, p.condition, ${priceCents} as price_cents from products p
          where ${state} ${hasKeys(probes)} ${compared(sql, conditions)} offset 0
        ) matching limit ${readOfSlice}
      ) read where seller_id is distinct from ${exceptSellerId ?? null}::uuid order by id desc limit ${candidates}
    ) found
    limit ${candidates}`;
}

const places: Readonly<Record<SimilarWanted['of'], { priceCents: Fragment; state: Fragment }>> = {
  'on sale': { priceCents: rawSql('p.price_cents'), state: onSale },
  sold: {
    priceCents: rawSql('(select b.price_cents from bookings b where b.id = p.sold_booking_id)'),
    state: rawSql(`p.status = 'sold'`),
  },
};
