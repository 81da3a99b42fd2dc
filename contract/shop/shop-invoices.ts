import { z } from 'zod';
import { countries } from '#contract/delivery/countries.ts';
import type { InvoiceSettings } from '#contract/invoices/invoice-terms.ts';
import { isVatNumberIn, readVatNumber } from '#contract/invoices/vat-number.ts';
import { percent } from './shop-commission.ts';
import { line, ownedLine } from './shop-lines.ts';

const countryMessage = 'must be the code of a country such as DE';
const country = z.string(countryMessage).refine((code) => countries.includes(code), countryMessage);

const monthMessage = 'must be a month such as 2026-12';
const prefixMessage = 'must be at most 12 letters, digits, hyphens or slashes';
const vatMessage =
  'must be a percentage with at most two decimals, or one for each country, as { "DE": 19 }';

/** How the shop invoices its commission. */
export const invoices = z.strictObject({
  name: line(200),
  address: z
    .array(line(100), 'must be a list of lines')
    .min(1, 'must have at least one line')
    .max(6, 'may have at most six lines'),
  /** Without it: that of the shop. */
  country: country.optional(),
  vatNumber: line(40).optional(),
  /** Without it the shop charges no VAT. */
  vat: z
    .union([percent, z.record(country, percent)], vatMessage)
    .refine((rates) => typeof rates === 'number' || Object.keys(rates).length > 0, vatMessage)
    .optional(),
  /** The first month that is invoiced. */
  from: z.string(monthMessage).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, monthMessage),
  prefix: z
    .string(prefixMessage)
    .regex(/^[A-Za-z0-9/-]{0,12}$/, prefixMessage)
    .default(''),
  note: ownedLine(400).optional(),
});
type ShopInvoices = z.output<typeof invoices>;

/** What is wrong with the invoices of a shop in this country. */
export function invoiceFaults(
  { country: own, vat, vatNumber }: ShopInvoices,
  { country: ofShop }: { country?: string | undefined },
): { path: string[]; message: string }[] {
  const home = own ?? ofShop;
  if (home === undefined) {
    return [{ path: ['country'], message: 'is missing: the shop has no country either' }];
  }
  const faults: { path: string[]; message: string }[] = [];
  if (typeof vat === 'object' && vat[home] === undefined) {
    faults.push({ path: ['vat'], message: `must have the percentage of ${home}` });
  }
  if (vat !== undefined && vatNumber === undefined) {
    faults.push({ path: ['vatNumber'], message: 'is missing: an invoice with VAT names it' });
  }
  if (vatNumber !== undefined && !isVatNumberIn(home, vatNumber)) {
    faults.push({ path: ['vatNumber'], message: `has not the form of a VAT number of ${home}` });
  }
  return faults;
}

/** @param settings without faults */
export function invoiceSettingsOf(
  settings: ShopInvoices,
  { country: ofShop }: { country?: string | undefined },
): InvoiceSettings {
  const { name, address, country: home = ofShop ?? '', vat, prefix, note, from } = settings;
  const vatNumber =
    settings.vatNumber && (readVatNumber(settings.vatNumber)?.number ?? settings.vatNumber);
  return {
    from: { name, address, country: home, ...(vatNumber && { vatNumber }) },
    rates: typeof vat === 'number' ? { [home]: vat } : vat,
    note,
    prefix,
    firstMonth: from,
  };
}
