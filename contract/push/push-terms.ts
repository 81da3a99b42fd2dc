import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';

/** What devices are notified of: always beside a mail. */
export const pushTopics = [
  'messages',
  'offers',
  'sold',
  'sent',
  'price-drops',
  'searches',
] as const;
export type PushTopic = (typeof pushTopics)[number];

/** The mails with which a notification goes to the devices of their reader. */
export const pushedMails: Partial<Record<QueuedMailKind, PushTopic>> = {
  'new-messages': 'messages',
  'offer-made': 'offers',
  'offer-countered': 'offers',
  'offer-declined': 'offers',
  'offer-expired': 'offers',
  // Of an accepted offer.
  booked: 'offers',
  paid: 'sold',
  sent: 'sent',
  'news-wishlist': 'price-drops',
  'news-searches': 'searches',
};

export const pushLimits = {
  devicesPerPerson: 10,
  testsPerHour: 10,
  endpointLength: 1_000,
  /** The hours for which a push service keeps a notification for a device that is switched off. */
  hours: 24,
} as const;
