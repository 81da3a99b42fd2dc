import type { ReleaseReason } from '#contract/bookings/states.ts';
import { defaultReturnDays, saleTimes } from '#contract/constants.ts';
import { formatList } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { formatMoney } from '#contract/money/shop-currency.ts';
import { msg, plural, type Text, t } from '#contract/text.ts';
import type {
  SaleAction,
  SaleFacts,
  SaleNames,
  SaleRow,
  SaleStepName,
  SaleToTell,
  SaleViewer,
} from './sale-step-types.ts';

/**
 * The steps of a sale: what each is called, whose turn it is, what they can do and until when. Pages, cards, mails,
 * tasks and lists of admins read this table.
 */

/** It is the same for everyone. */
function all<Of>(text: Of): Record<SaleViewer, Of> {
  return { buyer: text, seller: text, admin: text };
}

/** Why a hold ended, in a sentence for its buyer and its seller. */
export const holdEndedTexts: Record<ReleaseReason, string> = textsOf({
  expired: msg`It was not paid for in time.`,
  cancelled: msg`The booking was deleted.`,
  deleted: msg`The shop has deleted the booking.`,
  declined: msg`The seller has declined the booking.`,
  withdrawn: msg`It was taken off sale.`,
  'sold-elsewhere': msg`Its seller sold it elsewhere before it was paid here.`,
  removed: msg`The account that booked it was closed.`,
});

const { giveBackDays } = saleTimes;
const whileDisputed = msg`Until it is decided nobody is paid, and all deadlines are paused.`;
const bothSides = msg`An admin of the shop looks at both sides and decides. Both can add texts and pictures. Until it is decided nobody is paid, and all deadlines are paused.`;
const windowAhead = [msg`Final`];

const disputed = {
  label: msg`Dispute`,
  ahead: [msg`Decided`],
  tone: 'red',
  turn: ['admin'],
  text: all(bothSides),
  actions: { buyer: ['dispute'], seller: ['dispute'], admin: ['decide', 'dispute'] },
} as const;

const refunding = {
  label: msg`Refund`,
  text: {
    ...all((sale: SaleToTell) => {
      const amount = refundOf(sale);
      const { buyerName } = sale;
      return t`${amount} goes back to ${buyerName}’s card.`;
    }),
    buyer: (sale: SaleToTell) => {
      const amount = refundOf(sale);
      return t`${amount} goes back to your card.`;
    },
  },
};
const refundOf = ({ refund, total }: SaleToTell) => formatMoney(refund?.amount ?? total);

const sellersMoney: Record<NonNullable<SaleToTell['earnings']>['payout'], string> = textsOf({
  pending: msg`Your money is ready and goes out with the next payout.`,
  due: msg`Your money is ready and goes out with the next payout.`,
  'on-its-way': msg`Your money is on its way to your account.`,
  'paid-out': msg`Your money was paid out.`,
});
const final = {
  tone: 'green',
  isFinished: true,
  text: {
    seller: ({ earnings }: SaleToTell) =>
      earnings?.amount === 0 ? t`You get none of it.` : sellersMoney[earnings?.payout ?? 'due'],
  },
} as const;

/** Why the money of a completed or received sale went back. */
function returnedTitle({ return: asked, dispute }: SaleToTell): string {
  if (asked?.buyerKeepsIt) return t`Refunded, and the buyer keeps it`;
  if (asked?.givenBackAt) return t`Returned and refunded`;
  return dispute?.cause === 'chargeback' ? t`The bank took the money back` : t`Refunded`;
}

/** Whether its buyer has chosen shipping, and the two have not agreed to meet since: then there is no code. */
export function isShipped({
  delivery,
  fulfilment,
}: Pick<SaleFacts, 'delivery' | 'fulfilment'>): boolean {
  return delivery?.method === 'shipping' && fulfilment?.meeting?.agreedAt === undefined;
}

/** Whether it may not be sent yet, because the number of its permit is missing. Those who meet need none here. */
export function isPermitMissing(
  sale: Pick<SaleFacts, 'delivery' | 'fulfilment' | 'permit'>,
): boolean {
  return sale.permit !== undefined && sale.permit.givenAt === undefined && isShipped(sale);
}

const handover = {
  label: msg`Handover`,
  ahead: windowAhead,
  tone: 'brass',
  actions: {
    buyer: ['show-code', 'receive'],
    seller: ['hand-over', 'send', 'cancel'],
    admin: ['cancel'],
  },
} as const;
const handoverTitles = {
  ...all(msg`Waiting for the handover`),
  seller: (sale: SaleToTell) => {
    if (sale.fulfilment?.meeting?.agreedAt) return t`Hand it over`;
    return isToBeSent(sale) ? t`Send it, or hand it over` : t`Hand it over, or send it`;
  },
};
function sellerHandsOver(sale: SaleToTell): string {
  const { buyerName } = sale;
  return isToBeSent(sale)
    ? t`${buyerName} asks you to send it. Mark it as sent when it is on its way.`
    : t`When you meet, ${buyerName} shows you a code. Enter it when you hand the instrument over.`;
}

/**
 * Whether the buyer has chosen that it is sent. Where nothing was chosen, what was written as the place may ask for it; the
 * form suggests how to write that.
 */
export function isToBeSent({
  location,
  ...sale
}: Pick<SaleToTell, 'location' | 'delivery' | 'fulfilment'>): boolean {
  return sale.delivery ? isShipped(sale) : sendingWords.test(location);
}
/** In the languages that come with the shop. */
const sendingWords =
  /\b(send|ship|shipping|courier|deliver|delivery|senden|schicken|versand|versenden|paket|enviar|envío|envia|mandar|mensajería|expédier|envoyer|envoi|livrer|livraison|colis)\b|[أإا]رسال|شحن|توصيل|発送|郵送|配送|送って/iu;
const cancelFrom = ({ fulfilment }: SaleFacts) => fulfilment?.cancelFrom;
const cancelDate = {
  ...all(({ buyerName }: SaleNames) => t`${buyerName} can cancel from`),
  buyer: msg`You can cancel from`,
  at: cancelFrom,
};

const toSend = {
  label: (sale: SaleFacts) => (isPermitMissing(sale) ? t`Permit` : t`Sent`),
  ahead: (sale: SaleFacts) => [...(isPermitMissing(sale) ? [t`Sent`] : []), t`Arrived`, t`Final`],
  tone: 'brass',
  actions: {
    buyer: ['meet', 'receive', 'request-cancellation'],
    seller: ['send', 'meet', 'cancel'],
    admin: ['cancel'],
  },
} as const;
const sentBy = {
  seller: msg`Send it by`,
  admin: msg`To be sent by`,
  buyer: ({ sellerName }: SaleNames) => t`${sellerName} sends it by`,
  at: cancelFrom,
};
/** The days to send it begin with its permit. */
const cancelFromWithPermit = (sale: SaleFacts) =>
  isPermitMissing(sale) ? undefined : cancelFrom(sale);
const sentByPermitted = { ...sentBy, at: cancelFromWithPermit };
const sellerSends = ({ buyerName }: SaleToTell) =>
  t`Pack it and send it to ${buyerName}. When it is on its way, mark it as sent and give the number of the parcel.`;
const wouldMeet = {
  buyer: {
    ...all(({ buyerName }: SaleToTell) => t`${buyerName} would rather meet`),
    buyer: msg`You would rather meet`,
  },
  seller: {
    ...all(({ sellerName }: SaleToTell) => t`${sellerName} would rather meet`),
    seller: msg`You would rather meet`,
  },
};

/** What agreeing to meet means. */
export function meetingMeans(name: string): string {
  return t`If you agree, ${name} and you meet: there is a code for the handover, the address is hidden, and what was paid for shipping goes back with the end of the sale.`;
}

const rows: Record<SaleStepName, SaleRow<Text>> = {
  held: {
    label: msg`Payment`,
    ahead: (sale) => {
      if (!isShipped(sale)) return [t`Handover`, t`Final`];
      return [...(isPermitMissing(sale) ? [t`Permit`] : []), t`Sent`, t`Arrived`, t`Final`];
    },
    tone: 'brass',
    turn: ['buyer'],
    title: { buyer: msg`To pay`, seller: msg`Not paid yet`, admin: msg`On hold` },
    date: { ...all(msg`Held until`), at: ({ expiresAt }) => expiresAt },
    tasks: { buyer: 'pay', seller: 'call-buyer' },
  },
  'hold-ended': {
    isFinished: true,
    label: msg`Hold ended`,
    title: all(msg`Hold ended`),
    text: all(({ releaseReason }: SaleToTell) => holdEndedTexts[releaseReason ?? 'expired']),
  },
  handover: {
    ...handover,
    turn: ['seller'],
    title: handoverTitles,
    text: {
      buyer: ({ sellerName, fulfilment }) =>
        fulfilment?.meeting?.agreedAt
          ? t`Agree with ${sellerName} on when and where. Show your code once you have it in your hands.`
          : t`${sellerName} will hand it over or send it. Show your code once you have it in your hands.`,
      seller: sellerHandsOver,
    },
    date: cancelDate,
    actions: {
      ...handover.actions,
      buyer: [...handover.actions.buyer, 'request-cancellation'],
    },
    tasks: { seller: 'hand-over' },
  },
  'cancellation-requested': {
    ...handover,
    turn: ['seller'],
    title: {
      ...all(({ buyerName }: SaleToTell) => t`${buyerName} asks you to cancel`),
      buyer: msg`You asked to cancel`,
      admin: msg`The buyer asks to cancel`,
    },
    label: (sale) => (isShipped(sale) ? toSend.label(sale) : t`Handover`),
    ahead: (sale) => (isShipped(sale) ? toSend.ahead(sale) : [t`Final`]),
    text: {
      buyer: ({ sellerName }) =>
        t`${sellerName} can cancel the sale, and you get your money back, or decline. The request ends when it is handed over or sent.`,
      seller: ({ buyerName }) =>
        t`Cancel it, and ${buyerName} is refunded, or decline. The request ends when you hand it over or send it.`,
    },
    date: { ...cancelDate, at: cancelFromWithPermit },
    actions: { ...handover.actions, seller: ['answer-cancellation', 'hand-over', 'send'] },
    tasks: { seller: 'answer-cancellation' },
  },
  'handover-late': {
    ...handover,
    turn: ['seller', 'buyer'],
    title: { ...handoverTitles, buyer: msg`Not handed over in time` },
    text: {
      buyer: msg`You can cancel now and get your money back, or keep waiting.`,
      seller: sellerHandsOver,
    },
    date: { seller: ({ buyerName }) => t`${buyerName} can cancel from`, at: cancelFrom },
    actions: { ...handover.actions, buyer: ['cancel', 'show-code', 'receive'] },
    tasks: { buyer: 'cancel-or-wait', seller: 'hand-over' },
  },
  permit: {
    ...toSend,
    turn: ['seller'],
    title: {
      buyer: ({ sellerName }) => t`${sellerName} gets the permit`,
      seller: msg`Get the permit`,
      admin: msg`The permit is missing`,
    },
    text: {
      buyer: ({ sellerName }) =>
        t`It has a protected material that needs a permit to cross the border. ${sellerName} applies for it, and sends the instrument once the number is there. If the permit is refused or late, you get your money back.`,
      seller: ({ buyerName }) =>
        t`It has a protected material that needs a permit to cross the border. Apply for it with your authority, and enter its number here before you send the instrument. If it is refused or late, the sale is cancelled and ${buyerName} is refunded.`,
    },
    date: {
      ...all(msg`Without the number the sale is cancelled on`),
      at: ({ permit }) => permit?.dueAt,
    },
    actions: {
      buyer: ['meet', 'request-cancellation'],
      seller: ['give-permit', 'meet', 'permit-refused', 'cancel'],
      admin: ['cancel'],
    },
    tasks: { seller: 'give-permit' },
  },
  'to-send': {
    ...toSend,
    turn: ['seller'],
    title: {
      buyer: ({ sellerName }) => t`${sellerName} packs it and sends it`,
      seller: msg`Pack it and send it`,
      admin: msg`To be sent`,
    },
    text: {
      buyer: msg`You get the number of the parcel when it is on its way.`,
      seller: sellerSends,
    },
    date: sentBy,
    tasks: { seller: 'send' },
  },
  'to-send-late': {
    ...toSend,
    turn: ['seller', 'buyer'],
    title: {
      buyer: msg`Not sent in time`,
      seller: msg`Not sent in time`,
      admin: msg`Not sent in time`,
    },
    text: {
      buyer: msg`You can cancel now and get your money back, or keep waiting.`,
      seller: ({ buyerName }) =>
        t`${buyerName} can cancel now. Send it, and mark it as sent with the number of the parcel.`,
    },
    actions: { ...toSend.actions, buyer: ['cancel', 'meet', 'receive'] },
    tasks: { buyer: 'cancel-or-wait', seller: 'send' },
  },
  'buyer-would-meet': {
    ...toSend,
    turn: ['seller'],
    title: wouldMeet.buyer,
    text: {
      buyer: ({ sellerName }) =>
        t`${sellerName} can agree, or send it. Until then it is to be sent.`,
      seller: ({ buyerName }) => meetingMeans(buyerName),
    },
    date: sentByPermitted,
    actions: { ...toSend.actions, seller: ['answer-meeting', 'send', 'cancel'] },
    tasks: { seller: 'send' },
  },
  'seller-would-meet': {
    ...toSend,
    turn: ['buyer', 'seller'],
    title: wouldMeet.seller,
    text: {
      buyer: ({ sellerName }) => meetingMeans(sellerName),
      seller: (sale) => {
        const { buyerName } = sale;
        return isPermitMissing(sale)
          ? t`${buyerName} can agree or decline. Until then it is to be sent, and the time for the permit runs.`
          : t`${buyerName} can agree or decline. Until then it is to be sent, and the time to send it runs.`;
      },
    },
    date: sentByPermitted,
    actions: { ...toSend.actions, seller: ['send', 'meet', 'cancel'] },
    tasks: { seller: 'send' },
  },
  sent: {
    label: msg`Arrived`,
    ahead: windowAhead,
    tone: 'brass',
    turn: ['buyer'],
    title: { ...all(msg`On its way`), buyer: msg`On its way to you` },
    text: {
      buyer: msg`Tell us when it arrives. If it does not arrive, tell us before it counts as received.`,
      seller: ({ buyerName }) => t`${buyerName} will tell us when it arrives.`,
    },
    date: {
      ...all(msg`It counts as received on`),
      at: ({ fulfilment }) => fulfilment?.autoReceivedAt,
    },
    actions: { buyer: ['receive'] },
    tasks: { buyer: 'confirm-receipt' },
  },
  'withdrawn-on-its-way': {
    label: msg`Arrived`,
    ahead: [msg`Return`, msg`Refund`],
    tone: 'brass',
    turn: ['buyer'],
    title: {
      ...all(msg`Withdrawn, and still on its way`),
      buyer: msg`Withdrawn, and still on its way to you`,
    },
    text: {
      buyer: ({ return: asked }) =>
        asked?.place
          ? t`Tell us when it arrives. From then on you have ${plural(giveBackDays, { one: '# day', other: '# days' })} to send it back. If it does not arrive, tell us before it counts as received.`
          : t`Tell us when it arrives. If it does not arrive, tell us before it counts as received.`,
      seller: ({ buyerName }) =>
        t`If the parcel comes back to you, say so, and ${buyerName} is refunded. If it arrives, ${buyerName} sends it back.`,
    },
    date: {
      ...all(msg`It counts as received on`),
      at: ({ fulfilment }) => fulfilment?.autoReceivedAt,
    },
    actions: {
      buyer: ['receive'],
      seller: ['confirm-return', 'show-return-code'],
      admin: ['confirm-return'],
    },
    tasks: { buyer: 'confirm-receipt' },
  },
  'return-window': {
    label: msg`Final`,
    tone: 'green',
    title: {
      buyer: msg`Play it at home`,
      seller: ({ buyerName }) => t`${buyerName} can still return it`,
      admin: msg`In the return window`,
    },
    text: {
      buyer: ({ withdrawal, returnDays = defaultReturnDays }) =>
        withdrawal
          ? t`The seller is a trader: for ${plural(withdrawal.days, { one: '# day', other: '# days' })} after you have received it, you can withdraw from the purchase without a reason, for a full refund.`
          : t`For ${plural(returnDays, { one: '# day', other: '# days' })} you can ask to return it for a full refund, with a reason. If the seller contests it, the shop decides.`,
      seller: msg`If it is not returned, your money is then ready to be paid out.`,
    },
    date: {
      ...all(msg`The sale will be final on`),
      buyer: msg`Return it by`,
      at: ({ returnUntil }) => returnUntil,
    },
    actions: { buyer: ['approve', 'request-return', 'not-as-described'] },
  },
  // The server completes the sale within a minute.
  'return-window-over': {
    label: msg`Final`,
    tone: 'green',
    title: { ...all(msg`The sale is about to be completed`), buyer: msg`Complete` },
  },
  completed: {
    ...final,
    title: { ...all(msg`The sale is complete`), buyer: msg`Complete` },
    text: {
      ...final.text,
      buyer: ({ fulfilment }) =>
        fulfilment?.approvedAt
          ? t`You said that all is well, so the sale is final.`
          : t`The return period is over, so the sale is final.`,
    },
  },
  'return-lapsed': {
    ...final,
    title: all(msg`Not given back in time, so the sale is final`),
  },
  'dispute-decided': {
    ...final,
    title: all(msg`The dispute is decided, and the sale stands`),
    text: { ...final.text, buyer: msg`You can read below what was decided, and why.` },
  },
  'return-requested': {
    label: msg`Return`,
    ahead: [msg`Refund`],
    tone: 'brass',
    turn: ['seller'],
    title: {
      ...all(({ buyerName }: SaleToTell) => t`${buyerName} wants to return it`),
      buyer: msg`You asked to return it`,
    },
    text: {
      buyer: ({ sellerName }) =>
        t`${sellerName} will say where to bring it, or contest the return.`,
      seller: msg`Say where to bring it, refund it without asking for it back, or contest the return.`,
    },
    date: {
      ...all(msg`Without an answer it counts as accepted on`),
      at: (sale) => sale.return?.autoAcceptedAt,
    },
    actions: { seller: ['answer-return'], admin: ['answer-return'] },
    tasks: { seller: 'answer-return' },
  },
  'return-accepted': {
    label: msg`Return`,
    ahead: [msg`Refund`],
    tone: 'brass',
    turn: ['buyer'],
    title: {
      buyer: msg`Return it`,
      seller: msg`It is coming back to you`,
      admin: msg`To be returned`,
    },
    text: {
      buyer: ({ return: asked }) => {
        const place = formatList((asked?.place ?? '').split('\n').map((line) => line.trim()));
        return t`Where: ${place}. When you hand it over, ask for the code and enter it: then your money goes back to your card. If you send it, tell us here. If you do not return it in time, the sale is final.`;
      },
      seller: ({ buyerName }) =>
        t`Show ${buyerName} your code when you have the instrument in your hands, not before. If it does not come back in time, the sale is final.`,
    },
    date: {
      ...all(({ buyerName }: SaleNames) => t`${buyerName} has to return it by`),
      buyer: msg`Return it by`,
      at: (sale) => sale.return?.giveBackBy,
    },
    actions: {
      buyer: ['give-back'],
      seller: ['show-return-code', 'confirm-return'],
      admin: ['confirm-return'],
    },
    tasks: { buyer: 'give-back' },
  },
  'return-without-place': {
    label: msg`Return`,
    ahead: [msg`Refund`],
    tone: 'brass',
    turn: ['seller'],
    title: {
      buyer: msg`Return it, once you know where`,
      seller: msg`Say where it is to be returned`,
      admin: msg`To be returned, and nobody has said where`,
    },
    text: {
      buyer: ({ sellerName }) =>
        t`${sellerName} has to say where to bring or send it. You then have ${plural(giveBackDays, { one: '# day', other: '# days' })} to return it.`,
      seller: ({ buyerName }) =>
        t`Say where ${buyerName} can bring or send it. Until then you are not paid.`,
    },
    date: {
      ...all(msg`Without an answer the shop decides from`),
      at: (sale) => sale.return?.disputedFrom,
    },
    actions: {
      buyer: ['give-back'],
      seller: ['say-place', 'show-return-code', 'confirm-return'],
      admin: ['say-place', 'confirm-return'],
    },
    tasks: { seller: 'answer-return' },
  },
  'return-sent-back': {
    label: msg`Return`,
    ahead: [msg`Refund`],
    tone: 'brass',
    turn: ['seller'],
    title: { ...all(msg`On its way back`), seller: msg`On its way back to you` },
    text: {
      buyer: ({ sellerName }) =>
        t`${sellerName} says when it is there, and your money goes back to your card. Keep the carrier’s receipt.`,
      seller: ({ buyerName }) =>
        t`Say when you have it, and ${buyerName} is refunded. Say it only when you have it in your hands.`,
    },
    date: {
      ...all(msg`Without an answer the shop decides from`),
      at: (sale) => sale.return?.disputedFrom,
    },
    actions: {
      buyer: ['give-back'],
      seller: ['confirm-return', 'show-return-code'],
      admin: ['confirm-return'],
    },
    tasks: { seller: 'take-back' },
  },
  'return-not-given-back': {
    label: msg`Return`,
    ahead: windowAhead,
    tone: 'brass',
    turn: ['buyer'],
    title: all(msg`Not given back in time`),
    text: {
      buyer: msg`Have you sent it back? Say so now, before the sale is final.`,
      seller: ({ buyerName }) =>
        t`If you have it back, say so, and ${buyerName} is refunded. Otherwise the sale stands.`,
      admin: msg`While the money is pending, the return can still be ended with a refund.`,
    },
    date: { ...all(msg`The sale will be final on`), at: (sale) => sale.return?.finalAt },
    actions: { seller: ['confirm-return'], admin: ['confirm-return'] },
    tasks: { buyer: 'give-back' },
  },
  'return-contested': { ...disputed, title: all(msg`The shop is deciding on the return`) },
  'not-received': { ...disputed, title: all(msg`The shop is looking into where it is`) },
  'not-as-described': { ...disputed, title: all(msg`The shop compares it with the listing`) },
  'sent-back': { ...disputed, title: all(msg`The shop is looking into where it is`) },
  chargeback: {
    ...disputed,
    turn: [],
    title: all(msg`The buyer’s bank is looking into the payment`),
    text: all(whileDisputed),
    actions: all<readonly SaleAction[]>(['dispute']),
  },
  cancelled: { ...refunding, title: all(msg`Cancelled, the money is on its way`) },
  'cancelled-refunded': { isFinished: true, title: all(msg`Cancelled and refunded`) },
  returned: { ...refunding, title: all(msg`The money is on its way back`) },
  'returned-refunded': { isFinished: true, title: all(returnedTitle) },
};

export const saleRows: Record<SaleStepName, SaleRow> = textsOf(rows);
