import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { maxTaskCount } from '#contract/constants.ts';
import { id, isoTime } from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';

/** What users have to do about one booking, as its buyer and as its seller. */
export const bookingTaskKinds = [
  'pay',
  'confirm-receipt',
  'give-back',
  'cancel-or-wait',
  'call-buyer',
  'hand-over',
  'give-permit',
  'send',
  'answer-cancellation',
  'answer-return',
  'take-back',
] as const;
export type BookingTaskKind = (typeof bookingTaskKinds)[number];

/** What there is to do about several things of one kind, or about the account. */
export const otherTaskKinds = [
  'answer-offers',
  'answer-counters',
  'decide-disputes',
  'decide-cases',
  'look-at-refunds',
  'add-payout-account',
  'say-trader',
  'verify-sellers',
  'choose-categories',
] as const;

const bookingTask = z.object({
  kind: z.enum(bookingTaskKinds),
  bookingId: id,
  name: z.string().describe('Name of the product as booked'),
  image: z.string(),
  picture: picture.optional(),
  person: z.string().describe('The name of the other side'),
  phone: z.string().optional().describe('With `call-buyer`'),
  until: isoTime
    .optional()
    .describe('When it ends or happens by itself: the hold, or a clock of the sale'),
});

const otherTask = z.object({
  kind: z.enum(otherTaskKinds),
  count: z.number().int().describe(`How many there are; with ${maxTaskCount} there may be more`),
});

export const tasks = z.object({
  bookings: z.array(bookingTask).describe('The most urgent first'),
  others: z.array(otherTask).describe('The most urgent kind first'),
  more: z
    .number()
    .int()
    .describe(
      `How many further bookings wait for the caller, of the newest on each side; ${maxTaskCount} at most`,
    ),
});
export type Tasks = z.infer<typeof tasks>;

export const readTasks = defineCall({
  method: 'GET',
  path: '/tasks',
  who: 'user',
  rule: "the caller's own",
  summary:
    'Read what waits for the caller: bookings to pay, instruments to hand over, returns and offers to answer; for admins also sellers to verify and disputes to decide',
  status: 200,
  reply: tasks,
  problems: ['not-signed-in'],
});
