import type { OwnedText } from '#contract/shop/owned-text.ts';

/** A credit note takes back a part of an invoice, or all of it. */
export const invoiceKinds = ['invoice', 'credit-note'] as const;

/**
 * Whose VAT is in an amount: that of a country (`charged`); none, because the customer owes it (`reverse-charge`), because the
 * customer is a business outside of the European Union (`outside`), or because the shop charges none (`none`).
 */
export const vatTreatments = ['charged', 'reverse-charge', 'outside', 'none'] as const;
export type VatTreatment = (typeof vatTreatments)[number];

/** Who is named on an invoice. */
export interface InvoiceParty {
  name: string;
  /** Line by line. */
  address: readonly string[];
  country?: string | undefined;
  vatNumber?: string | undefined;
}

/** Whom an invoice names, and its note, as it was when it was issued. */
export interface InvoiceContent {
  from: InvoiceParty;
  to: InvoiceParty;
  /** What the owner wants on it. */
  note?: OwnedText | undefined;
}

/** How a shop invoices its commission (`invoices` in `shop.json`). */
export interface InvoiceSettings {
  from: InvoiceParty & { country: string };
  /** The percentages of VAT by country. Undefined: the shop charges none. */
  rates?: Readonly<Record<string, number>> | undefined;
  note?: OwnedText | undefined;
  /** What numbers begin with. */
  prefix: string;
  /** The first month (UTC) that is invoiced, such as `2026-12`. */
  firstMonth: string;
}
