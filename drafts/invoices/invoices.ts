export const invoiceKinds = ['invoice', 'credit-note'] as const;

/** Whose VAT is on an invoice: that of the shop's country or of the seller's, none because the seller owes it, or none. */
export const vatTreatments = ['charged', 'reverse-charge', 'outside'] as const;

/** Who is named on an invoice. */
export interface InvoiceParty {
  name: string;
  /** Line by line. */
  address: string[];
  country?: string | undefined;
  vatNumber?: string | undefined;
  email?: string | undefined;
}

/** What an invoice says, as it was when it was issued. */
export interface InvoiceContent {
  from: InvoiceParty;
  to: InvoiceParty;
  /** One for each movement of the ledger. */
  lines: { bookingId: string; name: string; time: string; cents: number }[];
  /** What the owner wants on it. */
  note?: string | undefined;
}
