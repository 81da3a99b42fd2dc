import type { Category, Condition } from '#contract/constants.ts';
import { limits } from '#contract/constants.ts';
import type { Sql } from '../../../database/sql.ts';
import { listByIds } from '../../products/list-products.ts';
import type { Viewer } from '../../products/personal-fields.ts';
import type { ViewedProducts } from '../../products/product-row.ts';
import { productNotOnSale } from '../../products/read-product.ts';
import type { Clause } from '../matching/lexemes.ts';
import { priceCover } from '../matching/slices.ts';
import { findSimilarProducts, type SimilarProduct } from './find-similar.ts';
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
 * model, of the same kind, and otherwise of the same category. The product itself may be sold.
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
    clauses: [...levels.map(({ clause }) => clause), ...(instrument.category ? [[]] : [])],
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
    from products where id = ${id} and withdrawn_at is null`;
  if (!row) throw productNotOnSale();
  return row;
}
