import { useQuery } from '@tanstack/react-query';
import { textsOf } from '#contract/language.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { msg, t } from '#contract/text.ts';
import { formatMoney } from '../../../ui/format.ts';
import { SentenceWith } from '../../../ui/Owned.tsx';
import { shownKindQuery } from '../../instruments/queries.ts';
import { productPriceQuery } from '../queries.ts';
import { PriceRange } from './PriceRange.tsx';
import { basisOf } from './price-texts.ts';

/**
 * What similar products were sold for and are offered at, as a picture with its figures. Nothing while there are fewer than
 * five, and nothing when it fails: the page is complete without it.
 */
export function FairPrice({
  product: { _id, price, condition, status, kind },
}: {
  product: Pick<SingleProduct, '_id' | 'price' | 'condition' | 'status' | 'kind'>;
}) {
  const known = useQuery({ ...shownKindQuery(kind ?? ''), enabled: kind !== undefined }).data;
  const comparison = useQuery(productPriceQuery(_id)).data?.comparison;
  if (!comparison) return null;
  const ownCondition = conditionNames[condition];
  return (
    <section aria-labelledby="prices-heading">
      <h2 id="prices-heading">{t`What similar ones cost`}</h2>
      {comparison.place && status !== 'sold' && (
        <p className="mt-3">
          <strong className="rounded-full bg-brass-tint px-3 py-1 text-sm">
            {placeNames[comparison.place]}
          </strong>{' '}
          <span className="ms-1">{placeText(comparison, price)}</span>
        </p>
      )}
      <PriceFigures comparison={comparison} price={price} />
      <p className="mt-3 max-w-prose text-sm text-muted">
        <span>
          <SentenceWith
            say={(name) => basisOf(comparison, name)}
            texts={known ? [repliedText(known, 'name')] : []}
          />
        </span>{' '}
        {comparison.condition === undefined && (
          <>
            <span>{t`This one is in ${ownCondition} condition.`}</span>{' '}
          </>
        )}
        <span>{t`No figure shows how well an instrument was looked after: read the description.`}</span>
      </p>
    </section>
  );
}

/** The range of the prices as a picture and in figures; `price` is one that is compared with them. */
export function PriceFigures({
  comparison,
  price,
}: {
  comparison: PriceComparison;
  price?: number | undefined;
}) {
  const { lowest, lowerQuartile, median, upperQuartile, highest, soldMedian } = comparison;
  const [lower, upper] = [formatMoney(lowerQuartile), formatMoney(upperQuartile)];
  const figures = [
    [t`Lowest`, formatMoney(lowest)],
    [t`Middle half`, t`${lower} to ${upper}`],
    [t`Median`, formatMoney(median)],
    [t`Highest`, formatMoney(highest)],
    ...(soldMedian === undefined ? [] : [[t`Sold here, median`, formatMoney(soldMedian)]]),
  ];
  return (
    <>
      <PriceRange comparison={comparison} price={price} />
      <dl className="mt-3 grid grid-cols-2 gap-x-6 text-sm sm:flex sm:flex-wrap">
        {figures.map(([term, value]) => (
          <div className="py-1" key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const placeNames: Readonly<Record<NonNullable<PriceComparison['place']>, string>> = textsOf({
  'below most': msg`Below most`,
  'about usual': msg`About usual`,
  'above most': msg`Above most`,
});

function placeText(comparison: PriceComparison, price: number): string {
  const { place, lowerQuartile, upperQuartile } = comparison;
  const own = formatMoney(price);
  if (place === 'below most') return t`${own} is lower than three quarters of them.`;
  if (place === 'above most') return t`${own} is higher than three quarters of them.`;
  const [lower, upper] = [formatMoney(lowerQuartile), formatMoney(upperQuartile)];
  return t`Half of the similar ones cost ${lower} to ${upper}.`;
}
