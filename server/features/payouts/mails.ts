import type { PayoutMailKind } from '#contract/operations/mail-kinds.ts';
import { payoutMailKinds } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { Tx } from '../../database/transaction.ts';
import {
  aroundUnproven,
  type MailContent,
  type MailTexts,
  moneyText,
} from '../mails/mail-content.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';

/** Queues a mail to a seller about a payout, once for each kind, or about where they are paid. */
export function queuePayoutMail(
  tx: Tx,
  kind: PayoutMailKind,
  about: { payoutId: string } | { userId: string },
  at: Date,
): void {
  if ('payoutId' in about) {
    const readerId = tx.sql`(select seller_id from payouts where id = ${about.payoutId})`;
    queueMail(tx, { kind, subjectId: about.payoutId, readerId }, at);
    return;
  }
  const { userId } = about;
  queueMail(tx, { kind, subjectId: userId, readerId: userId, about: null }, at);
}

export interface PayoutMail {
  kind: PayoutMailKind;
  sellerName: string;
  sellerEmail: string;
  isSellerProven: boolean;
  amountCents: number | null;
  reference: string | null;
  failure: string | null;
}

export const payoutMails: MailsOfFeature<PayoutMailKind> = {
  kinds: payoutMailKinds,
  async read({ sql, brand }, { id }) {
    const [mail] = await sql<(PayoutMail & { language: string | null })[]>`
      select m.kind, u.language, u.name as "sellerName", u.email as "sellerEmail",
        u.email_proven_at is not null as "isSellerProven",
        p.amount_cents as "amountCents", p.reference, p.failure
      from queued_mails m left join payouts p on p.id = m.subject_id
      join users u on u.id = m.reader_id and u.removed_at is null
      where m.id = ${id}`;
    return (
      mail && {
        to: mail.sellerEmail,
        language: mail.language,
        write: (shop) => payoutContentOf(mail, shop, brand.name),
      }
    );
  },
};

/** What a mail about a payout says. */
export function payoutContentOf(mail: PayoutMail, origin: string, shopName: string): MailContent {
  const said = texts[mail.kind](mail, origin);
  if (!mail.isSellerProven) return { ...said, ...aroundUnproven(shopName, origin) };
  return {
    ...said,
    greeting: mail.sellerName,
    reason: t`You are getting this email because you sell instruments at ${shopName}.`,
  };
}

const amountOf = ({ amountCents }: PayoutMail) => moneyText(amountCents ?? 0);
const factsOf = (name: string, value: string | null) =>
  value ? { facts: [[name, value] as const] } : {};
const toEarnings = (origin: string) => ({
  label: t`See your earnings`,
  link: origin + paths.earnings(),
});

const texts: Record<PayoutMailKind, (mail: PayoutMail, origin: string) => MailTexts> = {
  'payout-paid': (mail, origin) => ({
    subject: t`We have paid you ${{ amount: amountOf(mail) }}`,
    paragraphs: [t`${{ amount: amountOf(mail) }} from your sales has been paid to your account.`],
    ...factsOf(t`Reference`, mail.reference),
    step: toEarnings(origin),
  }),
  'payout-failed': (mail, origin) => ({
    subject: t`We could not pay you ${{ amount: amountOf(mail) }}`,
    paragraphs: [
      t`The payout of ${{ amount: amountOf(mail) }} did not reach your account. The money is still yours, and we will try again. Please check the account details that you gave us.`,
    ],
    ...factsOf(t`What happened`, mail.failure),
    step: toEarnings(origin),
  }),
  'payout-account-needed': (mail, origin) => ({
    subject: t`Add your bank account to get paid`,
    paragraphs: [
      mail.amountCents === null
        ? t`We can no longer read the bank account that you gave us, and have removed it. Your earnings are not affected: enter the account again under Earnings, so that we can pay you.`
        : t`${{ amount: amountOf(mail) }} from your sales is ready for you, but we do not have your bank account yet. Add it under Earnings.`,
    ],
    step: toEarnings(origin),
  }),
  'payout-account-changed': (_mail, origin) => ({
    subject: t`Your bank account for payouts was changed`,
    paragraphs: [
      t`The account that we pay your earnings to was changed. If that was you, there is nothing to do.`,
    ],
    step: toEarnings(origin),
    closing: [
      t`If it was not you, somebody else may have your password: change it right away, and write to the shop.`,
    ],
  }),
};
