import { useQuery } from '@tanstack/react-query';
import type { SingleProduct } from '#contract/products.ts';
import type { PriceComparison } from '#contract/similar-products.ts';
import { formatMoney } from '../../../ui/format.ts';
import { productPriceQuery } from '../queries.ts';
import { PriceRange } from './PriceRange.tsx';
import { basisOf } from './price-texts.ts';

/**
 * What similar products were sold for and are offered at, as a picture with its figures. Nothing while there are fewer than
 * five, and nothing when it fails: the page is complete without it.
 */
export function FairPrice({
  product: { _id, price, condition, status },
}: {
  product: Pick<SingleProduct, '_id' | 'price' | 'condition' | 'status'>;
}) {
  const comparison = useQuery(productPriceQuery(_id)).data?.comparison;
  if (!comparison) return null;
  const { lowest, lowerQuartile, median, upperQuartile, highest, soldMedian } = comparison;
  const figures = [
    ['Lowest', formatMoney(lowest)],
    ['Middle half', `${formatMoney(lowerQuartile)} to ${formatMoney(upperQuartile)}`],
    ['Median', formatMoney(median)],
    ['Highest', formatMoney(highest)],
    ...(soldMedian === undefined ? [] : [['Sold here, median', formatMoney(soldMedian)]]),
  ];
  return (
    <section aria-labelledby="prices-heading">
      <h2 id="prices-heading">What similar ones cost</h2>
      {comparison.place && status !== 'sold' && (
        <p className="mt-3">
          <strong className="rounded-full bg-brass-tint px-3 py-1 text-sm">
            {placeNames[comparison.place]}
          </strong>{' '}
          <span className="ml-1">{placeText(comparison, price)}</span>
        </p>
      )}
      <PriceRange comparison={comparison} price={price} />
      <dl className="mt-3 grid grid-cols-2 gap-x-6 text-sm sm:flex sm:flex-wrap">
        {figures.map(([term, value]) => (
          <div className="py-1" key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-prose text-sm text-muted">
        <span>{`${basisOf(comparison)} `}</span>
        {comparison.condition === undefined && (
          <span>{`This one is in ${condition} condition. `}</span>
        )}
        <span>No figure shows how well an instrument was looked after: read the description.</span>
      </p>
    </section>
  );
}

const placeNames: Readonly<Record<NonNullable<PriceComparison['place']>, string>> = {
  'below most': 'Below most',
  'about usual': 'About usual',
  'above most': 'Above most',
};

function placeText(comparison: PriceComparison, price: number): string {
  const { place, lowerQuartile, upperQuartile } = comparison;
  const own = formatMoney(price);
  if (place === 'below most') return `${own} is lower than three quarters of them.`;
  if (place === 'above most') return `${own} is higher than three quarters of them.`;
  return `${own} is in the middle half, ${formatMoney(lowerQuartile)} to ${formatMoney(upperQuartile)}.`;
}
