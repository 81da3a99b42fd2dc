import type { Booking } from '#contract/bookings/bookings.ts';
import type { BookingTaskKind } from '#contract/overview/tasks.ts';

export type SaleSide = 'buyer' | 'seller';

/** In which part of a side's list a booking is, in this order. */
export const saleGroups = ['needs-you', 'under-way', 'finished'] as const;
export type SaleGroup = (typeof saleGroups)[number];

/** From whose side a sale is told. An admin reads of both by name. */
export type SaleViewer = SaleSide | 'admin';

/** What a viewer can do about a sale; each opens a dialog. */
export type SaleAction =
  | 'show-code'
  | 'hand-over'
  | 'give-permit'
  | 'permit-refused'
  | 'send'
  | 'meet'
  | 'answer-meeting'
  | 'keep-sending'
  | 'receive'
  | 'cancel'
  | 'request-cancellation'
  | 'answer-cancellation'
  | 'not-received'
  | 'approve'
  | 'request-return'
  | 'not-as-described'
  | 'review'
  | 'withdraw'
  | 'answer-return'
  | 'give-back'
  | 'send-back'
  | 'say-place'
  | 'confirm-return'
  | 'show-return-code'
  | 'dispute'
  | 'decide';

export const saleStepNames = [
  'held',
  'hold-ended',
  'handover',
  'handover-late',
  'permit',
  'to-send',
  'to-send-late',
  'buyer-would-meet',
  'seller-would-meet',
  'cancellation-requested',
  'sent',
  'withdrawn-on-its-way',
  'return-window',
  'return-window-over',
  'completed',
  'return-lapsed',
  'dispute-decided',
  'return-requested',
  'return-without-place',
  'return-accepted',
  'return-sent-back',
  'return-not-given-back',
  'return-contested',
  'not-received',
  'not-as-described',
  'sent-back',
  'chargeback',
  'cancelled',
  'cancelled-refunded',
  'returned',
  'returned-refunded',
] as const;
export type SaleStepName = (typeof saleStepNames)[number];

/** What of a booking decides its step. */
export type SaleFacts = Pick<
  Booking,
  | 'state'
  | 'expiresAt'
  | 'delivery'
  | 'permit'
  | 'fulfilment'
  | 'return'
  | 'dispute'
  | 'returnUntil'
  | 'withdrawal'
>;

export type SaleNames = Pick<Booking, 'buyerName' | 'sellerName'>;
/** What of a booking the words about a step tell. */
export type SaleToTell = SaleFacts &
  SaleNames &
  Pick<
    Booking,
    'total' | 'shipping' | 'refund' | 'releaseReason' | 'earnings' | 'location' | 'returnDays'
  >;
/** In words; a function where it depends on the booking. */
export type SaleText<Words = string> = Words | ((sale: SaleToTell) => string);
type NamedText<Words> = Words | ((names: SaleNames) => string);

export interface SaleRow<Words = string> {
  /** In a word or two, for the line of steps on a card; missing where the sale ends with something that happened. */
  label?: Words | ((sale: SaleFacts) => string);
  /** What follows, as things are now. */
  ahead?: readonly Words[] | ((sale: SaleFacts) => readonly string[]);
  /** Quiet by default. */
  tone?: 'brass' | 'green' | 'red';
  /** Nothing follows. */
  isFinished?: true;
  /** Those who have to act; empty where a date or the card provider does. */
  turn?: readonly SaleViewer[];
  title: Record<SaleViewer, SaleText<Words>>;
  /** What it means, in a sentence or two. */
  text?: Partial<Record<SaleViewer, SaleText<Words>>>;
  /** What becomes possible, ends or happens by itself, in words that end before the time. */
  date?: Partial<Record<SaleViewer, NamedText<Words>>> & {
    at: (sale: SaleFacts) => string | undefined;
  };
  /** The first one is the step to take. */
  actions?: Partial<Record<SaleViewer, readonly SaleAction[]>>;
  /** What the dashboard asks of each side. */
  tasks?: Partial<Record<SaleSide, BookingTaskKind>>;
}
