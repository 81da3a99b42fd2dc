import { returnDays } from './constants.ts';
import type {
  SaleAction,
  SaleFacts,
  SaleNames,
  SaleRow,
  SaleStepName,
  SaleToTell,
  SaleViewer,
} from './sale-step-types.ts';
import { formatMoney } from './shop-currency.ts';
import type { ReleaseReason } from './states.ts';

/**
 * Where a sale stands: what each step is called, whose turn it is, what they can do and until when. Pages, cards, mails,
 * tasks and lists of admins read this table.
 */

/** The same for everybody. */
function all<Of>(text: Of): Record<SaleViewer, Of> {
  return { buyer: text, seller: text, admin: text };
}

/** Why a hold ended, in a sentence for its buyer and its seller. */
export const holdEndedTexts: Record<ReleaseReason, string> = {
  expired: 'It was not paid for in time.',
  cancelled: 'The booking was deleted.',
  deleted: 'The shop has deleted the booking.',
  declined: 'The seller has declined the booking.',
  withdrawn: 'The seller has taken it off sale.',
  removed: 'The account that booked it was closed.',
};

const whileDisputed = 'Until it is decided nobody is paid, and all deadlines are paused.';
const bothSides = `An admin of the shop looks at both sides and decides. Both can add texts and pictures. ${whileDisputed}`;
const windowAhead = ['Return window', 'Completed'];

const disputed = {
  label: 'Dispute',
  ahead: ['Decided'],
  tone: 'red',
  turn: ['admin'],
  text: all(bothSides),
  actions: { buyer: ['dispute'], seller: ['dispute'], admin: ['decide', 'dispute'] },
} as const;

const refunding = {
  label: 'Refund',
  text: {
    ...all((sale: SaleToTell) => `${refundOf(sale)} goes back to ${sale.buyerName}’s card.`),
    buyer: (sale: SaleToTell) => `${refundOf(sale)} goes back to your card.`,
  },
};
const refundOf = ({ refund, price }: SaleToTell) => formatMoney(refund?.amount ?? price);

const sellersMoney: Record<NonNullable<SaleToTell['earnings']>['payout'], string> = {
  pending: 'Your money is ready and goes out with the next payout.',
  due: 'Your money is ready and goes out with the next payout.',
  'on-its-way': 'Your money is on its way to your account.',
  'paid-out': 'Your money was paid out.',
};
const final = {
  tone: 'green',
  isFinished: true,
  text: {
    seller: ({ earnings }: SaleToTell) =>
      earnings?.amount === 0 ? 'You get none of it.' : sellersMoney[earnings?.payout ?? 'due'],
  },
} as const;

/** Why the money of a completed or received sale went back. */
function returnedTitle({ return: asked, dispute }: SaleToTell): string {
  if (asked?.buyerKeepsIt) return 'Refunded, and the buyer keeps it';
  if (asked?.givenBackAt) return 'Returned and refunded';
  return dispute?.cause === 'chargeback' ? 'The bank took the money back' : 'Refunded';
}

const handover = {
  label: 'Handover',
  ahead: windowAhead,
  tone: 'brass',
  actions: {
    buyer: ['show-code', 'receive'],
    seller: ['hand-over', 'send', 'cancel'],
    admin: ['cancel'],
  },
} as const;
const handoverTitles = {
  ...all('Waiting for the handover'),
  seller: (sale: SaleToTell) =>
    isToBeSent(sale) ? 'Send it, or hand it over' : 'Hand it over, or send it',
};
const sellerHandsOver = (sale: SaleToTell) =>
  isToBeSent(sale)
    ? `${sale.buyerName} asks you to send it. Mark it as sent when it is on its way.`
    : `When you meet, ${sale.buyerName} shows you a code. Enter it when you hand the instrument over.`;

/** What a buyer wrote as the place asks for it to be sent; the form suggests how to write that. */
export function isToBeSent({ location }: Pick<SaleToTell, 'location'>): boolean {
  return /\b(send|ship|shipping|courier|deliver|delivery)\b/i.test(location);
}
const cancelFrom = ({ fulfilment }: SaleFacts) => fulfilment?.cancelFrom;
const cancelDate = {
  ...all(({ buyerName }: SaleNames) => `${buyerName} can cancel from`),
  buyer: 'You can cancel from',
  at: cancelFrom,
};

export const saleRows: Record<SaleStepName, SaleRow> = {
  held: {
    label: 'Payment',
    ahead: ['Handover', ...windowAhead],
    tone: 'brass',
    turn: ['buyer'],
    title: { buyer: 'To pay', seller: 'Not paid yet', admin: 'On hold' },
    date: { ...all('Held until'), at: ({ expiresAt }) => expiresAt },
    tasks: { buyer: 'pay', seller: 'call-buyer' },
  },
  'hold-ended': {
    isFinished: true,
    label: 'Hold ended',
    title: all('Hold ended'),
    text: all(({ releaseReason }: SaleToTell) => holdEndedTexts[releaseReason ?? 'expired']),
  },
  handover: {
    ...handover,
    turn: ['seller'],
    title: handoverTitles,
    text: {
      buyer: ({ sellerName }) =>
        `${sellerName} will hand it over or send it. Show your code once you have it in your hands.`,
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
      ...all(({ buyerName }: SaleToTell) => `${buyerName} asks you to cancel`),
      buyer: 'You asked to cancel',
      admin: 'The buyer asks to cancel',
    },
    text: {
      buyer: ({ sellerName }) =>
        `${sellerName} can cancel the sale, and you get your money back, or decline. The request ends when it is handed over or sent.`,
      seller: ({ buyerName }) =>
        `Cancel it, and ${buyerName} is refunded, or decline. The request ends when you hand it over or send it.`,
    },
    date: cancelDate,
    actions: { ...handover.actions, seller: ['answer-cancellation', 'hand-over', 'send'] },
    tasks: { seller: 'answer-cancellation' },
  },
  'handover-late': {
    ...handover,
    turn: ['seller', 'buyer'],
    title: { ...handoverTitles, buyer: 'Not handed over in time' },
    text: {
      buyer: 'You can cancel now and get your money back, or keep waiting.',
      seller: sellerHandsOver,
    },
    date: { seller: ({ buyerName }) => `${buyerName} can cancel from`, at: cancelFrom },
    actions: { ...handover.actions, buyer: ['cancel', 'show-code', 'receive'] },
    tasks: { buyer: 'cancel-or-wait', seller: 'hand-over' },
  },
  sent: {
    label: 'Arrival',
    ahead: windowAhead,
    tone: 'brass',
    turn: ['buyer'],
    title: { ...all('On its way'), buyer: 'On its way to you' },
    text: {
      buyer:
        'Tell us when it arrives. If it does not arrive, tell us before it counts as received.',
      seller: ({ buyerName }) => `${buyerName} will tell us when it arrives.`,
    },
    date: {
      ...all('It counts as received on'),
      at: ({ fulfilment }) => fulfilment?.autoReceivedAt,
    },
    actions: { buyer: ['receive', 'not-received'] },
    tasks: { buyer: 'confirm-receipt' },
  },
  'return-window': {
    label: 'Return window',
    ahead: ['Completed'],
    tone: 'green',
    title: {
      buyer: 'Play it at home',
      seller: ({ buyerName }) => `${buyerName} can still return it`,
      admin: 'In the return window',
    },
    text: {
      buyer: `For ${returnDays} days you can ask to return it for a full refund, with a reason. If the seller contests it, the shop decides.`,
      seller: 'If it is not returned, your money is then ready to be paid out.',
    },
    date: {
      ...all('The sale will be final on'),
      buyer: 'Return it by',
      at: ({ returnUntil }) => returnUntil,
    },
    actions: { buyer: ['request-return'] },
  },
  // The server completes the sale within a minute.
  'return-window-over': {
    label: 'Completed',
    tone: 'green',
    title: { ...all('The sale is about to be completed'), buyer: 'Complete' },
  },
  completed: {
    ...final,
    title: { ...all('The sale is complete'), buyer: 'Complete' },
    text: { ...final.text, buyer: 'The return period is over, so the sale is final.' },
  },
  'return-lapsed': {
    ...final,
    title: all('Not given back in time, so the sale is final'),
  },
  'dispute-decided': {
    ...final,
    title: all('The dispute is decided, and the sale stands'),
    text: { ...final.text, buyer: 'You can read below what was decided, and why.' },
  },
  'return-requested': {
    label: 'Return',
    ahead: ['Refund'],
    tone: 'brass',
    turn: ['seller'],
    title: {
      ...all(({ buyerName }: SaleToTell) => `${buyerName} wants to return it`),
      buyer: 'You asked to return it',
    },
    text: {
      buyer: ({ sellerName }) => `${sellerName} will say where to bring it, or contest the return.`,
      seller: 'Say where to bring it, refund it without asking for it back, or contest the return.',
    },
    date: {
      ...all('Without an answer it counts as accepted on'),
      at: (sale) => sale.return?.autoAcceptedAt,
    },
    actions: { seller: ['answer-return'], admin: ['answer-return'] },
    tasks: { seller: 'answer-return' },
  },
  'return-accepted': {
    label: 'Return',
    ahead: ['Refund'],
    tone: 'brass',
    turn: ['buyer'],
    title: { buyer: 'Return it', seller: 'It is coming back to you', admin: 'To be returned' },
    text: {
      buyer: ({ sellerName, return: asked }) =>
        `${asked?.place ? `Where: ${asked.place}.` : `Agree with ${sellerName} on where.`} When you hand it over, ask for the code and enter it: then your money goes back to your card. If you do not return it in time, the sale is final.`,
      seller: ({ buyerName }) =>
        `Show ${buyerName} your code when you have the instrument in your hands, not before. If it does not come back in time, the sale is final.`,
    },
    date: {
      ...all(({ buyerName }: SaleNames) => `${buyerName} has to return it by`),
      buyer: 'Return it by',
      at: (sale) => sale.return?.giveBackBy,
    },
    actions: {
      buyer: ['give-back'],
      seller: ['show-return-code', 'confirm-return'],
      admin: ['confirm-return'],
    },
    tasks: { buyer: 'give-back' },
  },
  'return-contested': { ...disputed, title: all('The shop is deciding on the return') },
  'not-received': { ...disputed, title: all('The shop is looking into where it is') },
  chargeback: {
    ...disputed,
    turn: [],
    title: all('The buyer’s bank is looking into the payment'),
    text: all(whileDisputed),
    actions: all<readonly SaleAction[]>(['dispute']),
  },
  cancelled: { ...refunding, title: all('Cancelled, the money is on its way') },
  'cancelled-refunded': { isFinished: true, title: all('Cancelled and refunded') },
  returned: { ...refunding, title: all('The money is on its way back') },
  'returned-refunded': { isFinished: true, title: all(returnedTitle) },
};
