import { language } from '#contract/language.ts';
import { type InvoiceMailKind, invoiceMailKinds } from '#contract/operations/mail-kinds.ts';
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

/** Queues the mail that tells a seller of an invoice or a credit note. */
export function queueInvoiceMail(
  tx: Tx,
  { kind, id, sellerId }: { kind: 'invoice' | 'credit-note'; id: string; sellerId: string },
  at: Date,
): void {
  queueMail(tx, { kind: `${kind}-issued`, subjectId: id, readerId: sellerId }, at);
}

export interface InvoiceMail {
  kind: InvoiceMailKind;
  invoiceId: string;
  number: string;
  month: string;
  grossCents: number;
  correctedNumber: string | null;
  sellerName: string;
  isSellerProven: boolean;
}

export const invoiceMails: MailsOfFeature<InvoiceMailKind> = {
  kinds: invoiceMailKinds,
  async read({ sql, brand }, { id }) {
    const [mail] = await sql<(InvoiceMail & { language: string | null; sellerEmail: string })[]>`
      select m.kind, i.id as "invoiceId", i.number, i.month, i.gross_cents as "grossCents",
        corrected.number as "correctedNumber", u.language, u.name as "sellerName",
        u.email as "sellerEmail", u.email_proven_at is not null as "isSellerProven"
      from queued_mails m join invoices i on i.id = m.subject_id
      left join invoices corrected on corrected.id = i.invoice_id
      join users u on u.id = m.reader_id and u.removed_at is null
      where m.id = ${id}`;
    return (
      mail && {
        to: mail.sellerEmail,
        language: mail.language,
        write: (shop) => invoiceContentOf(mail, shop, brand.name),
      }
    );
  },
};

/** What a mail about an invoice says. */
export function invoiceContentOf(mail: InvoiceMail, origin: string, shopName: string): MailContent {
  const said = textsOf(mail, origin);
  if (!mail.isSellerProven) return { ...said, ...aroundUnproven(shopName, origin) };
  return {
    ...said,
    greeting: mail.sellerName,
    reason: t`You are getting this email because you sell instruments at ${shopName}.`,
  };
}

function textsOf(mail: InvoiceMail, origin: string): MailTexts {
  const { kind, invoiceId, number, correctedNumber } = mail;
  const month = monthText(mail.month);
  const link = origin + paths.invoice(invoiceId);
  const amount = moneyText(Math.abs(mail.grossCents));
  if (kind === 'invoice-issued') {
    return {
      subject: t`Your invoice for ${month}`,
      paragraphs: [
        t`Here is the invoice for our commission in ${month}: ${amount}. It has already been deducted from your sales, so there is nothing to pay.`,
      ],
      facts: [[t`Number`, number]],
      step: { label: t`See the invoice`, link },
    };
  }
  return {
    subject: t`A credit note for ${month}`,
    paragraphs: [
      t`Because money went back to buyers, ${amount} of our commission went back with it. The credit note says so for your books, and there is nothing to do.`,
    ],
    facts: [
      [t`Number`, number],
      ...(correctedNumber === null ? [] : [[t`Corrects the invoice`, correctedNumber] as const]),
    ],
    step: { label: t`See the credit note`, link },
  };
}

/** `November 2026` in the current language. */
function monthText(month: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language(), options).format(new Date(`${month}-01T00:00:00Z`));
}
