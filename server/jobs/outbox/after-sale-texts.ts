import { returnDays, saleTimes } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { formatUtc } from '../../core/utc-time.ts';
import type { AfterSaleMailKind } from '../../database/schema/mails.ts';
import type { MailReader, Sale } from './read-sale.ts';
import { dollars } from './refund-texts.ts';
import type { MailTexts } from './render-mail.ts';

type Write = (sale: Sale, shop: string) => MailTexts;

const toBookings = (shop: string) => ({
  label: 'See your bookings',
  link: shop + paths.bookings(),
});
const toOrders = (shop: string) => ({
  label: 'See your orders',
  link: shop + paths.bookings('seller'),
});

const price = ({ priceCents }: Sale) => dollars(priceCents);
/** A part may have gone back before. */
const owed = (sale: Sale) =>
  sale.refundedCents !== null && sale.refundedCents < sale.priceCents
    ? 'The rest of your money'
    : `Your ${price(sale)}`;
const time = (moment: Date | null) => (moment ? formatUtc(moment) : 'soon');
const daysAfter = (moment: Date | null, days: number) =>
  moment && new Date(moment.getTime() + days * 86_400_000);

const toBuyer =
  (subject: (sale: Sale) => string, ...paragraphs: ((sale: Sale) => string)[]): Write =>
  (sale, shop) => ({
    subject: subject(sale),
    paragraphs: paragraphs.map((paragraph) => paragraph(sale)).filter((text) => text !== ''),
    step: toBookings(shop),
  });
const toSeller =
  (subject: (sale: Sale) => string, ...paragraphs: ((sale: Sale) => string)[]): Write =>
  (sale, shop) => ({
    subject: subject(sale),
    paragraphs: paragraphs.map((paragraph) => paragraph(sale)).filter((text) => text !== ''),
    step: toOrders(shop),
  });

/** What the mails about handing over, giving back and disputes say. */
export const afterSaleTexts: Record<AfterSaleMailKind, Record<MailReader, Write>> = {
  'may-cancel': {
    buyer: toBuyer(
      ({ productName }) => `Has ${productName} reached you?`,
      ({ paidAt, paidClockFrom, productName }) =>
        `You paid for ${productName} on ${time(paidAt)}, and it was neither handed over nor sent. From ${time(daysAfter(paidClockFrom, saleTimes.cancelAfterDays))} you can cancel with one click and get your money back.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} has not been handed over`,
      ({ buyerName, paidAt, paidClockFrom }) =>
        `${buyerName} paid on ${time(paidAt)}. From ${time(daysAfter(paidClockFrom, saleTimes.cancelAfterDays))} they can cancel and get the money back. Hand the instrument over or send it before then.`,
    ),
  },
  'sale-cancelled': {
    buyer: toBuyer(
      ({ productName }) => `The sale of ${productName} is cancelled`,
      (sale) => `${sale.productName} was not handed over. ${owed(sale)} goes back to your card.`,
      ({ cancelReason }) => (cancelReason ? `The reason: “${cancelReason}”` : ''),
    ),
    seller: toSeller(
      ({ productName }) => `The sale of ${productName} is cancelled`,
      ({ buyerName }) =>
        `${buyerName} gets the money back. The instrument is on sale again after that.`,
      ({ cancelReason }) => (cancelReason ? `The reason: “${cancelReason}”` : ''),
    ),
  },
  sent: {
    buyer: toBuyer(
      ({ productName }) => `${productName} is on its way`,
      ({ sellerName, productName, carrier }) =>
        `${sellerName} has sent ${productName} with ${carrier}.`,
      ({ tracking }) => (tracking ? `Follow it with ${tracking}.` : ''),
      ({ sentClockFrom }) =>
        `Tell us in My Bookings when it is there. If you say nothing, it counts as received on ${time(daysAfter(sentClockFrom, saleTimes.receivedAfterDays))}. If it does not come, say so there before then.`,
    ),
    seller: toSeller(
      ({ productName }) => `You have sent ${productName}`,
      ({ buyerName }) => `We have told ${buyerName}.`,
    ),
  },
  'receipt-assumed-soon': {
    buyer: toBuyer(
      ({ productName }) => `Is ${productName} there?`,
      ({ sentClockFrom, productName }) =>
        `On ${time(daysAfter(sentClockFrom, saleTimes.receivedAfterDays))} ${productName} counts as received. If it has not come, say so in My Bookings before then.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} counts as received soon`,
      ({ sentClockFrom, buyerName }) =>
        `${buyerName} has not said anything. On ${time(daysAfter(sentClockFrom, saleTimes.receivedAfterDays))} it counts as received.`,
    ),
  },
  received: {
    buyer: toBuyer(
      ({ productName }) => `You have ${productName}`,
      ({ returnUntil }) =>
        `Play it at home first: until ${time(returnUntil)} you can give it back for a full refund, with a reason. If the seller contests it, the shop decides.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} has been received`,
      ({ buyerName, returnUntil }) =>
        `${buyerName} has it and may give it back until ${time(returnUntil)}. After that your money is ready to be paid out.`,
    ),
  },
  'return-window-ending': {
    buyer: toBuyer(
      ({ productName }) => `One day left to give ${productName} back`,
      ({ returnUntil }) =>
        `You can give it back until ${time(returnUntil)}. After that the sale is complete.`,
    ),
    seller: toSeller(
      ({ productName }) => `The sale of ${productName} is complete soon`,
      ({ returnUntil }) =>
        `If it is not given back by ${time(returnUntil)}, your money is ready to be paid out.`,
    ),
  },
  'sale-completed': {
    buyer: toBuyer(
      ({ productName }) => `${productName} is yours for good`,
      () => `The ${returnDays} days in which you could give it back are over. Enjoy it.`,
    ),
    seller: toSeller(
      ({ productName }) => `Your money for ${productName} is ready`,
      ({ productName }) =>
        `The sale of ${productName} is complete. Your share is ready to be paid out.`,
    ),
  },
  'return-accepted-soon': {
    buyer: toBuyer(
      ({ productName }) => `Your return of ${productName} is accepted soon`,
      ({ sellerName, requestedClockFrom }) =>
        `${sellerName} has not answered. Without an answer your return counts as accepted on ${time(daysAfter(requestedClockFrom, saleTimes.returnAcceptedAfterDays))}.`,
    ),
    seller: toSeller(
      ({ productName }) => `Answer the return of ${productName}`,
      ({ buyerName, requestedClockFrom }) =>
        `${buyerName} would like to give it back. Say where, or contest it; without an answer it counts as accepted on ${time(daysAfter(requestedClockFrom, saleTimes.returnAcceptedAfterDays))}.`,
    ),
  },
  'return-accepted': {
    buyer: toBuyer(
      ({ productName }) => `Give ${productName} back`,
      ({ returnPlace, sellerName }) =>
        returnPlace
          ? `${sellerName} says where: “${returnPlace}”`
          : `Agree with ${sellerName} on where and when.`,
      ({ giveBackBy }) =>
        `Give it back by ${time(giveBackBy)}, otherwise the sale stands. Ask for the code when you do, and enter it in My Bookings: your money goes back to your card then.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} comes back to you`,
      ({ buyerName, giveBackBy }) =>
        `${buyerName} gives it back by ${time(giveBackBy)}. Your code for that is in My Orders: show it only when you have the instrument in your hands.`,
    ),
  },
  'return-contested': {
    buyer: toBuyer(
      ({ productName }) => `Your return of ${productName} is contested`,
      ({ sellerName, returnContestReason }) =>
        `${sellerName} says: “${returnContestReason ?? ''}” An admin of the shop reads both sides and decides. You can add texts and pictures in My Bookings.`,
    ),
    seller: toSeller(
      ({ productName }) => `You contest the return of ${productName}`,
      () =>
        'An admin of the shop reads both sides and decides. You can add texts and pictures in My Orders.',
    ),
  },
  'return-lapsing': {
    buyer: toBuyer(
      ({ productName }) => `One day left to bring ${productName} back`,
      ({ giveBackBy }) => `Give it back by ${time(giveBackBy)}. After that the sale stands.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} should come back by tomorrow`,
      ({ giveBackBy }) => `If it is not given back by ${time(giveBackBy)}, the sale stands.`,
    ),
  },
  'return-lapsed': {
    buyer: toBuyer(
      ({ productName }) => `${productName} was not given back`,
      () => `It was not given back within ${saleTimes.giveBackDays} days, so the sale stands.`,
    ),
    seller: toSeller(
      ({ productName }) => `The sale of ${productName} stands`,
      ({ buyerName }) => `${buyerName} did not give it back within ${saleTimes.giveBackDays} days.`,
    ),
  },
  'given-back': {
    buyer: toBuyer(
      ({ productName }) => `You have given ${productName} back`,
      () => 'Your money goes back to your card. We write to you when it is on its way.',
    ),
    seller: toSeller(
      ({ productName }) => `You have ${productName} back`,
      ({ buyerName }) => `${buyerName} gets the money back.`,
    ),
  },
  'dispute-opened': {
    buyer: toBuyer(
      ({ productName }) => `A dispute about ${productName} is open`,
      ({ disputeReason }) =>
        disputeReason
          ? `The reason: “${disputeReason}”`
          : 'Your bank has asked for the money back.',
      () =>
        'An admin of the shop reads both sides and decides. Until then nobody is paid and no date passes.',
    ),
    seller: toSeller(
      ({ productName }) => `A dispute about ${productName} is open`,
      ({ disputeReason }) =>
        disputeReason
          ? `The reason: “${disputeReason}”`
          : "The buyer's bank has asked for the money back.",
      () => 'Add what you know, with pictures, in My Orders. Until it is decided nobody is paid.',
    ),
  },
  'dispute-answered': {
    buyer: toBuyer(
      ({ productName }) => `There is something new in the dispute about ${productName}`,
      () => 'Read it in My Bookings, and answer there.',
    ),
    seller: toSeller(
      ({ productName }) => `There is something new in the dispute about ${productName}`,
      () => 'Read it in My Orders, and answer there.',
    ),
  },
  'dispute-decided': {
    buyer: toBuyer(
      ({ productName }) => `The dispute about ${productName} is decided`,
      decision,
      reason,
    ),
    seller: toSeller(
      ({ productName }) => `The dispute about ${productName} is decided`,
      decision,
      reason,
    ),
  },
};

function decision({ disputeRefundCents, disputeGoesBack }: Sale): string {
  if (!disputeRefundCents) return 'The buyer gets no money back.';
  const when = disputeGoesBack ? ' once the instrument is given back' : '';
  return `The buyer gets ${dollars(disputeRefundCents)} back${when}.`;
}

function reason({ decisionReason }: Sale): string {
  return decisionReason === null ? '' : `The reason: “${decisionReason}”`;
}
