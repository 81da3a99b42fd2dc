import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { type Category, type Condition, limits } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { msg } from '#contract/text.ts';
import { formatMoney } from '../../../ui/format.ts';
import { SentenceWith } from '../../../ui/Owned.tsx';
import { useLater } from '../../../ui/use-later.ts';
import type { KindDetails } from '../../instruments/queries.ts';
import { basisOf } from '../around/price-texts.ts';
import { listingPriceQuery } from '../own/own-queries.ts';
import { type Listing, type ListingFields, receivedOf } from './listing-form.ts';

/** What similar products were sold for and are offered at, for a seller who thinks about a price. Silent below five. */
export function SimilarPrices({
  control,
  kind,
}: {
  control: Control<ListingFields, unknown, Listing>;
  kind: KindDetails | undefined;
}) {
  const [name, category, condition, price, brand, model] = useWatch({
    control,
    name: ['name', 'category', 'condition', 'price', 'brand', 'model'],
  });
  const instrument = useLater(
    JSON.stringify({
      name: name.trim(),
      category,
      condition,
      kind: kind?.id,
      brand: brand?.trim(),
      model: model?.trim(),
    }),
  );
  const wanted = wantedOf(instrument);
  const { data } = useQuery({ ...listingPriceQuery(wanted), enabled: wanted.name !== '' });
  const comparison = wanted.name === '' ? undefined : data?.comparison;
  if (!comparison) return null;
  const { lowerQuartile, upperQuartile, median } = comparison;
  const [lower, upper] = [formatMoney(lowerQuartile), formatMoney(upperQuartile)];
  const middle = formatMoney(median);
  const place = placeOf(price, comparison);
  return (
    <div className="rounded-lg bg-sunken p-4" role="status">
      <p>
        <Trans>
          Half of the similar ones are priced between{' '}
          <strong className="tabular-nums">{lower}</strong> and{' '}
          <strong className="tabular-nums">{upper}</strong>, the median is{' '}
          <span className="tabular-nums">{middle}</span>.
        </Trans>{' '}
        {place && <span className="font-semibold">{placeTexts[place]}</span>}
      </p>
      <p className="mt-1 text-sm text-muted">
        <SentenceWith
          say={(name) => basisOf(comparison, name)}
          texts={kind ? [repliedText(kind, 'name')] : []}
        />
      </p>
    </div>
  );
}

function wantedOf(instrument: string) {
  const { name, category, condition, kind, brand, model } = JSON.parse(instrument) as {
    name: string;
    category: string;
    condition: Condition;
    kind?: string;
    brand?: string;
    model?: string;
  };
  const known: Category | undefined = findCategory(category);
  return {
    name: name.slice(0, limits.nameLength),
    condition,
    ...(known && { category: known }),
    ...(kind && { kind }),
    ...(brand && { brand: brand.slice(0, limits.brandLength) }),
    ...(model && { model: model.slice(0, limits.modelLength) }),
  };
}

const placeTexts: Record<PricePlace, string> = textsOf({
  'below most': msg`Yours is below most.`,
  'about usual': msg`Yours is about usual.`,
  'above most': msg`Yours is above most.`,
});

type PricePlace = NonNullable<PriceComparison['place']>;

/** The price as the server compares it, without asking it for every digit. */
function placeOf(
  typed: string,
  { lowerQuartile, upperQuartile }: PriceComparison,
): PricePlace | undefined {
  const price = receivedOf(typed, { percent: 0 });
  if (price === undefined) return undefined;
  if (price < lowerQuartile) return 'below most';
  return price > upperQuartile ? 'above most' : 'about usual';
}
