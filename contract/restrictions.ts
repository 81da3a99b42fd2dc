import type { Who } from './call.ts';
import type { CallName, calls } from './calls.ts';
import type { RestrictionKind } from './moderation-terms.ts';

/** A call that changes something. */
type WritingCall = {
  [Name in CallName]: (typeof calls)[Name]['method'] extends 'GET' ? never : Name;
}[CallName];

/**
 * What is refused to people with a restriction: `publishing` to limited and suspended ones, `trading` to suspended ones, and
 * nothing else. A suspended person finishes sales, exports, appeals, and can leave. Reading is never refused.
 */
const refused: Record<WritingCall, 'publishing' | 'trading' | 'nothing'> = {
  listProduct: 'publishing',
  changeProduct: 'publishing',
  changeProductStatus: 'publishing',
  uploadListingFile: 'publishing',
  mapListingImport: 'publishing',
  runListingImport: 'publishing',
  startThread: 'publishing',
  sendMessage: 'publishing',
  makeOffer: 'publishing',
  writeReview: 'publishing',
  changeReview: 'publishing',
  replyToReview: 'publishing',

  bookItem: 'trading',
  answerOffer: 'trading',
  createPaymentIntent: 'trading',
  requestAvailabilityAlert: 'trading',
  wishProduct: 'trading',
  saveSearch: 'trading',
  changeSavedSearch: 'trading',
  becomeSeller: 'trading',
  stateTrader: 'trading',
  verifySeller: 'trading',
  removeProduct: 'trading',
  removeUserForReason: 'trading',
  decideCase: 'trading',
  decideAppeal: 'trading',
  decideDispute: 'trading',
  finishPaymentIssue: 'trading',
  runJob: 'trading',
  changeQueuedMail: 'trading',
  resendMails: 'trading',
  retryNow: 'trading',
  cancelUnknownIntent: 'trading',
  startPayout: 'trading',
  changePayout: 'trading',

  // Of sales that run.
  releaseBooking: 'nothing',
  declineBooking: 'nothing',
  recordPayment: 'nothing',
  handOver: 'nothing',
  markSent: 'nothing',
  confirmReceipt: 'nothing',
  cancelSale: 'nothing',
  requestCancellation: 'nothing',
  answerCancellation: 'nothing',
  requestReturn: 'nothing',
  withdrawFromSale: 'nothing',
  decideReturn: 'nothing',
  openDispute: 'nothing',
  addDisputeStatement: 'nothing',
  changeBookingAddress: 'nothing',
  changePayoutAccount: 'nothing',
  openPayoutAccount: 'nothing',
  uploadImage: 'nothing',
  // The own profile, taking back, and leaving.
  changeUser: 'nothing',
  rememberDeliveryAddress: 'nothing',
  forgetDeliveryAddress: 'nothing',
  withdrawProduct: 'nothing',
  deleteReview: 'nothing',
  removeFromWishlist: 'nothing',
  removeSavedSearch: 'nothing',
  cancelAvailabilityAlert: 'nothing',
  changeAlertSettings: 'nothing',
  removeUser: 'nothing',
  // What protects people.
  fileReport: 'nothing',
  appealDecision: 'nothing',
  markThreadRead: 'nothing',
  blockUser: 'nothing',
  unblockUser: 'nothing',
  // These have no caller.
  createUser: 'nothing',
  receiveCardEvent: 'nothing',
  receivePayoutEvent: 'nothing',
};

/** Whether a call is refused to people with this restriction. A suspended admin has no rights of one. */
export function isRefused(
  { name, who }: { name: CallName; who: Who },
  restriction: RestrictionKind,
): boolean {
  if (who === 'admin' && restriction === 'suspended') return true;
  const what = Object.hasOwn(refused, name) ? refused[name as WritingCall] : 'nothing';
  return what === 'publishing' || (what === 'trading' && restriction === 'suspended');
}
