import { describe, expect, test } from 'vitest';
import type { EventFigures, Overview } from '#contract/overview/overview.ts';
import { paths } from '#contract/page-paths.ts';
import { CallFailure } from '../../api/failures.ts';
import { headersOf, pageMarkup, rowsOf, textOf } from '../products/page-samples.tsx';
import { cacheAt, userSample } from '../users/user-samples.ts';
import { BarChart } from './BarChart.tsx';
import { chartSeries, compareTotals, type Series } from './chart-series.ts';
import { FigureTable } from './FigureTable.tsx';
import { formatDays } from './format-days.ts';
import { OverviewPage } from './OverviewPage.tsx';
import { overviewQuery, periodOf, searchOf } from './queries.ts';

const nothing: EventFigures = {
  listings: 0,
  offers: 0,
  bookings: 0,
  sales: 0,
  salesAmount: 0,
  refundedAmount: 0,
  commission: 0,
  signUps: 0,
  threads: 0,
  messages: 0,
};
const exactly = (count: number) => ({ count, isExact: true });

function overviewSample(difference: Partial<Overview> = {}): Overview {
  const rows = [
    { from: '2026-11-16', to: '2026-11-21', ...nothing, sales: 2, salesAmount: 240.5 },
    { from: '2026-11-22', to: '2026-11-22', ...nothing, refundedAmount: 60, commission: -4.5 },
  ];
  return {
    now: {
      onSale: { count: 8_000_000, isExact: false },
      holdsEnding: exactly(3),
      returnsOpen: exactly(0),
      disputesOpen: exactly(1),
      casesOpen: exactly(0),
      jobsFailing: exactly(0),
      mailsWaiting: exactly(4),
      mailsGivenUp: exactly(0),
    },
    from: '2026-11-16',
    to: '2026-11-22',
    by: 'week',
    zone: 'America/New_York',
    currency: 'USD',
    total: { ...nothing, sales: 2, salesAmount: 240.5 },
    rows,
    missing: [],
    ...difference,
  };
}

const place = { pattern: paths.overview.pattern, address: paths.overview() };

const owner = userSample({ role: 'admin' });

function pageWith(overview: Overview, viewer = owner): string {
  const { cache } = cacheAt({});
  cache.setQueryData(overviewQuery(periodOf(new URLSearchParams())).queryKey, overview);
  const markup = pageMarkup(<OverviewPage />, place, cache, viewer);
  cache.clear();
  return markup;
}

describe('the overview', () => {
  test('the overview has the current numbers, with links to the lists, and the time zone of the days', () => {
    const markup = pageWith(overviewSample());
    const words = textOf(markup);
    expect(words).toMatch(/Instruments on sale 8,000,000 or more/);
    expect(words).toMatch(/Disputes open 1/);
    expect(markup).toContain(`href="${paths.money('disputes')}"`);
    expect(words).toContain('Days begin at midnight in America/New York');
    expect(words).toContain('A refund counts on the day it is made');
    expect(words).not.toContain('Not everything is counted yet');
    // The policy of the pages forbids style attributes.
    expect(markup).not.toContain('style=');
  });

  test('an admin has links to the lists of their areas only', () => {
    const viewer = userSample({ role: 'admin', areas: ['shop', 'listings'] });
    const markup = pageWith(overviewSample(), viewer);
    expect(textOf(markup)).toMatch(/Disputes open 1/);
    expect(markup).toContain(`href="${paths.allProducts()}"`);
    for (const path of [paths.money('disputes'), paths.allBookings(), paths.allBuyers()]) {
      expect(markup).not.toContain(`href="${path}"`);
    }
  });

  test('the overview says from when figures are there while older ones are being counted', () => {
    const words = textOf(
      pageWith(overviewSample({ missing: [{ until: '2026-11-18T00:00:00Z' }] })),
    );
    expect(words).toMatch(/Not everything is counted yet: what happened before Nov 1\d,/);
  });

  test('the overview has the days of UTC when the server does not know the time zone of the browser', async () => {
    const { cache } = cacheAt({
      readOverview: ({ query }) => {
        if (query?.zone === undefined) return overviewSample({ zone: 'UTC' });
        const errors = { zone: 'No such time zone' };
        throw new CallFailure({ status: 400, detail: 'No such time zone', errors });
      },
    });
    await cache.prefetchQuery(overviewQuery(periodOf(new URLSearchParams())));
    const words = textOf(pageMarkup(<OverviewPage />, place, cache, owner));
    cache.clear();
    expect(words).toContain('Days begin at midnight in UTC');
  });

  test('the overview says why it did not load, and offers to try again', async () => {
    const { cache } = cacheAt({
      readOverview: () => {
        throw new CallFailure({ status: 503, detail: 'The shop is busy' });
      },
    });
    await cache.prefetchQuery(overviewQuery(periodOf(new URLSearchParams())));
    const words = textOf(pageMarkup(<OverviewPage />, place, cache, owner));
    cache.clear();
    expect(words).toContain('The figures did not load');
    expect(words).toContain('The shop is busy');
    expect(words).toContain('Try again');
  });
});

test.each([
  ['', { days: 30, by: 'day' }, ''],
  ['?days=365&by=week', { days: 365, by: 'week' }, '?days=365&by=week'],
  ['?days=12&by=hour', { days: 30, by: 'day' }, ''],
] as const)('the address %j has the period %j', (address, period, canonical) => {
  expect(periodOf(new URLSearchParams(address))).toEqual(period);
  expect(searchOf(period)).toBe(canonical);
});

test.each([
  [{ from: '2026-11-22', to: '2026-11-22' }, 'Sun, Nov 22, 2026'],
  [{ from: '2026-11-16', to: '2026-11-22' }, 'Nov 16 – 22, 2026'],
  [{ from: '2026-12-28', to: '2027-01-03' }, 'Dec 28, 2026 – Jan 3, 2027'],
])('the days %j are written as %s', (days, text) => {
  expect(formatDays(days).replace(/\s/g, ' ')).toBe(text);
});

describe('a total beside that of the days before', () => {
  const [paid, , sales] = chartSeries as [Series, Series, Series];
  const withSales = (count: number) => ({ ...nothing, sales: count, salesAmount: count * 100 });
  test.each([
    [12, 10, '20% more than $1,000 in the 30 days before'],
    [9, 10, '10% less than $1,000 in the 30 days before'],
    [10, 10, 'The same as in the 30 days before'],
    [3, 0, 'None in the 30 days before'],
    [0, 0, 'None in the 30 days before either'],
    [0, 10, '$1,000 in the 30 days before'],
    [200, 1, '$100 in the 30 days before'],
  ])('the change of a total of %i after %i is %s', (total, before, text) => {
    const totals = { total: withSales(total), before: withSales(before), days: 30 };
    expect(compareTotals(paid, totals)).toBe(text);
  });
  test('counts have no currency', () => {
    const totals = { total: withSales(3), before: withSales(2), days: 7 };
    expect(compareTotals(sales, totals)).toBe('50% more than 2 in the 7 days before');
  });
});

test('the table of a chart has the same figures, the latest first', () => {
  const [paid] = chartSeries as [Series];
  const markup = pageMarkup(
    <FigureTable overview={overviewSample()} series={paid} />,
    place,
    cacheAt({}).cache,
  );
  expect(headersOf(markup)).toEqual(['Week', 'Paid', 'Refunded']);
  expect(rowsOf(markup)).toEqual(['Sun, Nov 22, 2026 $0 $60', 'Nov 16 – 21, 2026 $240.50 $0']);
  expect(textOf(markup)).toContain('Paid by buyers by week, the latest first');
  expect(markup.match(/scope="row"/g)).toHaveLength(2);
});

describe('a bar chart', () => {
  const drawn = (count: number, width: number, isWhole = false, below = 5) =>
    pageMarkup(
      <BarChart
        bars={Array.from({ length: count }, (_, index) => ({
          key: `${index}`,
          tick: `Nov ${index}`,
          isSoFar: index === count - 1,
          value: index,
          below: index === 1 ? below : 0,
        }))}
        format={(value) => `$${value}`}
        height={200}
        isWhole={isWhole}
        label="Paid by buyers, a bar for each day"
        onPoint={() => undefined}
        width={width}
      />,
      place,
      cacheAt({}).cache,
    );
  test('a bar chart has a bar for each value, one downwards for a refund, and the last one outlined', () => {
    const markup = drawn(7, 400);
    expect(markup).toContain('role="img"');
    expect(markup.match(/<rect/g)).toHaveLength(7);
    expect(markup.match(/fill-red"/g)).toHaveLength(1);
    expect(markup.match(/stroke-brass"/g)).toHaveLength(1);
    expect(markup).not.toContain('style=');
  });
  test.each([
    [365, 280],
    [53, 280],
    [1, 280],
    [365, 1_200],
  ])(
    'a chart of %i bars within %i pixels stays in its place, and its ticks do not collide',
    (count, width) => {
      const markup = drawn(count, width);
      const rects = [...markup.matchAll(/<rect[^>]*>/g)].map(([rect]) => ({
        x: Number(/ x="([^"]*)"/.exec(rect)?.[1]),
        width: Number(/ width="([^"]*)"/.exec(rect)?.[1]),
        height: Number(/ height="([^"]*)"/.exec(rect)?.[1]),
      }));
      for (const rect of rects) {
        expect(rect.width).toBeGreaterThan(0);
        expect(rect.height).toBeGreaterThan(1);
        expect(rect.x + rect.width).toBeLessThanOrEqual(width);
      }
      const ticks = markup.match(/>Nov \d+</g) ?? [];
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(width / 60);
    },
  );
  test('the axis of a count has no halves', () => {
    expect(drawn(2, 400, true, 0.5)).not.toMatch(/\$-0\.\d/);
    expect(drawn(2, 400, false, 0.5)).toMatch(/\$-0\.\d/);
  });
});
