import type { ReactNode } from 'react';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { plural, t } from '#contract/text.ts';
import { formatMoney } from '../../../ui/format.ts';

/**
 * Prices on a line from the lowest to the highest, with a bar over the middle half, the median in it, and a diamond for the
 * price of this product, if there is one. The figures beside it say the same in words.
 */
export function PriceRange({
  comparison,
  price,
}: {
  comparison: PriceComparison;
  price: number | undefined;
}) {
  const { lowest, lowerQuartile, median, upperQuartile, highest } = comparison;
  const at = scale(Math.min(lowest, price ?? lowest), Math.max(highest, price ?? highest));
  const width = (from: number, to: number) =>
    `${Number.parseFloat(at(to)) - Number.parseFloat(at(from))}%`;
  return (
    <figure className="mt-4 max-w-prose">
      <svg
        aria-label={textOf(comparison, price)}
        className="block w-full"
        height={44}
        role="img"
        width="100%"
      >
        <line
          className="stroke-line-strong"
          strokeWidth={2}
          x1={at(lowest)}
          x2={at(highest)}
          y1={middle}
          y2={middle}
        />
        <Tick className="stroke-line-strong" length={12} width={2} x={at(lowest)} />
        <Tick className="stroke-line-strong" length={12} width={2} x={at(highest)} />
        <rect
          className="fill-brass-tint stroke-brass"
          height={24}
          rx={4}
          strokeWidth={1.5}
          width={width(lowerQuartile, upperQuartile)}
          x={at(lowerQuartile)}
          y={8}
        />
        <Tick className="stroke-brass" length={24} width={3} x={at(median)} />
        {/* Nested, because only a position in percent follows the width. */}
        {price !== undefined && (
          <svg aria-hidden="true" height={44} overflow="visible" width={1} x={at(price)} y={0}>
            <path className="fill-ink stroke-surface" d="M0 9 9 20 0 31-9 20Z" strokeWidth={2} />
          </svg>
        )}
      </svg>
      <figcaption aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {price !== undefined && (
          <LegendEntry text={t`This price`}>
            <path className="fill-ink" d="M8 1 15 8 8 15 1 8Z" />
          </LegendEntry>
        )}
        <LegendEntry text={t`Middle half`}>
          <rect className="fill-brass-tint stroke-brass" height={10} width={14} x={1} y={3} />
        </LegendEntry>
        <LegendEntry text={t`Median`}>
          <path className="stroke-brass" d="M8 1v14" strokeWidth={3} />
        </LegendEntry>
      </figcaption>
    </figure>
  );
}

function LegendEntry({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" height={16} width={16}>
        {children}
      </svg>
      {text}
    </span>
  );
}

function textOf(comparison: PriceComparison, price: number | undefined): string {
  const { count } = comparison;
  const [lowest, highest] = [formatMoney(comparison.lowest), formatMoney(comparison.highest)];
  const lower = formatMoney(comparison.lowerQuartile);
  const upper = formatMoney(comparison.upperQuartile);
  if (price === undefined) {
    return plural(count, {
      other: `# prices from ${lowest} to ${highest}, half of them between ${lower} and ${upper}.`,
    });
  }
  const here = formatMoney(price);
  return plural(count, {
    other: `# prices from ${lowest} to ${highest}, half of them between ${lower} and ${upper}. The price here is ${here}.`,
  });
}

/** The position of the line in pixels below the top. */
const middle = 20;

/** A stroke across the line. Lengths in pixels. */
function Tick({
  x,
  length,
  width,
  className,
}: {
  x: string;
  length: number;
  width: number;
  className: string;
}) {
  const [y1, y2] = [middle - length / 2, middle + length / 2];
  return <line className={className} strokeWidth={width} x1={x} x2={x} y1={y1} y2={y2} />;
}

/** Room for the diamond at both ends, in percent. */
const margin = 3;

/** The position of a price on the line, in percent. */
function scale(from: number, to: number): (price: number) => string {
  const span = Math.max(to - from, 0.01);
  return (price) => `${(margin + ((price - from) / span) * (100 - 2 * margin)).toFixed(2)}%`;
}
