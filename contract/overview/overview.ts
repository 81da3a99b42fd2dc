import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { isoTime, timeZone } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { matchCount } from '#contract/search/search.ts';
import { msg } from '#contract/text.ts';

/** By what the figures of a period are added up. Weeks begin on Monday. */
export const overviewSteps = ['day', 'week'] as const;
export type OverviewStep = (typeof overviewSteps)[number];

export const overviewDays = { default: 30, max: 366 } as const;

const count = z.number().int();
const date = z.string().describe('A date in the time zone, such as 2026-11-22');

/** What happened in some days. A refund counts on its own day, so that days that are over do not change. */
const eventFigures = z.object({
  listings: count.describe('Listed instruments, also those that have since been sold or withdrawn'),
  offers: count.describe('Offers below the price, whatever became of them'),
  bookings: count.describe('Bookings, paid or not'),
  sales: count.describe('Payments for bookings'),
  salesAmount: z.number().describe('What was paid for them, before refunds'),
  refundedAmount: z
    .number()
    .describe('What went back to buyers by refunds and chargebacks, of sales of any day'),
  commission: z
    .number()
    .describe("The shop's share, less what went back with refunds; it may be below zero"),
  signUps: count.describe('New users'),
  threads: count.describe('Conversations between buyers and sellers that began'),
  messages: count.describe('Messages in all conversations'),
});
export type EventFigures = z.infer<typeof eventFigures>;

const currentFigures = z.object({
  onSale: matchCount.describe('Above 10,000 an estimate of PostgreSQL'),
  holdsEnding: matchCount.describe('Holds ending within 24 hours'),
  returnsOpen: matchCount.describe('Returns that were asked for or accepted and are not refunded'),
  disputesOpen: matchCount,
  casesOpen: matchCount.describe('Reported subjects and appeals that nobody has decided'),
  jobsFailing: matchCount.describe('Scheduled jobs whose last run failed, or that are stuck'),
  mailsWaiting: matchCount,
  mailsGivenUp: matchCount.describe('Mails that could not be sent'),
});
export type CurrentFigures = z.infer<typeof currentFigures>;

const overviewRow = eventFigures.extend({
  from: date,
  to: date.describe('The last day of it: the same as `from` by day'),
});
export type OverviewRow = z.infer<typeof overviewRow>;

export const overview = z.object({
  now: currentFigures,
  from: date,
  to: date,
  by: z.enum(overviewSteps),
  zone: z.string(),
  currency: z.string(),
  total: eventFigures,
  before: eventFigures
    .optional()
    .describe(
      'Of as many days before, up to the same time of the last one while that is not over; missing while they are not counted',
    ),
  rows: z
    .array(overviewRow)
    .describe('Oldest first, without gaps. The first and the last week may be parts of weeks'),
  missing: z
    .array(
      z.object({
        from: isoTime.optional().describe('Missing: from the beginning of the shop'),
        until: isoTime,
      }),
    )
    .describe('Times of the period whose events a job has yet to count'),
});
export type Overview = z.infer<typeof overview>;

const maxDays = overviewDays.max;

export const readOverview = defineCall({
  method: 'GET',
  path: '/overview',
  who: 'admin',
  area: 'shop',
  summary: "Read the shop's figures: those of now, and those of a period by day or by week",
  query: z.strictObject({
    days: z.coerce
      .number(sayLater(msg`The number of days must be a number`))
      .int(sayLater(msg`The number of days must be a whole number`))
      .min(1, sayLater(msg`The number of days must be at least 1`))
      .max(overviewDays.max, sayLater(msg`The number of days may be at most ${maxDays}`))
      .default(overviewDays.default),
    to: z.iso
      .date(sayLater(msg`Write the last day as 2026-11-22`))
      .optional()
      .describe('Today by default'),
    by: z.enum(overviewSteps, 'Choose day or week').default('day'),
    zone: timeZone
      .default('UTC')
      .describe('The time zone in which days begin, such as Europe/Berlin'),
  }),
  status: 200,
  reply: overview,
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
