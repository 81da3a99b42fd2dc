import { paths } from '#contract/page-paths.ts';
import { commissionTermsFor, type ShopCommission } from '#contract/payments/commission.ts';
import { commissionText } from '#contract/payouts/commission-text.ts';
import { categoryIds, categoryName } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { formatTime } from '../../core/format-time.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { Tx } from '../../database/transaction.ts';
import { aroundUnproven, type MailContent } from '../mails/mail-content.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';

interface CommissionChange {
  before: ShopCommission;
  after: ShopCommission;
}

/** Queues the mail to a seller about what was agreed, with the terms as they are now. */
export function queueCommissionMail(
  tx: Tx,
  { id, sellerId, ...data }: CommissionChange & { id: string; sellerId: string },
  at: Date,
): void {
  queueMail(tx, { kind: 'commission-agreed', subjectId: id, readerId: sellerId, data }, at);
}

export interface CommissionMail extends CommissionChange {
  appliesFrom: Date;
  /** Whether the shop's terms hold again. */
  isShops: boolean;
  reason: string;
  sellerName: string;
  sellerEmail: string;
  isSellerProven: boolean;
}

/** Outdated when something was agreed since that applies from then or before: its own mail tells it. */
export const commissionMails: MailsOfFeature<'commission-agreed'> = {
  kinds: ['commission-agreed'],
  async read({ sql, brand }, { id }) {
    const [mail] = await sql<
      (CommissionMail & { language: string | null; timeZone: string | null })[]
    >`
      select m.data -> 'before' as before, m.data -> 'after' as after,
        c.applies_from as "appliesFrom", c.basis_points is null as "isShops", c.reason,
        u.language, u.time_zone as "timeZone", u.name as "sellerName", u.email as "sellerEmail",
        u.email_proven_at is not null as "isSellerProven"
      from queued_mails m join seller_commissions c on c.id = m.subject_id
      join users u on u.id = m.reader_id and u.removed_at is null
      where m.id = ${id} and not exists (
        select from seller_commissions l
        where l.seller_id = c.seller_id and l.id > c.id and l.applies_from <= c.applies_from)`;
    return (
      mail && {
        to: mail.sellerEmail,
        language: mail.language,
        timeZone: mail.timeZone,
        write: (shop) => commissionContentOf(mail, shop, brand.name),
      }
    );
  },
};

/** What the mail says. The reason was written by an admin, for its reader alone. */
export function commissionContentOf(
  mail: CommissionMail,
  origin: string,
  shopName: string,
): MailContent {
  const { before, after, isShops, reason, sellerName, isSellerProven } = mail;
  const from = formatTime(mail.appliesFrom);
  const subject = t`What the shop keeps of your sales changes`;
  const paragraphs = [
    isShops
      ? t`From ${from}, the terms for all sellers apply to your sales again, instead of those that were agreed with you.`
      : t`From ${from}, your sales have terms of their own, instead of those for all sellers.`,
    commissionText(after),
    t`They apply to what is booked from then on. Sales that have begun by then keep their terms.`,
  ];
  const until = [commissionText(before), ...textsByCategory(before).map((one) => one.join(': '))];
  const facts: [string, string][] = [...textsByCategory(after), [t`Until then`, until.join(' ')]];
  const step = { label: t`See your earnings`, link: origin + paths.earnings() };
  if (!isSellerProven) {
    return { subject, paragraphs, facts, step, ...aroundUnproven(shopName, origin) };
  }
  return {
    subject,
    greeting: sellerName,
    paragraphs,
    facts: [...facts, [t`Reason`, reason]],
    step,
    reason: t`You are getting this email because you sell instruments at ${shopName}.`,
  };
}

/** What is taken in each category that differs. */
function textsByCategory(commission: ShopCommission): [name: string, text: string][] {
  return categoryIds()
    .filter((category) => commission.categories?.[category])
    .map((category) => [
      categoryName(category),
      commissionText(commissionTermsFor(commission, category)),
    ]);
}
