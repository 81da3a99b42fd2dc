import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** What an endpoint can be told, by the type that a webhook names, each with what has happened. */
export const webhookEventTexts = textsOf({
  'listing.published': msg`You have listed an instrument, or it is on sale again`,
  'listing.changed': msg`A listing of yours has changed`,
  'listing.withdrawn': msg`A listing of yours was taken off sale`,
  'listing.sold': msg`A listing of yours was sold`,
  'booking.made': msg`Your instrument was booked`,
  'booking.ended': msg`An unpaid booking of your instrument has ended`,
  'sale.paid': msg`A buyer has paid`,
  'sale.sent': msg`You have sent what you sold`,
  'sale.received': msg`A buyer has what you sold`,
  'sale.returned': msg`A sale was undone`,
  'sale.disputed': msg`A dispute was opened about a sale`,
  'sale.refunded': msg`Money of a sale went back to its buyer`,
  'sale.final': msg`A sale is complete, and its money is yours`,
  'message.received': msg`You have a new message`,
  'offer.received': msg`You have a new offer`,
  'review.received': msg`A review of you was published`,
  'payout.sent': msg`We have paid you`,
  'case.opened': msg`Something was reported, for admins`,
}) satisfies Record<string, string>;

export type WebhookEvent = keyof typeof webhookEventTexts;
export const webhookEvents = Object.keys(webhookEventTexts) as [WebhookEvent, ...WebhookEvent[]];

/** Those that only admins can be told. */
export const adminWebhookEvents: readonly WebhookEvent[] = ['case.opened'];

/** What the test of an endpoint sends, once. */
export const testEvent = 'webhook.test';

/** Every type of a webhook. */
export const webhookTypes = [...webhookEvents, testEvent] as const;
export type WebhookType = (typeof webhookTypes)[number];

export const webhookLimits = {
  endpointsPerPerson: 10,
  urlLength: 500,
  /** The hours for which the former secret signs too, after it was replaced. */
  overlapHours: 24,
  /** The days for which deliveries are stored. */
  logDays: 30,
  /** The days of nothing but failures after which an endpoint is disabled. */
  failingDays: 5,
  attempts: 10,
} as const;

/**
 * Why an endpoint gets nothing: it has answered with 410, which ends it, or only with failures for days. What happens is
 * stored for the second, and sent when its owner enables it again.
 */
export const disabledReasons = ['gone', 'failures'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/**
 * Why an attempt failed without an answer that counts.
 * - address: it does not resolve, or not to public addresses alone
 * - connection: it refuses connections, or its certificate is not valid
 * - timeout: it took longer than 15 s
 * - redirect: it leads elsewhere
 * - too-large: it answered with more than 64 kB
 * - secret: the shop can no longer read its secret, which has to be replaced
 */
export const webhookFaults = [
  ...(['address', 'connection', 'timeout', 'redirect', 'too-large'] as const),
  'secret',
] as const;
export type WebhookFault = (typeof webhookFaults)[number];
