import type { z } from 'zod';
import {
  addDisputeStatement,
  decideDispute,
  listDisputes,
  openDispute,
  readDispute,
} from '#contract/after-sale/disputes.ts';
import {
  answerCancellation,
  approveSale,
  cancelSale,
  confirmReceipt,
  givePermit,
  handOver,
  markSent,
  meetInstead,
  requestCancellation,
  traceSale,
} from '#contract/after-sale/fulfilment.ts';
import {
  decideReturn,
  listReturns,
  markSentBack,
  requestReturn,
} from '#contract/after-sale/returns.ts';
import { changeAlertSettings, readAlertLink, readAlertSettings } from '#contract/alerts/alerts.ts';
import {
  cancelAvailabilityAlert,
  requestAvailabilityAlert,
} from '#contract/alerts/availability-alerts.ts';
import { listBlogPosts, readBlogPost } from '#contract/blog/blog.ts';
import {
  bookItem,
  declineBooking,
  listAllBookings,
  listBookings,
  readBooking,
  releaseBooking,
} from '#contract/bookings/bookings.ts';
import { uploadClip } from '#contract/clips/clips.ts';
import {
  changeBookingAddress,
  changeBookingPhone,
  forgetDeliveryAddress,
  readDeliveryAddress,
  rememberDeliveryAddress,
} from '#contract/delivery/delivery.ts';
import { issueAccessToken } from '#contract/identity/session.ts';
import { readImageUpload, uploadImage } from '#contract/images/images.ts';
import { exportRecords, readTaxes } from '#contract/imports/exports.ts';
import { forgetImportChoices, readImportChoices } from '#contract/imports/import-choices.ts';
import {
  mapListingImport,
  readListingImport,
  readListingImportErrors,
  runListingImport,
  uploadListingFile,
} from '#contract/imports/listing-imports.ts';
import {
  listInventory,
  sellElsewhere,
  upsertListing,
  upsertListings,
  withdrawListing,
} from '#contract/inventory/inventory.ts';
import { changeBillingDetails, readBillingDetails } from '#contract/invoices/billing-details.ts';
import {
  listInvoices,
  listOwnInvoices,
  readInvoice,
  readInvoicesFile,
} from '#contract/invoices/invoices.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '#contract/keys/keys.ts';
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
} from '#contract/messages/threads.ts';
import {
  appealDecision,
  decideAppeal,
  decideCase,
  listCases,
  listOwnDecisions,
  readCase,
} from '#contract/moderation/cases.ts';
import {
  addCaseNote,
  addPersonNote,
  addSaleNote,
  listCaseNotes,
  listPersonNotes,
  listSaleNotes,
} from '#contract/moderation/notes.ts';
import { fileReport, listOwnReports } from '#contract/moderation/reports.ts';
import { reportStolen } from '#contract/moderation/stolen.ts';
import { answerOffer, listOffers, makeOffer } from '#contract/offers/offers.ts';
import { listJobs, runJob } from '#contract/operations/jobs.ts';
import {
  changeQueuedMail,
  listQueuedMails,
  resendMails,
} from '#contract/operations/queued-mails.ts';
import {
  cancelUnknownIntent,
  listRetries,
  readQueues,
  retryNow,
} from '#contract/operations/retries.ts';
import { readLaunch } from '#contract/overview/launch.ts';
import { readOverview } from '#contract/overview/overview.ts';
import { readSummary } from '#contract/overview/summary.ts';
import { readTasks } from '#contract/overview/tasks.ts';
import { finishPaymentIssue, listPaymentIssues } from '#contract/payments/payment-issues.ts';
import {
  createPaymentIntent,
  receiveCardEvent,
  recordPayment,
} from '#contract/payments/payments.ts';
import { readEarnings, readStatement } from '#contract/payouts/earnings.ts';
import { listDifferences, listLedger, readBalances } from '#contract/payouts/ledger.ts';
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
} from '#contract/payouts/payouts.ts';
import { agreeCommission, listSellerCommissions } from '#contract/payouts/seller-commissions.ts';
import { readSellingTerms } from '#contract/payouts/selling-terms.ts';
import { askForCode, removeCodePhoto, setCodePhoto } from '#contract/products/code-photo.ts';
import { changeProduct, listProduct } from '#contract/products/listing.ts';
import { countProductView, readListingFigures } from '#contract/products/listing-figures.ts';
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
} from '#contract/products/products.ts';
import { listSellerProducts, readSeller } from '#contract/products/sellers.ts';
import { readSerial, readSoldSerial } from '#contract/products/serial.ts';
import {
  compareListingPrice,
  compareProductPrice,
  listProductsById,
  listSimilarProducts,
} from '#contract/products/similar-products.ts';
import {
  listPushDevices,
  readPushKey,
  registerPushDevice,
  removePushDevice,
  testPushDevice,
} from '#contract/push/push.ts';
import {
  changeReview,
  deleteReview,
  listSellerReviews,
  readSaleReviews,
  replyToReview,
  writeReview,
} from '#contract/reviews/reviews.ts';
import { browseInstruments } from '#contract/search/browse.ts';
import {
  changeSavedSearch,
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from '#contract/search/saved-searches.ts';
import { searchProducts, suggestSearches } from '#contract/search/search.ts';
import { readShopPage } from '#contract/shop/shop-pages.ts';
import { listAudit } from '#contract/users/audit.ts';
import { changeAreas, listStaff } from '#contract/users/staff.ts';
import { stateTrader, withdrawFromSale } from '#contract/users/traders.ts';
import { exportUser } from '#contract/users/user-export.ts';
import {
  readRemovalEffects,
  removeUser,
  removeUserForReason,
} from '#contract/users/user-removal.ts';
import {
  becomeSeller,
  changeUser,
  createUser,
  listUsers,
  readIsAdmin,
  readIsSeller,
  readUser,
  verifySeller,
} from '#contract/users/users.ts';
import {
  readVerification,
  requestVerification,
  withdrawVerification,
} from '#contract/users/verification.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '#contract/webhooks/webhooks.ts';
import { listWishlist, removeFromWishlist } from '#contract/wishlist/wishlist.ts';
import type { CallDefinition } from './call.ts';
import {
  listKinds,
  readKind,
  suggestBrands,
  suggestKinds,
} from './instruments/instrument-calls.ts';

/**
 * All calls by name. The web imports only this file's types, because the schemas would enlarge the first page; it
 * makes its calls with `call-addresses.ts`.
 */
export const calls = named({
  issueAccessToken,

  createUser,
  readUser,
  readIsAdmin,
  readIsSeller,
  listUsers,
  verifySeller,
  listStaff,
  changeAreas,
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
  readVerification,
  requestVerification,
  withdrawVerification,
  readSummary,
  readTasks,
  readOverview,
  readLaunch,
  listAudit,

  uploadImage,
  uploadClip,
  readImageUpload,

  listKinds,
  suggestKinds,
  readKind,
  suggestBrands,
  browseInstruments,

  listAdvertised,
  listOwnProducts,
  readProduct,
  listCategory,
  listProduct,
  changeProduct,
  changeProductStatus,
  wishProduct,
  readSerial,
  readSoldSerial,
  reportStolen,
  askForCode,
  setCodePhoto,
  removeCodePhoto,
  withdrawProduct,
  listMoreOfSeller,
  listAllProducts,
  removeProduct,
  readListingFigures,
  countProductView,

  readSeller,
  listSellerProducts,

  readSellingTerms,
  readShopPage,
  listBlogPosts,
  readBlogPost,

  searchProducts,
  suggestSearches,
  listSimilarProducts,
  listProductsById,
  compareProductPrice,
  compareListingPrice,

  createKey,
  listKeys,
  rotateKey,
  revokeKey,
  createWebhook,
  listWebhooks,
  changeWebhook,
  removeWebhook,
  testWebhook,
  rotateWebhookSecret,
  replayWebhooks,
  listWebhookDeliveries,
  readPushKey,
  registerPushDevice,
  listPushDevices,
  removePushDevice,
  testPushDevice,
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
  changeBookingPhone,
  requestAvailabilityAlert,
  cancelAvailabilityAlert,

  makeOffer,
  listOffers,
  answerOffer,

  handOver,
  givePermit,
  markSent,
  meetInstead,
  confirmReceipt,
  cancelSale,
  requestCancellation,
  answerCancellation,
  approveSale,
  traceSale,

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
  listPersonNotes,
  addPersonNote,
  listSaleNotes,
  addSaleNote,
  listCaseNotes,
  addCaseNote,

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
  listSellerCommissions,
  agreeCommission,
  readPayoutAccount,
  changePayoutAccount,
  openPayoutAccount,
  receivePayoutEvent,
  listLedger,
  readBalances,
  listDifferences,

  listInvoices,
  listOwnInvoices,
  readInvoice,
  readInvoicesFile,
  readBillingDetails,
  changeBillingDetails,

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
  readImportChoices,
  forgetImportChoices,
  upsertListing,
  upsertListings,
  listInventory,
  withdrawListing,
  sellElsewhere,
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
