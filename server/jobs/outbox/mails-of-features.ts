import { accountMailKinds, type QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { saleMails } from '../../features/after-sale/mails.ts';
import type { AlertLinks } from '../../features/alerts/alert-links.ts';
import type { SaleCodes } from '../../features/bookings/sale-codes.ts';
import { invoiceMails } from '../../features/invoices/mails.ts';
import { keyMails } from '../../features/keys/mails.ts';
import type { MailDeps, MailsOfFeature } from '../../features/mails/mails-of-feature.ts';
import { messageMails } from '../../features/messages/mails.ts';
import { caseMails } from '../../features/moderation/mails.ts';
import { olderSellerMails } from '../../features/moderation/older-seller-mail.ts';
import { offerMails } from '../../features/offers/mails.ts';
import { commissionMails } from '../../features/payouts/commission-mail.ts';
import { payoutMails } from '../../features/payouts/mails.ts';
import { productMails } from '../../features/products/mails.ts';
import { searchMails } from '../../features/saved-searches/mails.ts';
import type { MatchDeps } from '../../features/search/matching/match-deps.ts';
import { webhookMails } from '../../features/webhooks/mails.ts';
import { wishlistMails } from '../../features/wishlist/mails.ts';
import type { ServedIdentityProvider } from '../../providers/identity/port.ts';

/** What the mails of all features are made with. */
export interface ComposingDeps extends MailDeps {
  identity: Pick<ServedIdentityProvider, 'composeMail'>;
  saleCodes: Pick<SaleCodes, 'codeOf'>;
  alertLinks: AlertLinks;
  matching: MatchDeps;
}

const accountMails: MailsOfFeature<(typeof accountMailKinds)[number], ComposingDeps> = {
  kinds: accountMailKinds,
  read: async ({ identity }, { id }) => identity.composeMail?.(id),
};

const all: readonly MailsOfFeature<QueuedMailKind, ComposingDeps>[] = [
  ...[accountMails, keyMails, saleMails, offerMails, productMails, payoutMails],
  ...[searchMails, wishlistMails, messageMails, caseMails, olderSellerMails],
  ...[webhookMails, commissionMails, invoiceMails],
];

const byKind = new Map<QueuedMailKind, MailsOfFeature<QueuedMailKind, ComposingDeps>>(
  all.flatMap((mails) => mails.kinds.map((kind) => [kind, mails] as const)),
);

/** The mails of the feature to which this kind belongs. */
export function mailsOf(kind: QueuedMailKind): MailsOfFeature<QueuedMailKind, ComposingDeps> {
  const mails = byKind.get(kind);
  if (!mails) throw new Error(`No feature has mails of the kind ${kind}`);
  return mails;
}
