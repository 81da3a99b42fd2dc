import type { Booking } from '#contract/bookings/bookings.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { KindDetails } from '../instruments/queries.ts';

export const customsForms = ['CN 22', 'CN 23'] as const;

/** What its sender declares of a parcel, as typed. */
export interface Declared {
  form: (typeof customsForms)[number];
  description: string;
  hs: string;
  /** The code of the country in which it was made; empty: not known. */
  origin: string;
  netWeight: string;
  grossWeight: string;
}

/**
 * Amounts that are below 300 special drawing rights whatever the rates of the last twenty years were. Where a currency is
 * missing, and between these and the limit, the form is CN 23, which takes any value.
 */
const smallValues: Readonly<Record<string, number>> = {
  AUD: 300,
  BRL: 500,
  CAD: 300,
  CHF: 250,
  EUR: 250,
  GBP: 200,
  JPY: 30_000,
  USD: 300,
};

/** What the shop knows of a sale. The kind and the maker are those of its listing now. */
export function declaredAtFirst(
  { price, name }: Booking,
  { kind, brand }: { kind: KindDetails | undefined; brand: string | undefined },
): Declared {
  const isSmall = price <= (smallValues[shopCurrency().code] ?? 0);
  const what = kind?.customs ? `${kind.customs.name}${brand ? ` (${brand})` : ''}` : name;
  return {
    form: isSmall ? 'CN 22' : 'CN 23',
    description: `Used ${kind?.customs ? what.charAt(0).toLowerCase() + what.slice(1) : what}`,
    hs: kind?.customs.hs ?? '',
    origin: '',
    netWeight: '',
    grossWeight: '',
  };
}
