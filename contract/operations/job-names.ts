import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
/** The scheduled jobs by their names in the log, each with what it does. */
export const jobDescriptions = textsOf({
  'holds-expired': msg`Releases holds that have run out`,
  'holds-expiring': msg`Tells buyers that their hold ends soon`,
  'offers-expired': msg`Ends offers that were not answered in time`,
  'offers-erased': msg`Erases phone numbers, places and messages of offers that ended 30 days ago`,
  'payments-reconciled': msg`Checks open payments with the card provider, and webhooks that failed`,
  'payments-refunded': msg`Sends refunds that are due`,
  'chargebacks-checked': msg`Asks the card provider about open chargebacks, each once an hour`,
  'sales-received': msg`Counts what was sent 14 days ago as received`,
  'sales-completed': msg`Completes sales whose time for a return is over, and releases their money to the sellers`,
  'sales-reminded': msg`Tells buyers and sellers a day before something happens by itself`,
  'returns-accepted': msg`Accepts returns that the seller has not answered for five days`,
  'returns-lapsed': msg`Ends accepted returns that were not given back within 14 days`,
  'returns-disputed': msg`Opens a dispute when a seller says nothing about what was sent back, or where it goes`,
  'returns-reminded': msg`Tells both sides a day before a return is accepted or ends, or a dispute opens`,
  'reviews-published': msg`Publishes reviews whose time to be answered by the other side is over`,
  'suspensions-ended': msg`Ends suspensions whose time is over, and shows the listings again`,
  'reports-erased': msg`Erases reports a year after they were decided`,
  'payouts-started': msg`Starts payouts of what is due, where a provider pays the sellers`,
  'payouts-sent': msg`Sends started payouts to the provider, and those again that failed`,
  'payouts-checked': msg`Asks the provider how payouts and accounts of sellers are doing`,
  'payouts-reversed': msg`Takes money back from sellers below zero, where the provider can`,
  'imports-removed': msg`Removes files of listings that were imported 30 days ago`,
  'ledger-compared': msg`Compares the ledger with the provider’s list of movements`,
  'ledger-comparison-resumed': msg`Goes on with a comparison of the ledger that was interrupted`,
  'mails-sent': msg`Sends the mails that could not be sent at once`,
  'search-alerts': msg`Looks for what is new for saved searches, and queues mails`,
  'wishlist-alerts': msg`Queues mails about what became cheaper or free again on a wishlist`,
  'card-webhooks-sent': msg`Repeats webhooks of the sandbox for cards that were not accepted`,
  'avif-pictures-made': msg`Makes smaller AVIF versions of new pictures`,
  'unused-pictures-removed': msg`Removes pictures that have been unused for 24 hours`,
  'stray-pictures-removed': msg`Removes files of pictures without a record, which a crash can leave behind`,
  'identities-ended': msg`Ends the identities of removed users`,
  'people-erased': msg`Erases what is stored about removed people when their last sale is settled, and old webhooks`,
  'identities-swept': msg`Removes expired sessions, links, throttling counts and known devices`,
  'search-vocabulary': msg`Collects the words of listings, by which misspelled words are corrected`,
  'events-counted': msg`Counts what has happened, for the overview of admins`,
  'events-recounted': msg`Counts the last eight days again, for what was written late`,
  'catalogue-changes-removed': msg`Removes old change records of the response cache`,
}) satisfies Record<string, string>;

export type JobName = keyof typeof jobDescriptions;

export const jobNames = Object.keys(jobDescriptions) as JobName[];
