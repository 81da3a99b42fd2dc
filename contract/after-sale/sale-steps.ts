import type { Booking } from '#contract/bookings/bookings.ts';
import type { DisputeCause, FulfilmentState, ReturnState } from '#contract/bookings/states.ts';
import { isolate, isolateNames } from '#contract/isolate.ts';
import { formatMoney } from '#contract/money/shop-currency.ts';
import type { BookingTaskKind } from '#contract/overview/tasks.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { saleEvents } from './sale-events.ts';
import { type RightFacts, refusalOf, type SaleRight } from './sale-rights.ts';
import { isPermitMissing, isShipped, isToBeSent, saleRows } from './sale-step-table.ts';
import type {
  SaleAction,
  SaleFacts,
  SaleGroup,
  SaleNames,
  SaleRow,
  SaleSide,
  SaleStepName,
  SaleText,
  SaleToTell,
  SaleViewer,
} from './sale-step-types.ts';

/** The step at which a booking is. */
export function saleStepName(sale: SaleFacts, now: Date): SaleStepName {
  const { state, expiresAt, fulfilment, dispute, return: asked, returnUntil } = sale;
  if (state === 'held' && !isPast(expiresAt, now)) return 'held';
  if (state === 'held' || state === 'released') return 'hold-ended';
  const delivery = fulfilment?.state ?? 'awaiting';
  if (state === 'returned') {
    return delivery === 'cancelled' ? 'cancelled-refunded' : 'returned-refunded';
  }
  if (dispute?.state === 'open') return stepOfDispute[dispute.cause];
  const step =
    delivery === 'cancelled' ? delivery : (stepOfAsked(sale) ?? stepOfFulfilment[delivery]);
  if (step === 'completed' && isDecidedByShop(dispute)) return 'dispute-decided';
  if (step === 'completed' && asked?.state === 'lapsed') return 'return-lapsed';
  if (step === 'handover') return stepBeforeHandover(sale, now);
  // One that a dispute has ended leaves the time to withdraw.
  const isOver =
    (asked !== undefined && (asked.state !== 'lapsed' || !sale.withdrawal)) ||
    !returnUntil ||
    isPast(returnUntil, now);
  return step === 'return-window' && isOver ? 'return-window-over' : step;
}

function stepBeforeHandover(sale: SaleFacts, now: Date): SaleStepName {
  const { fulfilment } = sale;
  // Without its permit the clock cancels it.
  const isLate = isPast(fulfilment?.cancelFrom, now) && !isPermitMissing(sale);
  if (isLate) return isShipped(sale) ? 'to-send-late' : 'handover-late';
  if (isCancellationAsked(fulfilment)) return 'cancellation-requested';
  if (!isShipped(sale)) return 'handover';
  const askedBy = fulfilment?.meeting?.askedBy;
  if (askedBy) return `${askedBy}-would-meet`;
  return isPermitMissing(sale) ? 'permit' : 'to-send';
}

const stepOfFulfilment: Record<FulfilmentState, SaleStepName> = {
  awaiting: 'handover',
  sent: 'sent',
  received: 'return-window',
  completed: 'completed',
  returned: 'returned',
  cancelled: 'cancelled',
};

/** An accepted return by what is known of it. */
function stepOfAsked({ return: asked, fulfilment }: SaleFacts): SaleStepName | null {
  if (!asked) return null;
  if (asked.state === 'lapsed' && asked.finalAt) return 'return-not-given-back';
  if (asked.state !== 'accepted') return stepOfReturn[asked.state];
  if (asked.sentBack) return 'return-sent-back';
  if (fulfilment?.state === 'sent') return 'withdrawn-on-its-way';
  return asked.place ? 'return-accepted' : 'return-without-place';
}

/** Null where the return no longer matters. */
const stepOfReturn: Record<ReturnState, SaleStepName | null> = {
  requested: 'return-requested',
  accepted: 'return-accepted',
  contested: null,
  'given-back': 'returned',
  lapsed: null,
  refunded: 'returned',
};

export const stepOfDispute: Record<DisputeCause, SaleStepName> = {
  'return-contested': 'return-contested',
  'not-received': 'not-received',
  'not-as-described': 'not-as-described',
  'sent-back': 'sent-back',
  'no-place': 'return-contested',
  chargeback: 'chargeback',
};

/** A return that was granted goes on, and ends by itself. */
function isDecidedByShop(dispute: SaleFacts['dispute']): boolean {
  return dispute?.state === 'decided' && dispute.cause !== 'chargeback' && !dispute.goesBack;
}

function isCancellationAsked(fulfilment: SaleFacts['fulfilment']): boolean {
  const { cancellationRequest } = fulfilment ?? {};
  return cancellationRequest !== undefined && cancellationRequest.declinedAt === undefined;
}

function isPast(isoTime: string | undefined, now: Date): boolean {
  return isoTime !== undefined && Date.parse(isoTime) <= now.getTime();
}

/** The present step of a sale, for one viewer. */
export interface SaleStep {
  name: SaleStepName;
  title: string;
  text?: string | undefined;
  /** What has become of its money, where the title does not say it. */
  notes: readonly string[];
  tone: 'quiet' | NonNullable<SaleRow['tone']>;
  /** Whose turn it is, in words. */
  turn: string;
  date?: { text: string; at: string } | undefined;
  actions: readonly SaleAction[];
}

/** What a step is called for a viewer, what it means and the date that belongs to it: for the present step, and in mails. */
export function stepInWords(name: SaleStepName, sale: SaleToTell, viewer: SaleViewer) {
  const { title, text, date } = saleRows[name];
  const say = (words: SaleText | undefined) =>
    typeof words === 'function' ? words(isolateNames(sale)) : words;
  const dateText = say(date?.[viewer]);
  const at = dateText && date?.at(sale);
  return {
    title: say(title[viewer]) ?? '',
    text: say(text?.[viewer]),
    notes: notesOf(sale, viewer),
    date: at ? { text: dateText, at } : undefined,
  };
}

/** A refund of a part, and, for those who may know it, whether the seller has the money. */
function notesOf(sale: SaleToTell, viewer: SaleViewer) {
  const { total, shipping, refund, fulfilment, earnings, dispute } = sale;
  const notes: string[] = [];
  if (isShippingOwed(sale)) {
    const amount = formatMoney(shipping);
    notes.push(t`${amount} for shipping goes back when the sale is final`);
  }
  if (isDecidedByShop(dispute) && dispute?.refund && fulfilment?.state === 'received') {
    const amount = formatMoney(dispute.refund);
    notes.push(t`${amount} is refunded when the sale is final`);
  }
  if (refund && refund.amount < total) {
    const amount = formatMoney(refund.amount);
    notes.push(
      refund.state === 'refunded' ? t`${amount} refunded` : t`${amount} is being refunded`,
    );
  }
  if (viewer !== 'buyer' && fulfilment?.state === 'completed' && earnings && earnings.amount > 0) {
    notes.push(earnings.payout === 'paid-out' ? t`Paid out` : t`Money on its way`);
  }
  return notes;
}

/** The two meet instead of having it sent, and what was paid for that has not gone back yet. */
function isShippingOwed({ shipping, refund, fulfilment, dispute }: SaleToTell): boolean {
  const isOpen = fulfilment?.state === 'awaiting' || fulfilment?.state === 'received';
  const isMeeting = fulfilment?.meeting?.agreedAt !== undefined;
  return isMeeting && isOpen && shipping > 0 && !refund && !isDecidedByShop(dispute);
}

/** In which part of a side's list a booking is. The server orders by the same (`listBookings`). */
export function saleGroup(booking: Booking, side: SaleSide, now: Date): SaleGroup {
  const { turn, isFinished } = saleRows[saleStepName(booking, now)];
  if (turn?.includes(side)) return 'needs-you';
  return isFinished ? 'finished' : 'under-way';
}

/** From whose side a user who may read a booking reads it. */
export function saleViewerOf(
  { buyerEmail }: Pick<Booking, 'buyerEmail'>,
  { email, role }: Pick<User, 'email' | 'role'>,
): SaleViewer {
  if (buyerEmail.toLowerCase() === email.toLowerCase()) return 'buyer';
  return role === 'admin' ? 'admin' : 'seller';
}

/** Returns the step of a sale as a viewer sees it, with what they can do. */
export function saleStep(booking: Booking, viewer: SaleViewer, now: Date): SaleStep {
  const name = saleStepName(booking, now);
  const row = saleRows[name];
  const possible = actionsFor(row, viewer, booking, now);
  const canReview = booking.reviewUntil !== undefined && !isPast(booking.reviewUntil, now);
  const actions: readonly SaleAction[] = canReview ? [...possible, 'review'] : possible;
  return {
    name,
    ...stepInWords(name, booking, viewer),
    tone: row.tone ?? 'quiet',
    turn: turnText(row, viewer, isolateNames(booking), possible.length > 0),
    actions,
  };
}

function turnText(
  { turn = [] }: SaleRow,
  viewer: SaleViewer,
  names: SaleNames,
  canAct: boolean,
): string {
  const [first] = turn;
  if (turn.includes(viewer)) return t`Your turn`;
  if (first === undefined) return canAct ? t`Now` : t`Nothing to do`;
  if (first === 'admin') return t`Waiting for the shop`;
  const name = first === 'buyer' ? names.buyerName : names.sellerName;
  return t`Waiting for ${name}`;
}

/** The step to take comes first: to send it, or to enter the code when it is handed over. */
const swapped: Partial<Record<SaleAction, SaleAction>> = { 'hand-over': 'send', send: 'hand-over' };

/** What an admin can do for a side whose account was removed. */
const actedFor: ReadonlySet<SaleAction> = new Set([
  'hand-over',
  'give-permit',
  'permit-refused',
  'send',
  'receive',
  'not-received',
  'request-return',
  'withdraw',
  'send-back',
]);

/** What only those can do who meet. */
const onlyMeeting: ReadonlySet<SaleAction> = new Set(['show-code', 'hand-over']);

/** The rights of a buyer that have a button of their own at every step, in its order. */
const buttonsOfRights = ['not-received', 'send-back', 'withdraw'] as const satisfies SaleRight[];

/** What has happened in a sale, as `sale-rights.ts` reads it. */
export function rightFactsOf(booking: Booking): RightFacts {
  const { fulfilment, return: asked, withdrawal, dispute, paidAt, returnUntil } = booking;
  const at = (time: string | undefined) => (time === undefined ? null : new Date(time));
  const isLapsed = asked?.state === 'lapsed' && asked.finalAt !== undefined;
  const isAccepted = isLapsed || asked?.state === 'accepted' || asked?.state === 'given-back';
  return {
    withdrawalDays: withdrawal?.days ?? null,
    paidAt: at(paidAt),
    sentAt: at(fulfilment?.sentAt),
    receivedAt: at(fulfilment?.receivedAt),
    returnUntil: at(returnUntil),
    withdrawnAt: at(withdrawal?.time),
    askedAt: at(asked?.time),
    acceptedAt: isAccepted ? at(asked.decidedAt) : null,
    sentBackAt: at(asked?.sentBack?.time),
    lapsedAt: isLapsed ? at(asked.giveBackBy) : null,
    end: endOf(booking),
    isDisputed: dispute?.state === 'open',
  };
}

function endOf({ state, fulfilment, return: asked }: Booking): RightFacts['end'] {
  if (fulfilment?.cancelledAt) return 'cancelled';
  if (asked?.givenBackAt || state === 'returned') return 'given-back';
  return fulfilment?.completedAt ? 'completed' : null;
}

function hasRight(right: SaleRight, booking: Booking, now: Date): boolean {
  const facts = rightFactsOf(booking);
  // What was done needs no button any more.
  if (right === 'withdraw' && facts.withdrawnAt) return false;
  if (right === 'send-back' && facts.sentBackAt) return false;
  return refusalOf(right, facts, now) === null;
}

function actionsFor(
  { actions = {} }: SaleRow,
  viewer: SaleViewer,
  booking: Booking,
  now: Date,
): readonly SaleAction[] {
  const { buyerRemoved, sellerRemoved, fulfilment, withdrawal } = booking;
  const { admin = [] } = actions;
  const rights = buttonsOfRights.filter((right) => hasRight(right, booking, now));
  const buyer = byDelivery([...(actions.buyer ?? []), ...rights], booking, 'buyer');
  const seller = byDelivery(actions.seller ?? [], booking, 'seller');
  if (viewer === 'seller') return seller;
  // It is asked once, and of a seller who can answer.
  const canAsk = !sellerRemoved && fulfilment?.cancellationRequest === undefined;
  if (viewer === 'buyer')
    return buyer.filter((action) => {
      // Withdrawing needs neither a reason nor an answer.
      if (action === 'request-return' || action === 'not-as-described') {
        return withdrawal === undefined;
      }
      if (action === 'approve') return fulfilment?.approvedAt === undefined;
      return action !== 'request-cancellation' || (canAsk && withdrawal === undefined);
    });
  const ofRemoved = [...(sellerRemoved ? seller : []), ...(buyerRemoved ? buyer : [])];
  return [...ofRemoved.filter((action) => actedFor.has(action)), ...admin];
}

/** What of these a side can do with what is to be sent, or handed over. */
function byDelivery(
  actions: readonly SaleAction[],
  booking: Booking,
  side: SaleSide,
): readonly SaleAction[] {
  const { delivery, fulfilment, buyerRemoved, sellerRemoved } = booking;
  const { meeting } = fulfilment ?? {};
  if (!isShipped(booking)) {
    if (meeting?.agreedAt) return actions.filter((action) => action !== 'send');
    const isAskedFor = !delivery && isToBeSent(booking);
    return isAskedFor ? actions.map((action) => swapped[action] ?? action) : actions;
  }
  return actions.flatMap((action) => {
    if (onlyMeeting.has(action)) return [];
    if (action === 'send' && isPermitMissing(booking)) return ['give-permit'];
    if (action !== 'meet') return [action];
    if (buyerRemoved || sellerRemoved) return [];
    if (!meeting) return [action];
    return meeting.askedBy === side ? ['keep-sending'] : ['answer-meeting'];
  });
}

/** What a booking asks of a side now, if anything, with the time at which that ends or happens by itself. */
export function saleTask(booking: Booking, side: SaleSide, now: Date) {
  const { tasks, date } = saleRows[saleStepName(booking, now)];
  const kind = tasks?.[side];
  return kind && { kind, until: date?.[side] && date.at(booking) };
}

/** The side of a task, and what its `until` brings, in words that end before the time. */
export function saleTaskText(kind: BookingTaskKind, other: string) {
  const names = { buyerName: isolate(other), sellerName: isolate(other) };
  for (const side of ['buyer', 'seller'] as const) {
    const row = Object.values(saleRows).find(({ tasks }) => tasks?.[side] === kind);
    const text = row?.date?.[side];
    if (row) return { side, untilText: typeof text === 'function' ? text(names) : text };
  }
  throw new Error(`No step of a sale asks for ${kind}`);
}

/** A step on the line of a card. */
export interface CardStep {
  label: string;
  state: 'done' | 'present' | 'ahead';
  /** When it was done. */
  at?: string | undefined;
}

/** The way of a booking from the hold to the end of the sale: what is done, the present step and what follows. */
export function cardSteps(booking: Booking, now: Date): CardStep[] {
  const row = saleRows[saleStepName(booking, now)];
  const label = typeof row.label === 'function' ? row.label(booking) : row.label;
  const ahead = typeof row.ahead === 'function' ? row.ahead(booking) : (row.ahead ?? []);
  const done = saleEvents(booking, 'admin').flatMap((event): CardStep[] =>
    event.label ? [{ label: event.label, state: 'done', at: event.at }] : [],
  );
  const present: CardStep[] = label ? [{ label, state: 'present', at: booking.releasedAt }] : [];
  return [...done, ...present, ...ahead.map((next): CardStep => ({ label: next, state: 'ahead' }))];
}
