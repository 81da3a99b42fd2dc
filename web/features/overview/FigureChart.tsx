import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { EventFigures, Overview } from '#contract/overview/overview.ts';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { compareTotals, type Series } from './chart-series.ts';
import { FigureTable } from './FigureTable.tsx';
import { SeriesChart } from './SeriesChart.tsx';

/** A figure of the period, how it compares with the time before, and its chart, or the same as a table. */
export function FigureChart({ series, overview }: { series: Series; overview: Overview }) {
  const titleId = useId();
  const contentId = useId();
  const [isTable, setTable] = useState(false);
  const { total, before } = overview;
  const days = daysBetween(overview);
  const { name, list } = series;
  const viewer = useDashboardUser();
  return (
    <section
      aria-labelledby={titleId}
      className={`min-w-0 border-t border-line-strong pt-4 ${spans[series.size]}`}
    >
      <div className="flex items-start justify-between gap-x-4">
        <h3 id={titleId}>
          {list && mayActIn(list.area, viewer) ? (
            <Link className="text-link inline-block min-h-6" to={list.to}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <Button
          aria-controls={contentId}
          aria-label={isTable ? t`Show as chart: ${name}` : t`Show as table: ${name}`}
          onClick={() => setTable(!isTable)}
          size="small"
          variant="link"
        >
          {isTable ? t`Show as chart` : t`Show as table`}
        </Button>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl leading-tight font-semibold tabular-nums">
          {series.format(series.value(total))}
        </span>
        {series.below && <Refunded below={series.below} format={series.format} total={total} />}
      </p>
      <p className="min-h-6 text-sm text-muted">
        {before && compareTotals(series, { total, before, days })}
      </p>
      <div className="mt-2" id={contentId}>
        {isTable ? (
          <FigureTable overview={overview} series={series} />
        ) : (
          <SeriesChart days={days} overview={overview} series={series} />
        )}
      </div>
    </section>
  );
}

/** In a grid of six columns, or of two below 1280 px. */
const spans = {
  wide: 'sm:col-span-2 xl:col-span-6',
  half: 'xl:col-span-3',
  third: 'xl:col-span-2 sm:max-xl:last:col-span-2',
} as const;

function Refunded({
  below,
  format,
  total,
}: {
  below: NonNullable<Series['below']>;
  format: Series['format'];
  total: EventFigures;
}) {
  const amount = below.value(total);
  if (amount === 0) return null;
  const refunded = format(amount);
  return (
    <span className="text-sm">
      <span aria-hidden="true" className="me-1.5 inline-block size-2.5 bg-red" />
      <span>{t`${refunded} refunded`}</span>
    </span>
  );
}

function daysBetween({ from, to }: Overview): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}
