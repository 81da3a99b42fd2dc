import { conditions } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { comparedAtLeast, type PriceComparison } from '#contract/products/similar-products.ts';
import {
  categoryFilter,
  findSimilarProducts,
  type Instrument,
  type SimilarProduct,
  type SimilarProductDeps,
} from './similar-products.ts';
import { type Similarity, similarityOf } from './similarity.ts';

type Compared = SimilarProduct & { isSold: boolean };

/** Prices that many times higher or lower than the median are of something else, or a joke. */
const farFromMedian = 5;

/**
 * What instruments like this one were sold for here and are offered at, and where its price is among them. Compares
 * with the closest that there are enough of: the same model, then further words of the name, then the maker, then the kind; and
 * with those in the same condition when they are enough. It uses other sellers only, so that no seller influences the comparison.
 * @param id of the product itself, when it is listed already
 * @returns undefined when there are fewer than five
 */
export async function comparePrice(
  deps: SimilarProductDeps,
  instrument: Instrument,
  id?: string,
): Promise<PriceComparison | undefined> {
  const { sql } = deps.reader;
  const similarity = await similarityOf(sql, instrument, deps.stemsOf);
  const wanted = {
    clauses: similarity.levels.map(({ clause }) => clause),
    filters: categoryFilter(instrument),
    exceptSellerId: instrument.sellerId,
    nowMs: deps.clock.now().getTime(),
  };
  const [onSale, sold] = await Promise.all([
    findSimilarProducts(sql, { ...wanted, of: 'on sale' }),
    findSimilarProducts(sql, { ...wanted, of: 'sold' }),
  ]);
  const all = [
    ...onSale.map((one) => ({ ...one, isSold: false })),
    ...sold.map((one) => ({ ...one, isSold: true })),
  ].filter((one) => one.id !== id);
  return closest(all, similarity, instrument);
}

function closest(
  all: readonly Compared[],
  { levels, kind }: Similarity,
  { condition, priceCents }: Instrument,
): PriceComparison | undefined {
  for (const [tier, { match }] of levels.entries()) {
    const near = withoutFar(all.filter((one) => one.tier <= tier));
    if (near.length < comparedAtLeast) continue;
    const same = near.filter((one) => one.condition === condition);
    const isSame = same.length >= comparedAtLeast;
    return {
      match,
      ...(kind !== undefined && { kind }),
      ...(isSame && condition && { condition }),
      ...figuresOf(isSame ? same : near, priceCents),
    };
  }
  return undefined;
}

function withoutFar(all: readonly Compared[]): Compared[] {
  const median = quantile(sortedPrices(all), 0.5);
  return all.filter(
    ({ priceCents }) =>
      priceCents <= median * farFromMedian && priceCents * farFromMedian >= median,
  );
}

function figuresOf(all: readonly Compared[], priceCents: number | undefined) {
  const prices = sortedPrices(all);
  const sold = all.filter(({ isSold }) => isSold);
  const at = (share: number) => toMajorUnits(quantile(prices, share));
  return {
    count: all.length,
    sold: sold.length,
    onSale: all.length - sold.length,
    lowest: at(0),
    lowerQuartile: at(0.25),
    median: at(0.5),
    upperQuartile: at(0.75),
    highest: at(1),
    ...(sold.length >= comparedAtLeast && {
      soldMedian: toMajorUnits(quantile(sortedPrices(sold), 0.5)),
    }),
    conditions: conditions.map((condition) => ({
      condition,
      count: all.filter((one) => one.condition === condition).length,
    })),
    ...(priceCents !== undefined && { place: placeOf(priceCents, prices) }),
  };
}

function placeOf(priceCents: number, prices: readonly number[]): PriceComparison['place'] {
  if (priceCents < quantile(prices, 0.25)) return 'below most';
  return priceCents > quantile(prices, 0.75) ? 'above most' : 'about usual';
}

const sortedPrices = (all: readonly Compared[]) =>
  all.map(({ priceCents }) => priceCents).sort((a, b) => a - b);

/** Between the two nearest of ascending numbers, in proportion, as spreadsheets do. Whole cents. */
function quantile(ascending: readonly number[], share: number): number {
  const position = (ascending.length - 1) * share;
  const below = ascending[Math.floor(position)] ?? 0;
  const above = ascending[Math.ceil(position)] ?? 0;
  return Math.round(below + (above - below) * (position - Math.floor(position)));
}
