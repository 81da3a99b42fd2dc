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
  'sales-reminded': msg`Reminds buyers and sellers a day before something happens automatically`,
  'returns-accepted': msg`Accepts returns that the seller has not answered for five days`,
  'returns-lapsed': msg`Ends accepted returns that were not given back within 14 days`,
  'returns-disputed': msg`Opens a dispute when a seller does not confirm a return, or does not say where it goes`,
  'returns-reminded': msg`Reminds both sides a day before a return is accepted or ends, or a dispute opens`,
  'reviews-published': msg`Publishes reviews once the other side’s time to write one is over`,
  'suspensions-ended': msg`Ends suspensions whose time is over, and shows the listings again`,
  'reports-erased': msg`Erases reports a year after they were decided`,
  'payouts-started': msg`Starts payouts of what is due, where a provider pays the sellers`,
  'payouts-sent': msg`Sends started payouts to the provider, and retries those that failed`,
  'payouts-checked': msg`Asks the provider for the state of payouts and of sellers’ accounts`,
  'payouts-reversed': msg`Takes money back from sellers below zero, where the provider can`,
  'imports-removed': msg`Removes files of listings that were imported 30 days ago`,
  'ledger-compared': msg`Compares the ledger with the provider’s list of movements`,
  'ledger-comparison-resumed': msg`Continues a comparison of the ledger that was interrupted`,
  'mails-sent': msg`Sends the mails that could not be sent immediately`,
  'search-alerts': msg`Finds new matches of saved searches, and queues mails`,
  'wishlist-alerts': msg`Queues mails about instruments on wishlists that became cheaper or available again`,
  'card-webhooks-sent': msg`Sends webhooks of the card sandbox again that were not accepted`,
  'avif-pictures-made': msg`Makes smaller AVIF versions of new pictures`,
  'unused-pictures-removed': msg`Removes pictures that have been unused for 24 hours`,
  'stray-pictures-removed': msg`Removes files of pictures without a record, which a crash can leave behind`,
  'identities-ended': msg`Deletes the identities of removed users`,
  'people-erased': msg`Erases the data of removed people once their last sale is complete, and old webhooks`,
  'identities-swept': msg`Removes expired sessions, links, throttling counts and known devices`,
  'search-vocabulary': msg`Collects the words of listings, to correct misspelled searches`,
  'kinds-read': msg`Takes the kind of instrument from the names of listings that do not say it`,
  'price-drops-ended': msg`Ends price drops that were shown for two weeks`,
  'events-counted': msg`Counts the events for the overview of admins`,
  'events-recounted': msg`Counts the last eight days again, to include late entries`,
  'catalogue-changes-removed': msg`Removes old change records of the response cache`,
}) satisfies Record<string, string>;

export type JobName = keyof typeof jobDescriptions;

export const jobNames = Object.keys(jobDescriptions) as JobName[];
