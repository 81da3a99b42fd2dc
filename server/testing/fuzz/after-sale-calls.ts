import type { Draft } from './operations.ts';

/** The progress of a paid sale, as the replies tell. */
export type SaleStage = 'awaiting' | 'sent' | 'received' | 'returned' | 'disputed' | 'over';

interface AfterSaleCall {
  by: 'buyer' | 'seller' | 'admin';
  at: readonly SaleStage[];
  /** The stage after a success; the same by default. */
  to?: SaleStage;
}

/** The calls about a paid sale: who may succeed with them, and when. */
export const afterSaleCalls: Readonly<Record<string, AfterSaleCall>> = {
  handOver: { by: 'seller', at: ['awaiting'], to: 'received' },
  givePermit: { by: 'seller', at: ['awaiting'] },
  markSent: { by: 'seller', at: ['awaiting'], to: 'sent' },
  meetInstead: { by: 'buyer', at: ['awaiting'] },
  confirmReceipt: { by: 'buyer', at: ['awaiting', 'sent'], to: 'received' },
  traceSale: { by: 'buyer', at: ['awaiting', 'sent', 'received'] },
  approveSale: { by: 'buyer', at: ['received'], to: 'over' },
  cancelSale: { by: 'seller', at: ['awaiting'], to: 'over' },
  requestCancellation: { by: 'buyer', at: ['awaiting'] },
  answerCancellation: { by: 'seller', at: ['awaiting'] },
  requestReturn: { by: 'buyer', at: ['received'], to: 'returned' },
  // A private seller's sales cannot be withdrawn from; the refusal is an answer like every other.
  withdrawFromSale: { by: 'buyer', at: ['received'], to: 'returned' },
  decideReturn: { by: 'seller', at: ['returned'] },
  openDispute: { by: 'buyer', at: ['sent'], to: 'disputed' },
  addDisputeStatement: { by: 'buyer', at: ['disputed'] },
  readDispute: { by: 'seller', at: ['disputed'] },
  decideDispute: { by: 'admin', at: ['disputed'], to: 'over' },
};

/** The stage of a sale after this call has succeeded; undefined when the call is about something else. */
export function stageAfter(draft: Draft): SaleStage | undefined {
  if (draft.operation.name === 'answerCancellation') {
    return chosenState(draft) === 'accepted' ? 'over' : undefined;
  }
  if (draft.operation.name !== 'decideReturn') return afterSaleCalls[draft.operation.name]?.to;
  const state = chosenState(draft);
  if (state === 'contested') return 'disputed';
  return state === 'given-back' ? 'over' : undefined;
}

/** The fields that say more about a state, which are refused with another one. */
const detailOf: Readonly<Record<string, string>> = {
  'givePermit number': 'given',
  'decideReturn place': 'accepted',
  'decideReturn reason': 'contested',
  'decideReturn images': 'contested',
  'decideReturn clips': 'contested',
  'decideReturn code': 'given-back',
  'changePayout reference': 'paid',
  'changePayout reason': 'failed',
};

/** Whether a field does not belong to the state that the draft chooses. */
export function isLeftOut(draft: Draft, field: string): boolean {
  const state = detailOf[`${draft.operation.name} ${field}`];
  return state !== undefined && state !== chosenState(draft);
}

const chosenState = ({ values }: Draft) => values['body state']?.fitting;
