import { maxTaskCount, offerTerms, traderAnswerDays } from '#contract/constants.ts';
import { isolateNames } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { Tasks } from '#contract/overview/tasks.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, plural, t } from '#contract/text.ts';
import type { IconName } from '../../ui/Icon.tsx';

type BookingTask = Tasks['bookings'][number];
type OtherTask = Tasks['others'][number];

/** A task about a booking in words. */
interface BookingText {
  title: string;
  /** The person or thing that it is about. */
  text?: string;
  to: string;
}

type ToText = (task: BookingTask) => BookingText;

const texts: Record<BookingTask['kind'], ToText> = {
  pay: ({ name, bookingId }) => ({ title: t`Pay for ${name}`, to: paths.payment(bookingId) }),
  'confirm-receipt': ({ name, person, bookingId }) => ({
    title: t`Has ${name} arrived?`,
    text: t`${person} has sent it.`,
    to: paths.payment(bookingId),
  }),
  'give-back': ({ name, person, bookingId }) => ({
    title: t`Return ${name}`,
    text: t`${person} has accepted your return.`,
    to: paths.payment(bookingId),
  }),
  'cancel-or-wait': ({ name, person, bookingId }) => ({
    title: t`${name} is late`,
    text: t`Call ${person}, or cancel and get your money back.`,
    to: paths.payment(bookingId),
  }),
  'call-buyer': ({ name, person, phone }) => ({
    title: t`${name} has been booked`,
    text: phone ? t`Call ${person}:` : t`${person} has not paid yet.`,
    to: paths.bookings('seller'),
  }),
  'give-permit': ({ name, person, bookingId }) => ({
    title: t`Get the permit for ${name}`,
    text: t`${person} has paid for it. It is sent once you have entered the number.`,
    to: paths.payment(bookingId),
  }),
  send: ({ name, person, bookingId }) => ({
    title: t`Send ${name}`,
    text: t`${person} has paid for it.`,
    to: paths.payment(bookingId),
  }),
  'hand-over': ({ name, person, bookingId }) => ({
    title: t`Hand over ${name}`,
    text: t`${person} has paid for it.`,
    to: paths.payment(bookingId),
  }),
  'answer-cancellation': ({ name, person, bookingId }) => ({
    title: t`Cancel the sale of ${name}, or decline`,
    text: t`${person} asks you to cancel.`,
    to: paths.payment(bookingId),
  }),
  'answer-return': ({ name, person, bookingId }) => ({
    title: t`Answer the return of ${name}`,
    text: t`${person} wants to return it.`,
    to: paths.payment(bookingId),
  }),
  'take-back': ({ name, person, bookingId }) => ({
    title: t`Has ${name} come back?`,
    text: t`${person} has sent it back.`,
    to: paths.payment(bookingId),
  }),
};

export function bookingTaskText(task: BookingTask): BookingText {
  return texts[task.kind](isolateNames(task));
}

/** A task about several things, or about the account, in words. */
interface OtherText {
  title: (count: number) => string;
  text: string;
  to: string;
  icon: IconName;
  /** Whether it comes before what has an end: money or a person waits for the shop. */
  isUrgent?: true;
}

const { turnHours } = offerTerms;

export const otherTaskTexts: Record<OtherTask['kind'], OtherText> = textsOf({
  'decide-disputes': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, {
        one: `${number} dispute to decide`,
        other: `${number} disputes to decide`,
      });
    },
    text: msg`Nobody is paid until you do.`,
    to: paths.money('disputes'),
    icon: 'warning',
    isUrgent: true,
  },
  'decide-cases': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, {
        one: `${number} report to decide`,
        other: `${number} reports to decide`,
      });
    },
    text: msg`The people who reported it are waiting for an answer.`,
    to: paths.moderation(),
    icon: 'shield',
    isUrgent: true,
  },
  'look-at-refunds': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, { one: `${number} refund failed`, other: `${number} refunds failed` });
    },
    text: msg`The money has not reached the buyer.`,
    to: paths.money('issues'),
    icon: 'card',
    isUrgent: true,
  },
  'answer-offers': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, {
        one: `${number} offer to answer`,
        other: `${number} offers to answer`,
      });
    },
    text: msg`Each ends by itself ${plural(turnHours, { one: '# hour', other: '# hours' })} after it was made.`,
    to: paths.offers('seller'),
    icon: 'price',
    isUrgent: true,
  },
  'answer-counters': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, {
        one: `${number} counter-offer to answer`,
        other: `${number} counter-offers to answer`,
      });
    },
    text: msg`The seller has named another amount. You have ${plural(turnHours, { one: '# hour', other: '# hours' })}.`,
    to: paths.offers('buyer'),
    icon: 'price',
    isUrgent: true,
  },
  'add-payout-account': {
    title: () => t`Add your bank account to get paid`,
    text: msg`You have sold something. Say where we pay you.`,
    to: paths.earnings(),
    icon: 'card',
  },
  'say-trader': {
    title: () => t`Do you sell as a trader?`,
    text: msg`Answer once in your profile. You can list for ${plural(traderAnswerDays, { one: '# day', other: '# days' })} without it.`,
    to: `${paths.profile()}#trader`,
    icon: 'people',
  },
  'verify-sellers': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, {
        one: `${number} seller to verify`,
        other: `${number} sellers to verify`,
      });
    },
    text: msg`Buyers see the badge beside their listings.`,
    to: paths.allSellers(),
    icon: 'people',
  },
  'choose-categories': {
    title: (count: number) => {
      const number = numberOf(count);
      return plural(count, {
        one: `${number} listing has no category`,
        other: `${number} listings have no category`,
      });
    },
    text: msg`Without a category, buyers find them only by searching.`,
    to: paths.myProducts('category'),
    icon: 'list',
  },
});

function numberOf(count: number): string {
  return count >= maxTaskCount ? t`${maxTaskCount} or more` : String(count);
}
