import { maxTaskCount } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import type { Tasks } from '#contract/tasks.ts';
import type { IconName } from '../../ui/Icon.tsx';

type BookingTask = Tasks['bookings'][number];
type OtherTask = Tasks['others'][number];

/** A task about a booking in words. */
interface BookingText {
  title: string;
  /** Who or what it is about. */
  text?: string;
  to: string;
}

type ToText = (task: BookingTask) => BookingText;

const texts: Record<BookingTask['kind'], ToText> = {
  pay: ({ name, bookingId }) => ({ title: `Pay for ${name}`, to: paths.payment(bookingId) }),
  'confirm-receipt': ({ name, person, bookingId }) => ({
    title: `Is ${name} here?`,
    text: `${person} has sent it.`,
    to: paths.payment(bookingId),
  }),
  'give-back': ({ name, person, bookingId }) => ({
    title: `Give ${name} back`,
    text: `${person} has accepted your return.`,
    to: paths.payment(bookingId),
  }),
  'cancel-or-wait': ({ name, person, bookingId }) => ({
    title: `${name} has not been handed over`,
    text: `Call ${person}, or cancel and have your money back.`,
    to: paths.payment(bookingId),
  }),
  'call-buyer': ({ name, person }) => ({
    title: `${name} is booked from you`,
    text: `Call ${person}:`,
    to: paths.bookings('seller'),
  }),
  'hand-over': ({ name, person, bookingId }) => ({
    title: `Hand over ${name}`,
    text: `${person} has paid for it.`,
    to: paths.payment(bookingId),
  }),
  'answer-cancellation': ({ name, person, bookingId }) => ({
    title: `Cancel the sale of ${name}, or decline`,
    text: `${person} asks you to cancel.`,
    to: paths.payment(bookingId),
  }),
  'answer-return': ({ name, person, bookingId }) => ({
    title: `Answer the return of ${name}`,
    text: `${person} wants to give it back.`,
    to: paths.payment(bookingId),
  }),
};

export function bookingTaskText(task: BookingTask): BookingText {
  return texts[task.kind](task);
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

export const otherTaskTexts: Record<OtherTask['kind'], OtherText> = {
  'decide-disputes': {
    title: (count) => counted(count, 'dispute', 'to decide'),
    text: 'Nobody is paid until you do.',
    to: paths.money('disputes'),
    icon: 'warning',
    isUrgent: true,
  },
  'look-at-refunds': {
    title: (count) => counted(count, 'refund', 'failed'),
    text: 'The money has not reached the buyer.',
    to: paths.money('issues'),
    icon: 'card',
    isUrgent: true,
  },
  'answer-offers': {
    title: (count) => counted(count, 'offer', 'to answer'),
    text: 'Each ends by itself 48 hours after it was made.',
    to: paths.offers('seller'),
    icon: 'price',
    isUrgent: true,
  },
  'answer-counters': {
    title: (count) => counted(count, 'counter-offer', 'to answer'),
    text: 'The seller has named another amount. You have 48 hours.',
    to: paths.offers('buyer'),
    icon: 'price',
    isUrgent: true,
  },
  'add-payout-account': {
    title: () => 'Add your bank account to get paid',
    text: 'You have sold something. Say where we pay you.',
    to: paths.earnings(),
    icon: 'card',
  },
  'verify-sellers': {
    title: (count) => counted(count, 'seller', 'to verify'),
    text: 'Buyers see the badge beside their listings.',
    to: paths.allSellers(),
    icon: 'people',
  },
  'choose-categories': {
    title: (count) =>
      counted(count, 'listing', count === 1 ? 'has no category' : 'have no category'),
    text: 'Without a category, buyers find them only by searching.',
    to: paths.myProducts('category'),
    icon: 'list',
  },
};

function counted(count: number, thing: string, rest: string): string {
  const number = count >= maxTaskCount ? `${maxTaskCount} or more` : `${count}`;
  return `${number} ${thing}${count === 1 ? '' : 's'} ${rest}`;
}
