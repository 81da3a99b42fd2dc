import type { JobName } from '#contract/operations/job-names.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { autoConfirmReceipts, completeSales } from '../features/after-sale/complete-sales.ts';
import { cancelWithoutPermit } from '../features/after-sale/give-permit.ts';
import { remindOfSaleTimes } from '../features/after-sale/remind-of-sale-times.ts';
import {
  acceptUnansweredReturns,
  disputeSilence,
  lapseReturns,
  remindOfReturns,
} from '../features/after-sale/return-clocks.ts';
import type { AlertLinks } from '../features/alerts/alert-links.ts';
import type { SaleCodes } from '../features/bookings/sale-codes.ts';
import { warnOfEndingHolds } from '../features/bookings/warn-of-ending-holds.ts';
import { removeStrayClipFiles, removeUnreferencedClips } from '../features/clips/remove-clips.ts';
import { makeFingerprints } from '../features/images/make-fingerprints.ts';
import { makePendingAvif } from '../features/images/make-pending-avif.ts';
import {
  removeStrayImageFiles,
  removeUnreferencedImages,
} from '../features/images/remove-unreferenced-images.ts';
import { type InvoicingDeps, issueInvoices } from '../features/invoices/issue-invoices.ts';
import { removeOldImports } from '../features/listing-imports/store-file.ts';
import { compareListings } from '../features/moderation/compare-listings.ts';
import { endSuspensions } from '../features/moderation/end-suspensions.ts';
import { eraseOldReports } from '../features/moderation/erase-cases.ts';
import { removeOldStolenReports } from '../features/moderation/report-stolen.ts';
import { declineDueOffers } from '../features/offers/delayed-decline.ts';
import { eraseEndedOffers } from '../features/offers/erase-offers.ts';
import { expireOffers } from '../features/offers/expire-offers.ts';
import { countQuarters, recountQuarters } from '../features/overview/count-quarters.ts';
import { expireHolds } from '../features/payments/expire-holds.ts';
import { reconcilePayments } from '../features/payments/reconcile-payments.ts';
import { refundDue } from '../features/payments/refund-payment.ts';
import { checkOpenChargebacks } from '../features/payments/sync-chargeback.ts';
import { checkPayouts } from '../features/payouts/check-payouts.ts';
import { digestBankAccounts } from '../features/payouts/digest-bank-accounts.ts';
import type { DetailsSeal } from '../features/payouts/payout-details.ts';
import { reversePayouts } from '../features/payouts/reverse-payouts.ts';
import { sendStartedPayouts } from '../features/payouts/send-payout.ts';
import { startAutomaticPayouts } from '../features/payouts/start-automatic-payouts.ts';
import {
  recordCatalogueChange,
  sweepCatalogueChanges,
} from '../features/products/catalogue-changes.ts';
import { measureSellers } from '../features/products/measure-sellers.ts';
import { endPriceDrops } from '../features/products/price-drops.ts';
import { readKindsOfNames } from '../features/products/read-kinds-of-names.ts';
import { eraseOldSerials } from '../features/products/serial-numbers.ts';
import { sweepViews } from '../features/products/view-counter.ts';
import { type PushDeps, sendPushes } from '../features/push/send-pushes.ts';
import { compareInvoices } from '../features/reconciliation/compare-invoices.ts';
import { compareLedger, resumeComparison } from '../features/reconciliation/compare-ledger.ts';
import { publishDueReviews } from '../features/reviews/publish-reviews.ts';
import { queueSearchAlerts } from '../features/saved-searches/queue-search-alerts.ts';
import { collectVocabulary } from '../features/search/words/collect-vocabulary.ts';
import { respellRows } from '../features/search/words/respell-rows.ts';
import { endIdentities } from '../features/users/end-identities.ts';
import { removeOldDeliveries } from '../features/webhooks/deliveries.ts';
import { sendWebhooks, type WebhookDeps } from '../features/webhooks/send-webhooks.ts';
import { queueWishlistAlerts } from '../features/wishlist/queue-wishlist-alerts.ts';
import type { ProviderBalance } from '../providers/balances/port.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import type { ServedIdentityProvider } from '../providers/identity/port.ts';
import type { ClipStore, ImageHost } from '../providers/images/port.ts';
import type { MailProvider } from '../providers/mail/port.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';
import { erasePeople } from '../workflows/erase-people.ts';
import { type SendingDeps, sendMails } from './outbox/send-mails.ts';
import { takeOverMails } from './outbox/take-over-mails.ts';

export interface JobDeps
  extends Pick<WebhookDeps, 'sendWebhook' | 'webhookSeal'>,
    Pick<PushDeps, 'pushSender'> {
  mail: MailProvider;
  log?: NonNullable<SendingDeps['log']>;
  brand?: NonNullable<SendingDeps['brand']>;
  languages?: NonNullable<SendingDeps['languages']>;
  alertLinks: AlertLinks;
  /** Address of the shop for the links in mails, without a slash at the end. */
  origin: () => string;
  saleCodes: Pick<SaleCodes, 'codeOf'>;
  database: Database;
  imageHost: ImageHost;
  clipStore: ClipStore;
  identity: Pick<ServedIdentityProvider, 'remove' | 'sweep' | 'composeMail' | 'isSessionLive'>;
  cards: CardProvider;
  payouts: PayoutProvider;
  detailsSeal: DetailsSeal;
  /** The books of the provider that holds the shop's money. */
  balance: ProviderBalance;
  clock: Clock;
  /** How the shop invoices its commission; undefined: it does not. */
  invoicing?: InvoicingDeps['invoicing'];
  /** Whether the shop has reports and moderation. */
  hasReports?: boolean;
}

/** Every so many minutes, counted from midnight UTC; `atMinute` moves all of them by so many minutes. */
export interface Schedule {
  everyMinutes: number;
  atMinute?: number;
}

const everyMinute: Schedule = { everyMinutes: 1 };
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

export interface ScheduledJob {
  schedule: Schedule;
  /** @returns how many items were processed */
  run(deps: JobDeps): Promise<number>;
}

/** About as many pictures as can be encoded in a minute. */
const avifBatchSize = 30;

/** Each job may run at any time and any number of times. */
export const scheduledJobs: Readonly<Record<JobName, ScheduledJob>> = {
  'holds-expired': {
    schedule: everyMinute,
    run: expireHolds,
  },
  'holds-expiring': {
    schedule: everyMinute,
    run: ({ database, clock }) => warnOfEndingHolds(database, clock.now()),
  },
  'offers-expired': {
    schedule: everyMinute,
    run: async ({ database, clock }) =>
      (await expireOffers(database, clock.now())) + (await declineDueOffers(database, clock.now())),
  },
  'offers-erased': {
    schedule: { everyMinutes: hourMinutes, atMinute: 37 },
    run: ({ database, clock }) => eraseEndedOffers(database, clock.now()),
  },
  'suspensions-ended': {
    schedule: everyMinute,
    run: ({ database, clock }) => endSuspensions(database, clock.now()),
  },
  'reports-erased': {
    schedule: { everyMinutes: dayMinutes, atMinute: 4 * hourMinutes + 7 },
    run: ({ database, clock }) => eraseOldReports(database, clock.now()),
  },
  'pictures-fingerprinted': {
    schedule: everyMinute,
    run: makeFingerprints,
  },
  'listings-compared': {
    schedule: everyMinute,
    run: compareListings,
  },
  'bank-accounts-digested': {
    schedule: everyMinute,
    run: digestBankAccounts,
  },
  'serials-erased': {
    schedule: { everyMinutes: dayMinutes, atMinute: 4 * hourMinutes + 31 },
    run: async ({ database, clock }) =>
      (await eraseOldSerials(database, clock.now())) +
      (await removeOldStolenReports(database, clock.now())),
  },
  'avif-pictures-made': {
    schedule: everyMinute,
    async run({ database, imageHost, clock }) {
      const { made, failures } = await makePendingAvif(database, imageHost, avifBatchSize);
      // Cached product responses contain the types and sizes of the pictures.
      if (made > 0)
        await transaction(database, (tx) => recordCatalogueChange(tx, null, clock.now()));
      if (failures.length > 0) throw new AggregateError(failures, 'Some pictures have no AVIF yet');
      return made;
    },
  },
  'unused-pictures-removed': {
    schedule: { everyMinutes: hourMinutes, atMinute: 17 },
    run: async ({ database, imageHost, clipStore, clock }) =>
      (await removeUnreferencedImages(database, imageHost, clock.now())) +
      (await removeUnreferencedClips(database, clipStore, clock.now())),
  },
  'stray-pictures-removed': {
    schedule: { everyMinutes: dayMinutes, atMinute: 3 * hourMinutes + 41 },
    run: async ({ database, imageHost, clipStore, clock }) =>
      (await removeStrayImageFiles(database, imageHost, clock.now())) +
      (await removeStrayClipFiles(database, clipStore, clock.now())),
  },
  'payments-reconciled': {
    schedule: everyMinute,
    run: (deps) => reconcilePayments(deps),
  },
  'payments-refunded': {
    schedule: everyMinute,
    run: (deps) => refundDue(deps),
  },
  'chargebacks-checked': {
    schedule: everyMinute,
    run: (deps) => checkOpenChargebacks(deps),
  },
  'sales-received': {
    schedule: everyMinute,
    run: autoConfirmReceipts,
  },
  'sales-cancelled': {
    schedule: everyMinute,
    run: cancelWithoutPermit,
  },
  'sales-completed': {
    schedule: everyMinute,
    run: completeSales,
  },
  'sales-reminded': {
    schedule: everyMinute,
    run: remindOfSaleTimes,
  },
  'returns-accepted': {
    schedule: everyMinute,
    run: acceptUnansweredReturns,
  },
  'returns-lapsed': {
    schedule: everyMinute,
    run: lapseReturns,
  },
  'returns-disputed': {
    schedule: everyMinute,
    run: disputeSilence,
  },
  'returns-reminded': {
    schedule: everyMinute,
    run: remindOfReturns,
  },
  'reviews-published': {
    schedule: everyMinute,
    run: ({ database, clock }) => publishDueReviews(database, clock.now()),
  },
  'payouts-started': {
    schedule: everyMinute,
    run: (deps) => startAutomaticPayouts(deps),
  },
  'payouts-checked': {
    schedule: everyMinute,
    run: (deps) => checkPayouts(deps),
  },
  'payouts-reversed': {
    schedule: everyMinute,
    run: (deps) => reversePayouts(deps),
  },
  'ledger-compared': {
    schedule: { everyMinutes: dayMinutes, atMinute: 4 * hourMinutes + 23 },
    run: (deps) => compareLedger(deps),
  },
  'invoices-compared': {
    schedule: { everyMinutes: dayMinutes, atMinute: 4 * hourMinutes + 37 },
    run: compareInvoices,
  },
  'ledger-comparison-resumed': {
    schedule: { everyMinutes: hourMinutes, atMinute: 53 },
    run: (deps) => resumeComparison(deps),
  },
  'invoices-issued': {
    schedule: { everyMinutes: dayMinutes, atMinute: hourMinutes + 13 },
    run: issueInvoices,
  },
  'payouts-sent': {
    schedule: everyMinute,
    run: (deps) => sendStartedPayouts(deps),
  },
  'identities-ended': {
    schedule: everyMinute,
    run: endIdentities,
  },
  'people-erased': {
    schedule: { everyMinutes: hourMinutes, atMinute: 47 },
    run: erasePeople,
  },
  'identities-swept': {
    schedule: { everyMinutes: hourMinutes, atMinute: 29 },
    run: async ({ identity }) => (await identity.sweep?.()) ?? 0,
  },
  'mails-sent': {
    schedule: everyMinute,
    run: async (deps) => {
      await takeOverMails(deps.database.sql);
      return sendMails(deps);
    },
  },
  'card-webhooks-sent': {
    schedule: everyMinute,
    run: async ({ cards }) => (await cards.sweep?.()) ?? 0,
  },
  'pushes-sent': {
    schedule: everyMinute,
    run: (deps) => sendPushes(deps),
  },
  'webhooks-sent': {
    schedule: everyMinute,
    run: (deps) => sendWebhooks(deps),
  },
  'webhooks-removed': {
    schedule: { everyMinutes: hourMinutes, atMinute: 41 },
    run: ({ database, clock }) => removeOldDeliveries(database.sql, clock.now()),
  },
  'search-alerts': {
    schedule: everyMinute,
    run: (deps) => queueSearchAlerts(deps),
  },
  'wishlist-alerts': {
    schedule: everyMinute,
    run: (deps) => queueWishlistAlerts(deps),
  },
  'imports-removed': {
    schedule: { everyMinutes: hourMinutes, atMinute: 23 },
    run: removeOldImports,
  },
  'search-vocabulary': {
    schedule: everyMinute,
    run: async (deps) => (await respellRows(deps)) + (await collectVocabulary(deps)),
  },
  'kinds-read': {
    schedule: everyMinute,
    run: readKindsOfNames,
  },
  'sellers-measured': {
    schedule: { everyMinutes: hourMinutes, atMinute: 11 },
    async run({ database, clock }) {
      const measured = await measureSellers(database, clock.now());
      if (measured > 0)
        await transaction(database, (tx) => recordCatalogueChange(tx, null, clock.now()));
      return measured;
    },
  },
  'views-removed': {
    schedule: { everyMinutes: dayMinutes, atMinute: 3 * hourMinutes + 19 },
    run: ({ database, clock }) => sweepViews(database.sql, clock.now()),
  },
  'price-drops-ended': {
    schedule: { everyMinutes: 10 },
    run: ({ database, clock }) => endPriceDrops(database, clock.now()),
  },
  'events-counted': {
    schedule: everyMinute,
    run: countQuarters,
  },
  'events-recounted': {
    schedule: { everyMinutes: dayMinutes, atMinute: 2 * hourMinutes + 37 },
    run: recountQuarters,
  },
  'catalogue-changes-removed': {
    schedule: { everyMinutes: 10 },
    run: ({ database }) => sweepCatalogueChanges(database.sql),
  },
};
