import { returnDays, saleTimes } from '#contract/constants.ts';
import type { AfterSaleMailKind } from '#contract/mail-kinds.ts';
import { formatUtc } from '../../core/utc-time.ts';
import type { MailReader, Sale } from './read-sale.ts';
import { moneyText } from './refund-texts.ts';
import type { MailTexts } from './render-mail.ts';
import { toBookings, toOrders } from './sale-links.ts';
import { stepDate, stepText } from './step-texts.ts';

type Write = (sale: Sale, shop: string) => MailTexts;

const price = ({ priceCents }: Sale) => moneyText(priceCents);
/** A part may have gone back before. */
const owed = (sale: Sale) =>
  sale.refundedCents !== null && sale.refundedCents < sale.priceCents
    ? 'The rest of your money'
    : `Your ${price(sale)}`;
const paidOn = (paidAt: Date | null) => (paidAt ? ` on ${formatUtc(paidAt)}` : '');

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
      ({ paidAt, productName }) =>
        `You paid for ${productName}${paidOn(paidAt)}, and it has not been handed over or sent yet.`,
      stepDate('handover', 'buyer'),
      () => 'It takes one click, and you get your money back.',
    ),
    seller: toSeller(
      ({ productName }) => `${productName} has not been handed over`,
      ({ buyerName, paidAt }) => `${buyerName} paid${paidOn(paidAt)}.`,
      stepDate('handover', 'seller'),
      () => 'Hand the instrument over or send it before then. If they cancel, they are refunded.',
    ),
  },
  'cancellation-requested': {
    buyer: toBuyer(
      ({ productName }) => `You asked to cancel the sale of ${productName}`,
      ({ sellerName }) => `We have told ${sellerName}.`,
    ),
    seller: toSeller(
      ({ buyerName, productName }) => `${buyerName} asks you to cancel the sale of ${productName}`,
      ({ cancellationRequestReason }) =>
        cancellationRequestReason ? `The reason: “${cancellationRequestReason}”` : '',
      ({ buyerName }) =>
        `In My Orders, either cancel it, which refunds ${buyerName}, or decline. The request ends when you hand the instrument over or send it.`,
    ),
  },
  'cancellation-declined': {
    buyer: toBuyer(
      ({ productName }) => `The sale of ${productName} is not cancelled`,
      ({ sellerName }) => `${sellerName} has declined to cancel it.`,
      stepDate('handover', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `You declined to cancel the sale of ${productName}`,
      ({ buyerName }) => `We have told ${buyerName}.`,
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
        `${sellerName} has sent ${productName}${carrier === null ? '' : ` with ${carrier}`}.`,
      ({ tracking }) => (tracking ? `Follow it with ${tracking}.` : ''),
      stepText('sent', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `You have sent ${productName}`,
      ({ buyerName }) => `We have told ${buyerName}.`,
    ),
  },
  'receipt-assumed-soon': {
    buyer: toBuyer(({ productName }) => `Has ${productName} arrived?`, stepText('sent', 'buyer')),
    seller: toSeller(
      ({ productName }) => `${productName} will soon count as received`,
      ({ buyerName }) => `${buyerName} has not told us that it has arrived.`,
      stepDate('sent', 'seller'),
    ),
  },
  received: {
    buyer: toBuyer(
      ({ productName }) => `You have ${productName}`,
      () => 'Play it at home first.',
      stepText('return-window', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `${productName} has been received`,
      ({ buyerName }) => `${buyerName} has it and may still return it.`,
      stepText('return-window', 'seller'),
    ),
  },
  'return-window-ending': {
    buyer: toBuyer(
      ({ productName }) => `One day left to return ${productName}`,
      stepDate('return-window', 'buyer'),
      () => 'After that the sale is final.',
    ),
    seller: toSeller(
      ({ productName }) => `The sale of ${productName} will soon be final`,
      stepText('return-window', 'seller'),
    ),
  },
  'sale-completed': {
    buyer: toBuyer(
      ({ productName }) => `${productName} is yours to keep`,
      () => `The ${returnDays} days in which you could return it are over. Enjoy it.`,
    ),
    seller: toSeller(
      ({ productName }) => `Your money for ${productName} is ready`,
      ({ productName }) => `The sale of ${productName} is complete.`,
      stepText('completed', 'seller'),
    ),
  },
  'return-accepted-soon': {
    buyer: toBuyer(
      ({ productName }) => `Your return of ${productName} will soon be accepted`,
      ({ sellerName }) => `${sellerName} has not answered.`,
      stepDate('return-requested', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `Answer the return of ${productName}`,
      ({ buyerName }) => `${buyerName} would like to return it.`,
      stepText('return-requested', 'seller'),
    ),
  },
  'return-accepted': {
    buyer: toBuyer(
      ({ productName }) => `Please return ${productName}`,
      stepText('return-accepted', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `${productName} is coming back to you`,
      stepText('return-accepted', 'seller'),
      () => 'Your code for that is in My Orders.',
    ),
  },
  'return-contested': {
    buyer: toBuyer(
      ({ productName }) => `Your return of ${productName} is contested`,
      ({ sellerName, returnContestReason }) =>
        returnContestReason ? `${sellerName} says: “${returnContestReason}”` : '',
      stepText('return-contested', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `You have contested the return of ${productName}`,
      stepText('return-contested', 'seller'),
    ),
  },
  'return-lapsing': {
    buyer: toBuyer(
      ({ productName }) => `One day left to return ${productName}`,
      stepDate('return-accepted', 'buyer'),
      () => 'After that the sale is final.',
    ),
    seller: toSeller(
      ({ productName }) => `${productName} should come back by tomorrow`,
      stepDate('return-accepted', 'seller'),
      () => 'After that the sale is final.',
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
      reasonOfDispute('Your bank has asked for the money back.'),
      disputeStep('buyer'),
    ),
    seller: toSeller(
      ({ productName }) => `A dispute about ${productName} is open`,
      reasonOfDispute("The buyer's bank has asked for the money back."),
      () => 'Tell us what you know, with pictures, in My Orders.',
      disputeStep('seller'),
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

function reasonOfDispute(byBank: string) {
  return ({ disputeReason }: Sale) =>
    disputeReason === null ? byBank : disputeReason && `The reason: “${disputeReason}”`;
}

/** Without a reason it was opened by the buyer's bank. */
function disputeStep(reader: MailReader) {
  return (sale: Sale) =>
    stepText(sale.disputeReason === null ? 'chargeback' : 'not-received', reader)(sale);
}

function decision({ disputeRefundCents, disputeGoesBack }: Sale): string {
  if (!disputeRefundCents) return 'The buyer is not refunded.';
  const when = disputeGoesBack ? ' once the instrument is returned' : '';
  return `The buyer gets ${moneyText(disputeRefundCents)} back${when}.`;
}

function reason({ decisionReason }: Sale): string {
  return decisionReason === null ? '' : `The reason: “${decisionReason}”`;
}
