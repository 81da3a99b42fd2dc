import { useCallback, useState } from 'react';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { Overview, OverviewRow } from '#contract/overview/overview.ts';
import { t } from '#contract/text.ts';
import { BarChart, type ChartBar } from './BarChart.tsx';
import type { Series } from './chart-series.ts';
import { formatDays, formatTick } from './format-days.ts';

/** The classes have the height in pixels, so that the page does not move when the width is known. */
const heights = {
  wide: { className: 'h-60', height: 240 },
  narrow: { className: 'h-44', height: 176 },
};

/** The chart of a series, and under it the bar that was pointed at in words, else the highest one. */
export function SeriesChart({
  overview: { rows, by },
  days,
  series,
}: {
  overview: Pick<Overview, 'rows' | 'by'>;
  days: number;
  series: Series;
}) {
  const [width, measure] = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const { name, none, value, below, format, size } = series;
  const { className, height } = heights[size === 'wide' ? 'wide' : 'narrow'];
  const bars = rows.map((row, index): ChartBar => {
    const isSoFar = index === rows.length - 1;
    return {
      key: row.from,
      tick: formatTick(row),
      value: value(row),
      below: below?.value(row),
      isSoFar,
    };
  });
  const isEmpty = bars.every((bar) => bar.value === 0 && !bar.below);
  const label = by === 'day' ? t`${name}, a bar for each day` : t`${name}, a bar for each week`;
  return (
    <>
      <div className={className} ref={measure}>
        {width > 0 && (
          <BarChart
            bars={bars}
            format={format}
            height={height}
            label={label}
            width={width}
            isWhole={!series.isMoney || shopCurrency().digits === 0}
            onPoint={setPointed}
          />
        )}
      </div>
      <p className="min-h-6 truncate text-sm text-muted">
        {isEmpty ? none(days) : readout(series, rows, pointed)}
      </p>
    </>
  );
}

function readout(
  { value, below, format }: Series,
  rows: readonly OverviewRow[],
  pointed: number | null,
): string {
  const highest = [...rows].sort((one, other) => value(other) - value(one))[0];
  const row = rows[pointed ?? -1] ?? highest;
  if (!row) return '';
  const gone = below?.value(row) ?? 0;
  const dates = formatDays(row);
  const amount = format(value(row));
  const refunded = format(gone);
  if (pointed === null) {
    return gone > 0
      ? t`Most on ${dates}: ${amount}, ${refunded} refunded`
      : t`Most on ${dates}: ${amount}`;
  }
  return gone > 0 ? t`${dates}: ${amount}, ${refunded} refunded` : `${dates}: ${amount}`;
}

/** The width of an element in pixels, 0 until it is known. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure] as const;
}
