import { returnDays, saleTimes } from '#contract/constants.ts';
import type { AfterSaleMailKind } from '#contract/mail-kinds.ts';
import { formatUtc } from '../../core/utc-time.ts';
import type { MailReader, Sale } from './read-sale.ts';
import { moneyText } from './refund-texts.ts';
import type { MailTexts } from './render-mail.ts';
import { toBookings, toOrders } from './sale-links.ts';

type Write = (sale: Sale, shop: string) => MailTexts;

const price = ({ priceCents }: Sale) => moneyText(priceCents);
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
      ({ productName }) => `Has ${productName} arrived?`,
      ({ paidAt, paidClockFrom, productName }) =>
        `You paid for ${productName} on ${time(paidAt)}, and it has not been handed over or sent yet. From ${time(daysAfter(paidClockFrom, saleTimes.cancelAfterDays))} you can cancel with one click and get your money back.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} has not been handed over`,
      ({ buyerName, paidAt, paidClockFrom }) =>
        `${buyerName} paid on ${time(paidAt)}. From ${time(daysAfter(paidClockFrom, saleTimes.cancelAfterDays))} they can cancel and be refunded. Hand the instrument over or send it before then.`,
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
        `${buyerName} is being refunded. After that the instrument is on sale again.`,
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
        `Tell us in My Bookings when it arrives. If you say nothing, it counts as received on ${time(daysAfter(sentClockFrom, saleTimes.receivedAfterDays))}. If it does not arrive, tell us there before then.`,
    ),
    seller: toSeller(
      ({ productName }) => `You have sent ${productName}`,
      ({ buyerName }) => `We have told ${buyerName}.`,
    ),
  },
  'receipt-assumed-soon': {
    buyer: toBuyer(
      ({ productName }) => `Has ${productName} arrived?`,
      ({ sentClockFrom, productName }) =>
        `On ${time(daysAfter(sentClockFrom, saleTimes.receivedAfterDays))} ${productName} counts as received. If it has not arrived, tell us in My Bookings before then.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} will soon count as received`,
      ({ sentClockFrom, buyerName }) =>
        `${buyerName} has not told us that it has arrived. On ${time(daysAfter(sentClockFrom, saleTimes.receivedAfterDays))} it counts as received.`,
    ),
  },
  received: {
    buyer: toBuyer(
      ({ productName }) => `You have ${productName}`,
      ({ returnUntil }) =>
        `Play it at home first: until ${time(returnUntil)} you can ask to return it for a full refund, with a reason. If the seller contests it, the shop decides.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} has been received`,
      ({ buyerName, returnUntil }) =>
        `${buyerName} has it and may return it until ${time(returnUntil)}. After that your money is ready to be paid out.`,
    ),
  },
  'return-window-ending': {
    buyer: toBuyer(
      ({ productName }) => `One day left to return ${productName}`,
      ({ returnUntil }) =>
        `You can ask to return it until ${time(returnUntil)}. After that the sale is final.`,
    ),
    seller: toSeller(
      ({ productName }) => `The sale of ${productName} will soon be final`,
      ({ returnUntil }) =>
        `If the buyer does not return it by ${time(returnUntil)}, your money is ready to be paid out.`,
    ),
  },
  'sale-completed': {
    buyer: toBuyer(
      ({ productName }) => `${productName} is yours for good`,
      () => `The ${returnDays} days in which you could return it are over. Enjoy it.`,
    ),
    seller: toSeller(
      ({ productName }) => `Your money for ${productName} is ready`,
      ({ productName }) =>
        `The sale of ${productName} is complete. Your share is ready to be paid out.`,
    ),
  },
  'return-accepted-soon': {
    buyer: toBuyer(
      ({ productName }) => `Your return of ${productName} will soon be accepted`,
      ({ sellerName, requestedClockFrom }) =>
        `${sellerName} has not answered. Without an answer your return counts as accepted on ${time(daysAfter(requestedClockFrom, saleTimes.returnAcceptedAfterDays))}.`,
    ),
    seller: toSeller(
      ({ productName }) => `Answer the return of ${productName}`,
      ({ buyerName, requestedClockFrom }) =>
        `${buyerName} would like to return it. Say where to bring it, or contest it: without an answer it counts as accepted on ${time(daysAfter(requestedClockFrom, saleTimes.returnAcceptedAfterDays))}.`,
    ),
  },
  'return-accepted': {
    buyer: toBuyer(
      ({ productName }) => `Please return ${productName}`,
      ({ returnPlace, sellerName }) =>
        returnPlace
          ? `${sellerName} says where: “${returnPlace}”`
          : `Agree with ${sellerName} on where and when.`,
      ({ giveBackBy }) =>
        `Return it by ${time(giveBackBy)}, otherwise the sale is final. Ask for the code when you do, and enter it in My Bookings: then your money goes back to your card.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} is coming back to you`,
      ({ buyerName, giveBackBy }) =>
        `${buyerName} has until ${time(giveBackBy)} to return it. Your code for that is in My Orders: show it only once the instrument is in your hands.`,
    ),
  },
  'return-contested': {
    buyer: toBuyer(
      ({ productName }) => `Your return of ${productName} is contested`,
      ({ sellerName, returnContestReason }) =>
        `${sellerName} says: “${returnContestReason ?? ''}” An admin of the shop reads both sides and decides. You can add texts and pictures in My Bookings.`,
    ),
    seller: toSeller(
      ({ productName }) => `You have contested the return of ${productName}`,
      () =>
        'An admin of the shop reads both sides and decides. You can add texts and pictures in My Orders.',
    ),
  },
  'return-lapsing': {
    buyer: toBuyer(
      ({ productName }) => `One day left to bring ${productName} back`,
      ({ giveBackBy }) => `Return it by ${time(giveBackBy)}. After that the sale is final.`,
    ),
    seller: toSeller(
      ({ productName }) => `${productName} should come back by tomorrow`,
      ({ giveBackBy }) => `If it is not returned by ${time(giveBackBy)}, the sale is final.`,
    ),
  },
  'return-lapsed': {
    buyer: toBuyer(
      ({ productName }) => `${productName} was not returned`,
      () => `It was not returned within ${saleTimes.giveBackDays} days, so the sale is final.`,
    ),
    seller: toSeller(
      ({ productName }) => `The sale of ${productName} is final`,
      ({ buyerName }) => `${buyerName} did not return it within ${saleTimes.giveBackDays} days.`,
    ),
  },
  'given-back': {
    buyer: toBuyer(
      ({ productName }) => `You have returned ${productName}`,
      () => 'Your money goes back to your card. We will write to you when it is on its way.',
    ),
    seller: toSeller(
      ({ productName }) => `You have ${productName} back`,
      ({ buyerName }) => `${buyerName} is being refunded.`,
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
        'An admin of the shop reads both sides and decides. Until then nobody is paid, and all deadlines are paused.',
    ),
    seller: toSeller(
      ({ productName }) => `A dispute about ${productName} is open`,
      ({ disputeReason }) =>
        disputeReason
          ? `The reason: “${disputeReason}”`
          : "The buyer's bank has asked for the money back.",
      () =>
        'Tell us what you know, with pictures, in My Orders. Until it is decided nobody is paid.',
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
  if (!disputeRefundCents) return 'The buyer is not refunded.';
  const when = disputeGoesBack ? ' once the instrument is returned' : '';
  return `The buyer gets ${moneyText(disputeRefundCents)} back${when}.`;
}

function reason({ decisionReason }: Sale): string {
  return decisionReason === null ? '' : `The reason: “${decisionReason}”`;
}
