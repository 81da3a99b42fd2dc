import type { EventFigures } from '#contract/overview/overview.ts';
import { paths } from '#contract/page-paths.ts';
import type { ShopPart } from '#contract/shop/shop-parts.ts';
import { plural, t } from '#contract/text.ts';
import type { AdminArea } from '#contract/users/admin-areas.ts';
import { formatMoney, formatNumber } from '../../ui/format.ts';

/** One of the charts: what it shows of the figures, and where the list of it is. */
export interface Series {
  name: string;
  /** When there is nothing to show: `No sales in these 30 days`. */
  none: (days: number) => string;
  /** The address of a list and the area that an admin needs for it; missing where there is none: messages are for their two sides. */
  list?: { to: string; area: AdminArea };
  /** The share of the page's width that it has. */
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
    get name() {
      return t`Paid by buyers`;
    },
    none: (days) => t`No payments in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.allBookings(), area: 'cases' },
    size: 'wide',
    value: ({ salesAmount }) => salesAmount,
    below: {
      get name() {
        return t`Refunded`;
      },
      value: ({ refundedAmount }) => refundedAmount,
    },
    get column() {
      return t`Paid`;
    },
    format: formatSigned,
    isMoney: true,
  },
  {
    get name() {
      return t`Commission`;
    },
    none: (days) => t`No commission in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.money('balances'), area: 'money' },
    size: 'half',
    value: ({ commission }) => commission,
    format: formatSigned,
    isMoney: true,
  },
  {
    get name() {
      return t`Sales`;
    },
    none: (days) => t`No sales in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.allBookings(), area: 'cases' },
    size: 'half',
    value: ({ sales }) => sales,
    format: formatNumber,
  },
  {
    get name() {
      return t`Bookings`;
    },
    none: (days) => t`No bookings in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.allBookings(), area: 'cases' },
    size: 'third',
    value: ({ bookings }) => bookings,
    format: formatNumber,
  },
  {
    get name() {
      return t`New listings`;
    },
    none: (days) => t`No new listings in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.allProducts(), area: 'listings' },
    size: 'third',
    value: ({ listings }) => listings,
    format: formatNumber,
  },
  {
    get name() {
      return t`Offers`;
    },
    none: (days) => t`No offers in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.allBookings(), area: 'cases' },
    size: 'third',
    value: ({ offers }) => offers,
    format: formatNumber,
    part: 'offers',
  },
  {
    get name() {
      return t`Sign-ups`;
    },
    none: (days) => t`No sign-ups in these ${plural(days, { one: '# day', other: '# days' })}`,
    list: { to: paths.allBuyers(), area: 'people' },
    size: 'third',
    value: ({ signUps }) => signUps,
    format: formatNumber,
  },
  {
    get name() {
      return t`New conversations`;
    },
    none: (days) =>
      t`No new conversations in these ${plural(days, { one: '# day', other: '# days' })}`,
    size: 'half',
    value: ({ threads }) => threads,
    format: formatNumber,
    part: 'messages',
  },
  {
    get name() {
      return t`Messages`;
    },
    none: (days) => t`No messages in these ${plural(days, { one: '# day', other: '# days' })}`,
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
  const amount = format(earlier);
  if (earlier === 0) {
    return current === 0
      ? t`None in the ${plural(days, { one: '# day', other: '# days' })} before either`
      : t`None in the ${plural(days, { one: '# day', other: '# days' })} before`;
  }
  if (current === earlier) {
    return t`The same as in the ${plural(days, { one: '# day', other: '# days' })} before`;
  }
  const percent = Math.round((Math.abs(current - earlier) / earlier) * 100);
  const isTelling = earlier > 0 && current > 0 && percent > 0 && percent < 1_000;
  if (!isTelling) {
    return t`${amount} in the ${plural(days, { one: '# day', other: '# days' })} before`;
  }
  return current > earlier
    ? t`${percent}% more than ${amount} in the ${plural(days, { one: '# day', other: '# days' })} before`
    : t`${percent}% less than ${amount} in the ${plural(days, { one: '# day', other: '# days' })} before`;
}
