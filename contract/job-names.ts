/** The scheduled jobs by their names in the log, each with what it does. */
export const jobDescriptions = {
  'holds-expired': 'Releases holds that have run out',
  'holds-expiring': 'Tells buyers that their hold ends soon',
  'payments-settled': 'Checks open payments with the card provider, and webhooks that failed',
  'payments-refunded': 'Sends refunds that are due',
  'chargebacks-checked': 'Asks the card provider about open chargebacks, each once an hour',
  'sales-received': 'Counts what was sent 14 days ago as received',
  'sales-completed':
    'Completes sales whose time for a return is over, and releases their money to the sellers',
  'sales-reminded': 'Tells buyers and sellers a day before something happens by itself',
  'returns-accepted': 'Accepts returns that the seller has not answered for five days',
  'returns-lapsed': 'Ends accepted returns that were not given back within 14 days',
  'returns-reminded': 'Tells both sides a day before a return is accepted or ends',
  'payouts-started': 'Starts payouts of what is due, where a provider pays the sellers',
  'payouts-sent': 'Sends started payouts to the provider, and those again that failed',
  'payouts-checked': 'Asks the provider how payouts and accounts of sellers are doing',
  'payouts-reversed': 'Takes money back from sellers below zero, where the provider can',
  'imports-removed': 'Removes files of listings that were imported 30 days ago',
  'ledger-compared': 'Compares the ledger with the provider’s list of movements',
  'ledger-comparison-resumed': 'Goes on with a comparison of the ledger that was interrupted',
  'mails-sent': 'Sends the mails that could not be sent at once',
  'search-alerts': 'Looks for what is new for saved searches, and queues mails',
  'wishlist-alerts': 'Queues mails about what became cheaper or free again on a wishlist',
  'card-webhooks-sent': 'Repeats webhooks of the sandbox for cards that were not accepted',
  'pictures-avif': 'Makes smaller AVIF versions of new pictures',
  'pictures-unused': 'Removes pictures that have been unused for 24 hours',
  'pictures-stray': 'Removes files of pictures without a record, which a crash can leave behind',
  'identities-ended': 'Ends the identities of removed users',
  'people-erased':
    'Erases what is stored about removed people when their last sale is settled, and old webhooks',
  'identities-swept': 'Removes expired sessions, links, throttling counts and known devices',
  'search-vocabulary': 'Collects the words of listings, by which misspelled words are corrected',
  'events-counted': 'Counts what has happened, for the overview of admins',
  'events-recounted': 'Counts the last eight days again, for what was written late',
  'catalogue-notes': 'Removes old change records of the response cache',
} as const satisfies Record<string, string>;

export type JobName = keyof typeof jobDescriptions;
