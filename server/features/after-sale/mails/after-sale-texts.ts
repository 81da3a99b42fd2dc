import { meetingMeans } from '#contract/after-sale/sale-step-table.ts';
import { stepOfDispute } from '#contract/after-sale/sale-steps.ts';
import { reasonText } from '#contract/after-sale/shop-reasons.ts';
import { saleTimes } from '#contract/constants.ts';
import { trackingUrlOf } from '#contract/delivery/shop-zones.ts';
import type { AfterSaleMailKind } from '#contract/operations/mail-kinds.ts';
import { msg, plural, type Text, t } from '#contract/text.ts';
import { formatTime } from '../../../core/format-time.ts';
import { isShippedRow, permitFrom } from '../../bookings/booking-row.ts';
import { type MailTexts, moneyText } from '../../mails/mail-content.ts';
import type { MailReader, Sale } from './read-sale.ts';
import { withShipping } from './refund-texts.ts';
import { toBookings, toOrders } from './sale-links.ts';
import { stepDate, stepText } from './step-texts.ts';

type Write = (sale: Sale, shop: string) => MailTexts;

const total = ({ totalCents }: Sale) => moneyText(totalCents);
/** A part may have gone back before. */
const notHandedOver = (sale: Sale) => {
  const { productName, refundedCents, totalCents } = sale;
  return refundedCents !== null && refundedCents < totalCents
    ? t`${productName} was not handed over. The rest of your money goes back to your card.`
    : t`${productName} was not handed over. Your ${{ price: total(sale) }} goes back to your card.`;
};

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

/** The confirmation of a withdrawal on a durable medium, with date and time (Consumer Rights Directive, article 11a). */
const withdrawalSubject = ({ withdrawnAt, productName }: Sale) =>
  withdrawnAt ? t`You have withdrawn from the purchase of ${productName}` : undefined;
const toldToBuyer = ({ withdrawnAt, productName, sellerName }: Sale) =>
  withdrawnAt
    ? t`We received your withdrawal from the purchase of ${productName} from ${sellerName} on ${{ time: formatTime(withdrawnAt) }}. Keep this mail: it confirms that.`
    : '';
const toldToSeller = ({ withdrawnAt, buyerName }: Sale) =>
  withdrawnAt
    ? t`${buyerName} has withdrawn from the purchase on ${{ time: formatTime(withdrawnAt) }}, which the law allows when the seller is a trader.`
    : '';
/** A withdrawal needs no reason. */
const cancelReasonText = ({ cancelReason, withdrawnAt }: Sale) =>
  cancelReason && !withdrawnAt
    ? t`The reason: “${{ cancelReason: reasonText(cancelReason) ?? '' }}”`
    : '';

/** The date at which a sale that was not handed over or sent can be cancelled. */
const beforeHandover = (reader: MailReader) => (sale: Sale) =>
  stepDate(stepBeforeHandover(sale), reader)(sale);
const stepBeforeHandover = (sale: Sale) => {
  if (!isShippedRow(sale)) return 'handover';
  return permitFrom(sale)?.dueAt === undefined ? 'to-send' : 'permit';
};
const shippingGoesBack = ({ shippingCents }: Sale) =>
  shippingCents > 0
    ? t`${{ amount: moneyText(shippingCents) }} for shipping goes back to the buyer when the sale is final.`
    : '';

/** What the mails about handing over, giving back and disputes say. */
export const afterSaleTexts: Record<AfterSaleMailKind, Record<MailReader, Write>> = {
  'may-cancel': {
    buyer: toBuyer(
      ({ productName }) => t`Has ${productName} arrived?`,
      ({ paidAt, productName }) =>
        paidAt
          ? t`You paid for ${productName} on ${{ time: formatTime(paidAt) }}, and it has not been handed over or sent yet.`
          : t`You paid for ${productName}, and it has not been handed over or sent yet.`,
      beforeHandover('buyer'),
      (sale) =>
        isShippedRow(sale)
          ? t`After that you can cancel with one click, and you get your money back.`
          : t`It takes one click, and you get your money back.`,
    ),
    seller: toSeller(
      ({ productName }) => t`${productName} has not been handed over`,
      ({ buyerName, paidAt }) =>
        paidAt ? t`${buyerName} paid on ${{ time: formatTime(paidAt) }}.` : t`${buyerName} paid.`,
      beforeHandover('seller'),
      () => t`Hand the instrument over or send it before then. If they cancel, they are refunded.`,
    ),
  },
  'meeting-asked': {
    buyer: toBuyer(
      ({ sellerName, productName }) => t`${sellerName} would rather meet for ${productName}`,
      ({ sellerName }) => meetingMeans(sellerName),
      () => t`If you would rather have it sent, there is nothing to do.`,
    ),
    seller: toSeller(
      ({ buyerName, productName }) => t`${buyerName} would rather meet for ${productName}`,
      ({ buyerName }) => meetingMeans(buyerName),
      () => t`If you would rather send it, there is nothing to answer.`,
      beforeHandover('seller'),
    ),
  },
  'meeting-agreed': {
    buyer: toBuyer(
      ({ productName }) => t`You meet for ${productName}`,
      ({ sellerName }) =>
        t`You and ${sellerName} have agreed to meet instead of having it sent. Agree on when and where.`,
      shippingGoesBack,
      () =>
        t`Your code for the handover is on the page of the sale. Show it only once you have the instrument in your hands.`,
    ),
    seller: toSeller(
      ({ productName }) => t`You meet for ${productName}`,
      ({ buyerName }) =>
        t`You and ${buyerName} have agreed to meet instead. Agree on when and where.`,
      shippingGoesBack,
      () => t`When you meet, ask for the code and enter it in My Orders: that proves the handover.`,
    ),
  },
  'cancellation-requested': {
    buyer: toBuyer(
      ({ productName }) => t`You asked to cancel the sale of ${productName}`,
      ({ sellerName }) => t`We have told ${sellerName}.`,
    ),
    seller: toSeller(
      ({ buyerName, productName }) => t`${buyerName} asks you to cancel the sale of ${productName}`,
      ({ cancellationRequestReason }) =>
        cancellationRequestReason ? t`The reason: “${cancellationRequestReason}”` : '',
      ({ buyerName }) =>
        t`In My Orders, either cancel it, which refunds ${buyerName}, or decline. The request ends when you hand the instrument over or send it.`,
    ),
  },
  'cancellation-declined': {
    buyer: toBuyer(
      ({ productName }) => t`The sale of ${productName} is not cancelled`,
      ({ sellerName }) => t`${sellerName} has declined to cancel it.`,
      beforeHandover('buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`You declined to cancel the sale of ${productName}`,
      ({ buyerName }) => t`We have told ${buyerName}.`,
    ),
  },
  'permit-due-soon': {
    buyer: toBuyer(
      ({ productName }) => t`The permit for ${productName} is not there yet`,
      stepText('permit', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`Is the permit for ${productName} there?`,
      stepText('permit', 'seller'),
    ),
  },
  'permit-given': {
    buyer: toBuyer(
      ({ productName }) => t`The permit for ${productName} is there`,
      ({ sellerName, permitNumber }) =>
        permitNumber === null
          ? t`${sellerName} has entered the number of the permit.`
          : t`${sellerName} has entered the number of the permit: ${permitNumber}.`,
      stepDate('to-send', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`You have entered the number of the permit for ${productName}`,
      stepDate('to-send', 'seller'),
    ),
  },
  'sale-cancelled': {
    buyer: toBuyer(
      (sale) =>
        withdrawalSubject(sale) ?? t`The sale of ${{ productName: sale.productName }} is cancelled`,
      toldToBuyer,
      notHandedOver,
      cancelReasonText,
    ),
    seller: toSeller(
      ({ productName }) => t`The sale of ${productName} is cancelled`,
      toldToSeller,
      ({ buyerName }) =>
        t`${buyerName} is being refunded. After that the instrument is on sale again.`,
      cancelReasonText,
    ),
  },
  sent: {
    buyer: toBuyer(
      ({ productName }) => t`${productName} is on its way`,
      ({ sellerName, productName, carrier }) =>
        carrier === null
          ? t`${sellerName} has sent ${productName}.`
          : t`${sellerName} has sent ${productName} with ${carrier}.`,
      ({ carrier, tracking }) =>
        tracking
          ? t`Follow it with ${{ tracking: trackingUrlOf({ carrier, tracking }) ?? tracking }}.`
          : '',
      stepText('sent', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`You have sent ${productName}`,
      ({ buyerName }) => t`We have told ${buyerName}.`,
    ),
  },
  'receipt-assumed-soon': {
    buyer: toBuyer(({ productName }) => t`Has ${productName} arrived?`, stepText('sent', 'buyer')),
    seller: toSeller(
      ({ productName }) => t`${productName} will soon count as received`,
      ({ buyerName }) => t`${buyerName} has not told us that it has arrived.`,
      stepDate('sent', 'seller'),
    ),
  },
  received: {
    buyer: toBuyer(
      ({ productName }) => t`You have ${productName}`,
      ({ withdrawnAt }) => (withdrawnAt ? '' : t`Play it at home first.`),
      afterReceipt('buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`${productName} has been received`,
      ({ buyerName }) => t`${buyerName} has it and may still return it.`,
      afterReceipt('seller'),
    ),
  },
  'return-window-ending': {
    buyer: toBuyer(
      ({ productName }) => t`One day left to return ${productName}`,
      stepDate('return-window', 'buyer'),
      () => t`After that the sale is final.`,
    ),
    seller: toSeller(
      ({ productName }) => t`The sale of ${productName} will soon be final`,
      stepText('return-window', 'seller'),
    ),
  },
  'sale-completed': {
    buyer: toBuyer(
      ({ productName }) => t`${productName} is yours to keep`,
      ({ approvedAt, returnDays }) =>
        approvedAt
          ? t`You said that all is well. Enjoy it.`
          : t`The ${plural(returnDays, { one: '# day', other: '# days' })} in which you could return it are over. Enjoy it.`,
    ),
    seller: toSeller(
      ({ productName }) => t`Your money for ${productName} is ready`,
      ({ productName }) => t`The sale of ${productName} is complete.`,
      ({ approvedAt, buyerName }) => (approvedAt ? t`${buyerName} says that all is well.` : ''),
      stepText('completed', 'seller'),
    ),
  },
  'return-accepted-soon': {
    buyer: toBuyer(
      ({ productName }) => t`Your return of ${productName} will soon be accepted`,
      ({ sellerName }) => t`${sellerName} has not answered.`,
      stepDate('return-requested', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`Answer the return of ${productName}`,
      ({ buyerName }) => t`${buyerName} would like to return it.`,
      stepText('return-requested', 'seller'),
    ),
  },
  'return-accepted': {
    buyer: toBuyer(
      (sale) => withdrawalSubject(sale) ?? t`Please return ${{ productName: sale.productName }}`,
      toldToBuyer,
      acceptedStep('buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`${productName} is coming back to you`,
      toldToSeller,
      acceptedStep('seller'),
      () => t`Your code for that is in My Orders.`,
    ),
  },
  'return-contested': {
    buyer: toBuyer(
      ({ productName }) => t`Your return of ${productName} is contested`,
      ({ sellerName, returnContestReason }) =>
        returnContestReason ? t`${sellerName} says: “${returnContestReason}”` : '',
      stepText('return-contested', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`You have contested the return of ${productName}`,
      stepText('return-contested', 'seller'),
    ),
  },
  'return-lapsing': {
    buyer: toBuyer(
      ({ productName }) => t`One day left to return ${productName}`,
      stepDate('return-accepted', 'buyer'),
      () => t`After that the sale is final.`,
    ),
    seller: toSeller(
      ({ productName }) => t`${productName} should come back by tomorrow`,
      stepDate('return-accepted', 'seller'),
      () => t`After that the sale is final.`,
    ),
  },
  'return-lapsed': {
    buyer: toBuyer(
      ({ productName }) => t`${productName} was not returned`,
      () => t`It was not returned in time.`,
      stepText('return-not-given-back', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`${productName} was not returned`,
      ({ buyerName }) =>
        t`${buyerName} did not return it within ${plural(saleTimes.giveBackDays, { one: '# day', other: '# days' })}.`,
      stepText('return-not-given-back', 'seller'),
    ),
  },
  'return-sent-back': {
    buyer: toBuyer(
      ({ productName }) => t`You have sent ${productName} back`,
      ({ sellerName }) => t`We have told ${sellerName}.`,
      stepText('return-sent-back', 'buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`${productName} is on its way back to you`,
      sentBackText,
      ({ backCarrier, backTracking }) => {
        const tracking = trackingUrlOf({ carrier: backCarrier, tracking: backTracking });
        return backTracking ? t`Follow it with ${{ tracking: tracking ?? backTracking }}.` : '';
      },
      stepText('return-sent-back', 'seller'),
    ),
  },
  'sent-back-dispute-soon': {
    buyer: toBuyer(
      ({ productName }) => t`No answer yet about ${productName}`,
      sellerIsSilent,
      stepDate('return-sent-back', 'buyer'),
    ),
    seller: toSeller(
      ({ productName, sentBackAt }) =>
        sentBackAt ? t`Has ${productName} come back?` : t`Where is ${productName} to be returned?`,
      (sale) => (sale.sentBackAt ? sentBackText(sale) : ''),
      (sale) =>
        stepText(sale.sentBackAt ? 'return-sent-back' : 'return-without-place', 'seller')(sale),
    ),
  },
  'given-back': {
    buyer: toBuyer(
      ({ productName }) => t`You have returned ${productName}`,
      () => t`Your money goes back to your card. We will write to you when it is on its way.`,
    ),
    seller: toSeller(
      ({ productName }) => t`You have ${productName} back`,
      ({ buyerName }) => t`${buyerName} is being refunded.`,
    ),
  },
  'dispute-opened': {
    buyer: toBuyer(
      ({ productName }) => t`A dispute about ${productName} is open`,
      reasonOfDispute(msg`Your bank has asked for the money back.`),
      disputeStep('buyer'),
    ),
    seller: toSeller(
      ({ productName }) => t`A dispute about ${productName} is open`,
      reasonOfDispute(msg`The buyer's bank has asked for the money back.`),
      () => t`Tell us what you know, with pictures, in My Orders.`,
      disputeStep('seller'),
    ),
  },
  'dispute-answered': {
    buyer: toBuyer(
      ({ productName }) => t`There is something new in the dispute about ${productName}`,
      () => t`Read it in My Bookings, and answer there.`,
    ),
    seller: toSeller(
      ({ productName }) => t`There is something new in the dispute about ${productName}`,
      () => t`Read it in My Orders, and answer there.`,
    ),
  },
  'dispute-decided': {
    buyer: toBuyer(
      ({ productName }) => t`The dispute about ${productName} is decided`,
      decision,
      reason,
    ),
    seller: toSeller(
      ({ productName }) => t`The dispute about ${productName} is decided`,
      decision,
      reason,
    ),
  },
};

function reasonOfDispute(byBank: Text) {
  return (sale: Sale) => {
    const { disputeReason, disputeCause } = sale;
    if (disputeCause === 'sent-back' || disputeCause === 'no-place') return sellerIsSilent(sale);
    return disputeReason === null ? t(byBank) : disputeReason && t`The reason: “${disputeReason}”`;
  };
}

function sellerIsSilent({ sellerName, sentBackAt }: Sale): string {
  return sentBackAt
    ? t`It was sent back, and ${sellerName} has not confirmed that it is back.`
    : t`${sellerName} has not said where it is to be returned.`;
}

function sentBackText({ buyerName, backCarrier }: Sale): string {
  return backCarrier
    ? t`${buyerName} has sent it back with ${{ carrier: backCarrier }}.`
    : t`${buyerName} has sent it back.`;
}

function disputeStep(reader: MailReader) {
  return (sale: Sale) => stepText(stepOfDispute[sale.disputeCause ?? 'chargeback'], reader)(sale);
}

/** About a return that counts as accepted: whether it is still on its way, and whether its place was named. */
function acceptedStep(reader: MailReader) {
  return (sale: Sale) => {
    if (sale.fulfilmentState === 'sent') return stepText('withdrawn-on-its-way', reader)(sale);
    const step = sale.returnPlace === null ? 'return-without-place' : 'return-accepted';
    return stepText(step, reader)(sale);
  };
}

/** What was withdrawn from on its way goes back now. */
function afterReceipt(reader: MailReader) {
  return (sale: Sale) =>
    sale.withdrawnAt ? acceptedStep(reader)(sale) : stepText('return-window', reader)(sale);
}

function decision({ disputeRefundCents, disputeShippingCents, disputeGoesBack }: Sale): string {
  if (!disputeRefundCents) return t`The buyer is not refunded.`;
  const amount = moneyText(disputeRefundCents);
  const refund = disputeGoesBack
    ? t`The buyer gets ${amount} back once the instrument is returned.`
    : t`The buyer gets ${amount} back.`;
  return withShipping(refund, disputeShippingCents);
}

function reason({ decisionReason }: Sale): string {
  return decisionReason === null ? '' : t`The reason: “${decisionReason}”`;
}
