import type { Overview } from '#contract/overview/overview.ts';
import { t } from '#contract/text.ts';
import type { Series } from './chart-series.ts';
import { formatDays } from './format-days.ts';

/** The figures of a chart as a table, the latest first. It scrolls by itself, so that a year of days stays in its place. */
export function FigureTable({
  series: { name, column = name, value, below, format },
  overview: { rows, by },
}: {
  series: Series;
  overview: Pick<Overview, 'rows' | 'by'>;
}) {
  const columns = [{ name: column, value }, ...(below ? [below] : [])];
  return (
    <section
      aria-label={t`${name} as a table`}
      className="max-h-80 overflow-y-auto border-y border-line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">
          {by === 'day'
            ? t`${name} by day, the latest first`
            : t`${name} by week, the latest first`}
        </caption>
        <thead className="sticky top-0 bg-paper text-muted">
          <tr>
            <th className="py-2 pe-3 text-start font-semibold" scope="col">
              {by === 'day' ? t`Day` : t`Week`}
            </th>
            {columns.map((one) => (
              <th className="px-3 py-2 text-end font-semibold" key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr className="border-t border-line" key={row.from}>
              <th className="py-1.5 pe-3 text-start font-normal" scope="row">
                {formatDays(row)}
              </th>
              {columns.map((one) => (
                <td className="px-3 py-1.5 text-end whitespace-nowrap" key={one.name}>
                  {format(one.value(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
