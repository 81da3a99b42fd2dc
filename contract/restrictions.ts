import type { Who } from './call.ts';
import type { CallName, calls } from './calls.ts';
import type { RestrictionKind } from './moderation-terms.ts';

/** A call that changes something. */
type WritingCall = {
  [Name in CallName]: (typeof calls)[Name]['method'] extends 'GET' ? never : Name;
}[CallName];

type Refused = 'publishing' | 'trading' | 'nothing';

/**
 * What is refused to people with a restriction: `publishing` to limited and suspended ones, `trading` to suspended ones, and
 * nothing else. A suspended person finishes sales, exports, appeals, and can leave. Reading is never refused.
 */
const refused: Record<WritingCall, Refused | ((body: object) => Refused)> = {
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
  // Name and picture are public; language and mails are not.
  changeUser: (body) => ('name' in body || 'image' in body ? 'publishing' : 'nothing'),
  stateTrader: 'publishing',

  bookItem: 'trading',
  // A counter offer is an offer.
  answerOffer: (body) => ('state' in body && body.state === 'countered' ? 'publishing' : 'trading'),
  createPaymentIntent: 'trading',
  requestAvailabilityAlert: 'trading',
  wishProduct: 'trading',
  saveSearch: 'trading',
  changeSavedSearch: 'trading',
  becomeSeller: 'trading',
  rememberDeliveryAddress: 'trading',
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
  markSentBack: 'nothing',
  openDispute: 'nothing',
  addDisputeStatement: 'nothing',
  changeBookingAddress: 'nothing',
  changePayoutAccount: 'nothing',
  openPayoutAccount: 'nothing',
  uploadImage: 'nothing',
  // Taking back, and leaving.
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

/**
 * Whether a call is refused to people with this restriction. A suspended admin has no rights of one.
 * @param body of the request, as it was sent: some calls publish only with some of their fields
 */
export function isRefused(
  { name, who }: { name: CallName; who: Who },
  restriction: RestrictionKind,
  body?: unknown,
): boolean {
  if (who === 'admin' && restriction === 'suspended') return true;
  const known = Object.hasOwn(refused, name) ? refused[name as WritingCall] : 'nothing';
  const sent = typeof body === 'object' && body !== null ? body : {};
  const what = typeof known === 'function' ? known(sent) : known;
  return what === 'publishing' || (what === 'trading' && restriction === 'suspended');
}
