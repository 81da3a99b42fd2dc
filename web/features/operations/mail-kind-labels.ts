import { textsOf } from '#contract/language.ts';
import type { QueuedMailKind } from '#contract/mail-kinds.ts';
import type { QueuedMailState } from '#contract/queued-mails.ts';
import { msg } from '#contract/text.ts';

/** What each kind of mail is about. */
export const mailKindLabels: Record<QueuedMailKind, string> = textsOf({
  verification: msg`Verify your address`,
  reset: msg`Choose a new password`,
  'password-changed': msg`Your password was changed`,
  'authenticator-added': msg`An authenticator app was added`,
  'authenticator-removed': msg`An authenticator app was removed`,
  'passkey-added': msg`A passkey was added`,
  'passkey-removed': msg`A passkey was removed`,
  'recovery-code-used': msg`A recovery code was used`,
  'recovery-codes-renewed': msg`New recovery codes`,
  booked: msg`Booked`,
  'hold-expiring': msg`The hold ends soon`,
  'hold-expired': msg`The hold has ended`,
  'free-again': msg`Available again`,
  paid: msg`Paid`,
  'may-cancel': msg`May cancel: not handed over`,
  'cancellation-requested': msg`A cancellation was asked for`,
  'cancellation-declined': msg`The cancellation was declined`,
  'sale-cancelled': msg`The sale was cancelled`,
  sent: msg`The instrument was sent`,
  'receipt-assumed-soon': msg`Counts as received soon`,
  received: msg`Received`,
  'return-window-ending': msg`The time for a return ends`,
  'sale-completed': msg`The sale is complete`,
  'return-requested': msg`A return was asked for`,
  'return-refused': msg`The return was refused`,
  'return-accepted-soon': msg`The return is accepted soon`,
  'return-accepted': msg`The return was accepted`,
  'return-contested': msg`The return was contested`,
  'return-lapsing': msg`The return ends soon`,
  'return-lapsed': msg`The return has ended`,
  'given-back': msg`Given back`,
  returned: msg`Returned`,
  refunded: msg`Refunded`,
  'dispute-opened': msg`A dispute was opened`,
  'dispute-answered': msg`New in a dispute`,
  'dispute-decided': msg`A dispute was decided`,
  'payout-paid': msg`Paid out`,
  'payout-failed': msg`The payout failed`,
  'payout-account-needed': msg`Bank account needed`,
  'payout-account-changed': msg`The bank account was changed`,
  'product-removed': msg`A listing was removed`,
  'news-searches': msg`New matches of saved searches`,
  'news-wishlist': msg`Changes on the wishlist`,
  'new-messages': msg`New messages`,
});

export const mailStateLabels: Record<QueuedMailState, string> = textsOf({
  waiting: msg`Waiting`,
  retrying: msg`Being tried again`,
  'given-up': msg`Given up`,
});
