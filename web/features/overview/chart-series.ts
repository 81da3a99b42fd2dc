import type { EventFigures } from '#contract/overview.ts';
import { paths } from '#contract/page-paths.ts';
import type { ShopPart } from '#contract/shop-parts.ts';
import { formatMoney, formatNumber } from '../../ui/format.ts';

/** One of the charts: what it shows of the figures, and where the list of it is. */
export interface Series {
  name: string;
  /** Of a figure in a sentence: `No sales in these 30 days`. */
  things: string;
  /** Missing where nobody lists them: messages are for their two sides. */
  to?: string;
  /** How much of the page's width it has. */
  size: 'wide' | 'half' | 'third';
  value: (figures: EventFigures) => number;
  /** What is drawn downwards under the same day. */
  below?: { name: string; value: (figures: EventFigures) => number };
  /** The column of the table, where it is not the name. */
  column?: string;
  format: (value: number) => string;
  isMoney?: true;
  /** What a shop can be run without. */
  part?: ShopPart;
}

/** Money that may be below zero: `−$12.50`. */
const formatSigned = (dollars: number) =>
  dollars < 0 ? `−${formatMoney(-dollars)}` : formatMoney(dollars);

export const chartSeries: readonly Series[] = [
  {
    name: 'Paid by buyers',
    things: 'payments',
    to: paths.allBookings(),
    size: 'wide',
    value: ({ salesAmount }) => salesAmount,
    below: { name: 'Refunded', value: ({ refundedAmount }) => refundedAmount },
    column: 'Paid',
    format: formatSigned,
    isMoney: true,
  },
  {
    name: 'Commission',
    things: 'commission',
    to: paths.money('balances'),
    size: 'half',
    value: ({ commission }) => commission,
    format: formatSigned,
    isMoney: true,
  },
  {
    name: 'Sales',
    things: 'sales',
    to: paths.allBookings(),
    size: 'half',
    value: ({ sales }) => sales,
    format: formatNumber,
  },
  {
    name: 'Bookings',
    things: 'bookings',
    to: paths.allBookings(),
    size: 'third',
    value: ({ bookings }) => bookings,
    format: formatNumber,
  },
  {
    name: 'New listings',
    things: 'new listings',
    to: paths.allProducts(),
    size: 'third',
    value: ({ listings }) => listings,
    format: formatNumber,
  },
  {
    name: 'Offers',
    things: 'offers',
    to: paths.allBookings(),
    size: 'third',
    value: ({ offers }) => offers,
    format: formatNumber,
    part: 'offers',
  },
  {
    name: 'Sign-ups',
    things: 'sign-ups',
    to: paths.allBuyers(),
    size: 'third',
    value: ({ signUps }) => signUps,
    format: formatNumber,
  },
  {
    name: 'New conversations',
    things: 'new conversations',
    size: 'half',
    value: ({ threads }) => threads,
    format: formatNumber,
    part: 'messages',
  },
  {
    name: 'Messages',
    things: 'messages',
    size: 'half',
    value: ({ messages }) => messages,
    format: formatNumber,
    part: 'messages',
  },
];

/**
 * A total beside that of as many days before: `20% more than $3,900 in the 30 days before`. Without anything before, or with
 * sums below zero, a percentage says nothing.
 */
export function compareTotals(
  { value, format }: Pick<Series, 'value' | 'format'>,
  { total, before, days }: { total: EventFigures; before: EventFigures; days: number },
): string {
  const [current, earlier] = [value(total), value(before)];
  const time = `in the ${days} days before`;
  if (earlier === 0) return current === 0 ? `None ${time} either` : `None ${time}`;
  if (current === earlier) return `The same as ${time}`;
  const percent = Math.round((Math.abs(current - earlier) / earlier) * 100);
  const isTelling = earlier > 0 && current > 0 && percent > 0 && percent < 1_000;
  if (!isTelling) return `${format(earlier)} ${time}`;
  return `${percent}% ${current > earlier ? 'more' : 'less'} than ${format(earlier)} ${time}`;
}
