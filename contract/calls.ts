import type { z } from 'zod';
import { changeAlertSettings, readAlertLink, readAlertSettings } from './alerts.ts';
import { listAudit } from './audit.ts';
import { cancelAvailabilityAlert, requestAvailabilityAlert } from './availability-alerts.ts';
import {
  bookItem,
  declineBooking,
  listAllBookings,
  listBookings,
  readBooking,
  releaseBooking,
} from './bookings.ts';
import type { CallDefinition } from './call.ts';
import {
  appealDecision,
  decideAppeal,
  decideCase,
  listCases,
  listOwnDecisions,
  readCase,
} from './cases.ts';
import {
  changeBookingAddress,
  forgetDeliveryAddress,
  readDeliveryAddress,
  rememberDeliveryAddress,
} from './delivery.ts';
import {
  addDisputeStatement,
  decideDispute,
  listDisputes,
  openDispute,
  readDispute,
} from './disputes.ts';
import { readEarnings, readStatement } from './earnings.ts';
import { exportRecords, readTaxes } from './exports.ts';
import {
  answerCancellation,
  cancelSale,
  confirmReceipt,
  handOver,
  markSent,
  requestCancellation,
} from './fulfilment.ts';
import { readImageUpload, uploadImage } from './images.ts';
import { listKinds, readKind, suggestBrands } from './instruments/instrument-calls.ts';
import { listJobs, runJob } from './jobs.ts';
import { listDifferences, listLedger, readBalances } from './ledger.ts';
import { changeProduct, listProduct } from './listing.ts';
import {
  mapListingImport,
  readListingImport,
  readListingImportErrors,
  runListingImport,
  uploadListingFile,
} from './listing-imports.ts';
import { answerOffer, listOffers, makeOffer } from './offers.ts';
import { readOverview } from './overview.ts';
import { finishPaymentIssue, listPaymentIssues } from './payment-issues.ts';
import { createPaymentIntent, receiveCardEvent, recordPayment } from './payments.ts';
import {
  changePayout,
  changePayoutAccount,
  listOwnPayouts,
  listPayouts,
  openPayoutAccount,
  readBankFile,
  readPayoutAccount,
  receivePayoutEvent,
  startPayout,
} from './payouts.ts';
import {
  changeProductStatus,
  listAdvertised,
  listAllProducts,
  listCategory,
  listMoreOfSeller,
  listOwnProducts,
  readProduct,
  removeProduct,
  wishProduct,
  withdrawProduct,
} from './products.ts';
import { changeQueuedMail, listQueuedMails, resendMails } from './queued-mails.ts';
import { fileReport, listOwnReports } from './reports.ts';
import { cancelUnknownIntent, listRetries, readQueues, retryNow } from './retries.ts';
import { decideReturn, listReturns, markSentBack, requestReturn } from './returns.ts';
import {
  changeReview,
  deleteReview,
  listSellerReviews,
  readSaleReviews,
  replyToReview,
  writeReview,
} from './reviews.ts';
import {
  changeSavedSearch,
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from './saved-searches.ts';
import { searchProducts, suggestSearches } from './search.ts';
import { listSellerProducts, readSeller } from './sellers.ts';
import { issueAccessToken } from './session.ts';
import { readShopPage } from './shop-pages.ts';
import {
  compareListingPrice,
  compareProductPrice,
  listProductsById,
  listSimilarProducts,
} from './similar-products.ts';
import { readSummary } from './summary.ts';
import { readTasks } from './tasks.ts';
import {
  blockUser,
  countUnreadThreads,
  listBlocks,
  listMessages,
  listThreads,
  markThreadRead,
  readThread,
  sendMessage,
  startThread,
  unblockUser,
} from './threads.ts';
import { stateTrader, withdrawFromSale } from './traders.ts';
import { exportUser } from './user-export.ts';
import { readRemovalEffects, removeUser, removeUserForReason } from './user-removal.ts';
import {
  becomeSeller,
  changeUser,
  createUser,
  listUsers,
  readIsAdmin,
  readIsSeller,
  readUser,
  verifySeller,
} from './users.ts';
import { listWishlist, removeFromWishlist } from './wishlist.ts';

/**
 * All calls by name. The web imports only this file's types, because the schemas would enlarge the first page; it
 * makes its calls with `addresses.ts`.
 */
export const calls = named({
  issueAccessToken,

  createUser,
  readUser,
  readIsAdmin,
  readIsSeller,
  listUsers,
  verifySeller,
  becomeSeller,
  stateTrader,
  changeUser,
  readDeliveryAddress,
  rememberDeliveryAddress,
  forgetDeliveryAddress,
  readRemovalEffects,
  removeUser,
  removeUserForReason,
  exportUser,
  readSummary,
  readTasks,
  readOverview,
  listAudit,

  uploadImage,
  readImageUpload,

  listKinds,
  readKind,
  suggestBrands,

  listAdvertised,
  listOwnProducts,
  readProduct,
  listCategory,
  listProduct,
  changeProduct,
  changeProductStatus,
  wishProduct,
  withdrawProduct,
  listMoreOfSeller,
  listAllProducts,
  removeProduct,

  readSeller,
  listSellerProducts,

  readShopPage,

  searchProducts,
  suggestSearches,
  listSimilarProducts,
  listProductsById,
  compareProductPrice,
  compareListingPrice,

  listSavedSearches,
  saveSearch,
  changeSavedSearch,
  removeSavedSearch,

  readAlertSettings,
  changeAlertSettings,
  readAlertLink,

  listBookings,
  listAllBookings,
  readBooking,
  bookItem,
  releaseBooking,
  declineBooking,
  changeBookingAddress,
  requestAvailabilityAlert,
  cancelAvailabilityAlert,

  makeOffer,
  listOffers,
  answerOffer,

  handOver,
  markSent,
  confirmReceipt,
  cancelSale,
  requestCancellation,
  answerCancellation,

  requestReturn,
  withdrawFromSale,
  decideReturn,
  markSentBack,
  listReturns,
  openDispute,
  addDisputeStatement,
  readDispute,
  decideDispute,
  listDisputes,

  readSaleReviews,
  writeReview,
  changeReview,
  deleteReview,
  replyToReview,
  listSellerReviews,

  fileReport,
  listOwnReports,
  listCases,
  readCase,
  decideCase,
  listOwnDecisions,
  appealDecision,
  decideAppeal,

  listWishlist,
  removeFromWishlist,

  listThreads,
  startThread,
  readThread,
  listMessages,
  sendMessage,
  markThreadRead,
  countUnreadThreads,
  listBlocks,
  blockUser,
  unblockUser,

  createPaymentIntent,
  recordPayment,
  receiveCardEvent,
  listPaymentIssues,
  finishPaymentIssue,

  readEarnings,
  readStatement,
  listPayouts,
  listOwnPayouts,
  startPayout,
  changePayout,
  readBankFile,
  readPayoutAccount,
  changePayoutAccount,
  openPayoutAccount,
  receivePayoutEvent,
  listLedger,
  readBalances,
  listDifferences,

  listJobs,
  runJob,
  listQueuedMails,
  changeQueuedMail,
  resendMails,
  readQueues,
  listRetries,
  retryNow,
  cancelUnknownIntent,
  exportRecords,
  readTaxes,
  uploadListingFile,
  readListingImport,
  mapListingImport,
  runListingImport,
  readListingImportErrors,
});

export type CallName = keyof typeof calls;
export type Call = CallDefinition & { name: CallName };

type Calls = typeof calls;

type Sent<Name extends CallName, Part extends 'params' | 'query' | 'body'> = Calls[Name] extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? { [Key in Part]: z.input<Schema> }
  : unknown;

/** What a client sends with a call: its `params`, `query` and `body`. */
export type CallInput<Name extends CallName> = Sent<Name, 'params'> &
  Sent<Name, 'query'> &
  Sent<Name, 'body'>;

type Parsed<Name extends CallName, Part extends 'params' | 'query' | 'body'> = Calls[Name] extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? { [Key in Part]: z.output<Schema> }
  : unknown;

/** The same after validation: parsed, trimmed, with defaults. */
export type CallRequest<Name extends CallName> = Parsed<Name, 'params'> &
  Parsed<Name, 'query'> &
  Parsed<Name, 'body'>;

/** The reply of a successful call. */
export type CallReply<Name extends CallName> = z.output<Calls[Name]['reply']>;

/** Gives every call the name under which it is collected. */
function named<const Collected extends Record<string, CallDefinition>>(
  collected: Collected,
): { readonly [Name in keyof Collected]: Collected[Name] & { readonly name: Name } } {
  const entries = Object.entries(collected).map(([name, call]) => [name, { ...call, name }]);
  // The loop gives every entry its own key as its name, which `fromEntries` cannot express.
  return Object.fromEntries(entries);
}
