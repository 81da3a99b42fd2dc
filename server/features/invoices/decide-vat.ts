import type {
  InvoiceParty,
  InvoiceSettings,
  VatTreatment,
} from '#contract/invoices/invoice-terms.ts';
import { hasUnionVat, readVatNumber, vatCountryOf } from '#contract/invoices/vat-number.ts';

export interface Vat {
  treatment: VatTreatment;
  /** In hundredths of a percent; 0 unless it is charged. */
  basisPoints: number;
}

export interface Customer extends InvoiceParty {
  /** Whether they have said that they sell as a trader. */
  isTrader: boolean;
}

/**
 * Whose VAT is in the commission of a seller. Between countries of the European Union a business with a number owes it itself (article
 * 196 of Directive 2006/112/EC); elsewhere in another country a business gets none (article 44); everybody else pays that
 * of their country, if the owner names its percentage, or of the shop's. A seller whose country is not known counts as one of the
 * shop's. docs/shop.md says so to owners.
 */
export function decideVat({ from, rates }: InvoiceSettings, customer: Customer): Vat {
  if (!rates) return { treatment: 'none', basisPoints: 0 };
  const home = vatCountryOf(from.country);
  const country = vatCountryOf(customer.country ?? home);
  const known = customer.vatNumber ? readVatNumber(customer.vatNumber) : undefined;
  if (country !== home) {
    if (hasUnionVat(home) && hasUnionVat(country)) {
      if (known?.country === country) return { treatment: 'reverse-charge', basisPoints: 0 };
    } else if (customer.isTrader || customer.vatNumber !== undefined) {
      return { treatment: 'outside', basisPoints: 0 };
    }
  }
  const percent = rates[customer.country ?? ''] ?? rates[country] ?? rates[from.country] ?? 0;
  return { treatment: 'charged', basisPoints: Math.round(percent * 100) };
}

/** The VAT in an amount that includes it, rounded half up to the smallest unit. */
export function vatIn(grossCents: number, basisPoints: number): number {
  const [share, whole] = [BigInt(basisPoints), BigInt(10_000 + basisPoints)];
  return Number((2n * BigInt(grossCents) * share + whole) / (2n * whole));
}
