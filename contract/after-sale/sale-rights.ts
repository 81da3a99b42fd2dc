import { saleTimes } from '#contract/constants.ts';
import { msg, type Text } from '#contract/text.ts';

/**
 * What the law gives the buyer of a sale, beside the steps of `sale-step-table.ts`: who has a right, from when, until when, and
 * what ends it. It follows from what has happened, never from the state of another step, so that no step takes a right away.
 */

/** What has happened in a sale. Null: it has not. */
export interface RightFacts {
  /** The days to withdraw from a purchase from a trader; null for a private one. */
  withdrawalDays: number | null;
  paidAt: Date | null;
  sentAt: Date | null;
  receivedAt: Date | null;
  /** The end of the time to return a received instrument or, for a trader's, to withdraw from the purchase. */
  returnUntil: Date | null;
  withdrawnAt: Date | null;
  /** When a return was asked for, and when it was accepted. */
  askedAt: Date | null;
  acceptedAt: Date | null;
  /** When the buyer said that it is on its way back. */
  sentBackAt: Date | null;
  /** When the time to give it back ran out. */
  lapsedAt: Date | null;
  /** What has ended the sale. */
  end: 'cancelled' | 'given-back' | 'completed' | null;
  isDisputed: boolean;
}

export type SaleRight =
  | 'withdraw'
  | 'not-received'
  | 'not-as-described'
  | 'send-back'
  | 'refund-lapsed';

/** Why a right is not there. */
export const refusalTexts = {
  private: msg`The seller is not a trader, so there is no right to withdraw from this purchase`,
  'not-paid': msg`This booking is not paid`,
  'not-sent': msg`This instrument has not been sent yet`,
  'not-accepted': msg`This return was not accepted`,
  'not-here': msg`Confirm first that it has arrived`,
  'not-lapsed': msg`The time to give this instrument back is not over`,
  received: msg`This instrument counts as received. You can ask for its return instead.`,
  'to-give-back': msg`This instrument counts as received. Tell us here when you have sent it back.`,
  'asked-back': msg`You have asked for its return. If the seller contests it, the shop decides.`,
  'too-late-to-complain': msg`The time to say that it is not as described is over`,
  'too-late': msg`The time to withdraw from this purchase is over`,
  disputed: msg`A dispute about this sale is open. Nothing changes until it ends.`,
  cancelled: msg`This sale was cancelled`,
  'given-back': msg`This purchase has already been cancelled, and the money goes back`,
  completed: msg`This sale is complete`,
} satisfies Record<string, Text>;
type Refusal = keyof typeof refusalTexts;

interface Right {
  who: 'buyer' | 'seller-or-admin';
  /** The fact with which it begins; what is missing before. */
  from: (facts: RightFacts) => Date | null;
  before: Refusal;
  /** When it ends by the calendar, if it does, and what is said then. */
  until?: (facts: RightFacts) => Date | null;
  after?: Refusal;
  /** What ends it before the sale ends. */
  endedBy: (facts: RightFacts) => Refusal | null;
}

export const saleRights: Record<SaleRight, Right> = {
  /** Consumer Rights Directive 2011/83/EU, articles 9 and 10. A return, a dispute or a parcel on its way change nothing of it. */
  withdraw: {
    who: 'buyer',
    from: ({ paidAt }) => paidAt,
    before: 'not-paid',
    until: ({ returnUntil }) => returnUntil,
    after: 'too-late',
    endedBy: ({ withdrawalDays }) => (withdrawalDays === null ? 'private' : null),
  },
  /** The same, article 18, and the risk of transport, article 20: until the buyer has it. */
  'not-received': {
    who: 'buyer',
    from: ({ sentAt }) => sentAt,
    before: 'not-sent',
    endedBy: ({ receivedAt, acceptedAt, isDisputed }) => {
      if (receivedAt) return acceptedAt ? 'to-give-back' : 'received';
      return isDisputed ? 'disputed' : null;
    },
  },
  /** Directive (EU) 2019/771, article 5, as far as the shop holds the money: while a return could be asked for. */
  'not-as-described': {
    who: 'buyer',
    from: ({ receivedAt }) => receivedAt,
    before: 'not-here',
    until: ({ returnUntil }) => returnUntil,
    after: 'too-late-to-complain',
    endedBy: ({ askedAt, isDisputed }) => {
      if (isDisputed) return 'disputed';
      return askedAt ? 'asked-back' : null;
    },
  },
  /** Article 13(3): evidence of having sent it back is as good as its arrival. */
  'send-back': {
    who: 'buyer',
    from: ({ acceptedAt }) => acceptedAt,
    before: 'not-accepted',
    endedBy: ({ receivedAt, isDisputed }) => {
      if (!receivedAt) return 'not-here';
      return isDisputed ? 'disputed' : null;
    },
  },
  /** A buyer who missed the time to give back can still be refunded while the money is pending. */
  'refund-lapsed': {
    who: 'seller-or-admin',
    from: ({ lapsedAt }) => lapsedAt,
    before: 'not-lapsed',
    endedBy: ({ isDisputed }) => (isDisputed ? 'disputed' : null),
  },
};

/** Why a right is not there at that time, or null when it is. */
export function refusalOf(name: SaleRight, facts: RightFacts, at: Date): Refusal | null {
  const { from, before, until, after, endedBy } = saleRights[name];
  // A buyer who never had the right is told so first, and then what ended the sale, which is not the calendar.
  const ended = endedBy(facts);
  if (ended === 'private') return ended;
  const start = from(facts);
  if (facts.end === 'cancelled' || facts.end === 'given-back') return facts.end;
  if (!start) return before;
  const end = until?.(facts);
  if (end && after && at >= end) return after;
  return facts.end ?? ended;
}

/**
 * The end of the time to give an instrument back: 14 days from the latest of receipt, acceptance or withdrawal, and the
 * day on which the buyer learned the place. Null while one of them is missing: then no time runs.
 */
export function giveBackByOf(facts: {
  receivedAt: Date | null;
  acceptedAt: Date | null;
  placeGivenAt: Date | null;
}): Date | null {
  const { receivedAt, acceptedAt, placeGivenAt } = facts;
  if (!receivedAt || !acceptedAt || !placeGivenAt) return null;
  const from = Math.max(receivedAt.getTime(), acceptedAt.getTime(), placeGivenAt.getTime());
  return new Date(from + saleTimes.giveBackDays * 86_400_000);
}
