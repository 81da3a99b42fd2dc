import { countries } from '#contract/delivery/countries.ts';
import type { DeliveryAddress } from '#contract/delivery/delivery.ts';
import { language, textsOf } from '#contract/language.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { msg, t } from '#contract/text.ts';
import type { TypedAddress } from './delivery-form.ts';

type Part = Exclude<keyof DeliveryAddress, 'country'>;

/** A new one, to be filled in. */
export function newAddress(name = ''): TypedAddress {
  return { name, lines: '', postcode: '', city: '', region: '', country: likelyCountry() };
}

/** What is missing in an address, by field. */
export function missingInAddress(
  address: TypedAddress,
): Partial<Record<keyof TypedAddress, string>> {
  const isEmpty = (field: keyof TypedAddress) => address[field].trim() === '';
  const { required } = addressLayout(address.country, address);
  const isMissing = (field: 'postcode' | 'region') => required.includes(field) && isEmpty(field);
  return {
    ...(isEmpty('name') && { name: t`Enter the name of the recipient` }),
    ...(isEmpty('lines') && { lines: t`Enter the address` }),
    ...(isMissing('postcode') && { postcode: t`Enter the postcode` }),
    ...(isEmpty('city') && { city: t`Enter the city` }),
    ...(isMissing('region') && { region: t`Enter the state, province or prefecture` }),
    ...(isEmpty('country') && { country: t`Choose the country` }),
  };
}

/** The form of an address in a country. What a country does not use is shown only while something is in it. */
export interface AddressLayout {
  /** The fields in their order; those of one row together. */
  rows: readonly (readonly Part[])[];
  /** What must be filled in, in addition to name, lines and city, which the server asks for. */
  required: readonly Part[];
  region: string;
  postcode: string;
  lines: string;
  /** What most postcodes look like. Others are remarked upon, and accepted. */
  pattern?: RegExp;
}

const texts = textsOf({
  street: msg`Street and number`,
  block: msg({ message: 'Block number and building', context: 'Japanese address' }),
  postcode: msg`Postcode`,
  zip: msg`ZIP code`,
  anyRegion: msg`State or province`,
  state: msg({ message: 'State', context: 'address' }),
  territory: msg`State or territory`,
  province: msg`Province`,
  county: msg`County`,
  prefecture: msg`Prefecture`,
});

type Name = keyof typeof texts;

interface Described {
  rows: string;
  required?: readonly Part[];
  region?: Name;
  postcode?: Name;
  lines?: Name;
  pattern?: RegExp;
}

const american = 'name,lines,city,region+postcode';
const european = 'name,lines,postcode+city';
const all: readonly Part[] = ['region', 'postcode'];

const layouts: Readonly<Record<string, Described>> = {
  US: {
    rows: american,
    required: all,
    region: 'state',
    postcode: 'zip',
    pattern: /^\d{5}(-?\d{4})?$/,
  },
  CA: { rows: american, required: all, region: 'province', pattern: /^[a-z]\d[a-z] ?\d[a-z]\d$/i },
  AU: { rows: american, required: all, region: 'territory', pattern: /^\d{4}$/ },
  BR: { rows: american, required: all, region: 'state', pattern: /^\d{5}-?\d{3}$/ },
  GB: {
    rows: 'name,lines,city,postcode',
    required: ['postcode'],
    region: 'county',
    pattern: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
  },
  IE: {
    rows: 'name,lines,city,region+postcode',
    region: 'county',
    pattern: /^[a-z]\d[\dw] ?[a-z\d]{4}$/i,
  },
  JP: {
    rows: 'postcode,region,city,lines,name',
    required: all,
    region: 'prefecture',
    lines: 'block',
    pattern: /^〒?[\d０-９]{3}[-－ー]?[\d０-９]{4}$/,
  },
  DE: { rows: european, required: ['postcode'], pattern: /^\d{5}$/ },
  FR: { rows: european, required: ['postcode'], pattern: /^\d{2} ?\d{3}$/ },
  ES: {
    rows: `${european},region`,
    required: ['postcode'],
    region: 'province',
    pattern: /^\d{5}$/,
  },
  IT: { rows: `${european},region`, required: all, region: 'province', pattern: /^\d{5}$/ },
  AT: { rows: european, required: ['postcode'], pattern: /^\d{4}$/ },
  BE: { rows: european, required: ['postcode'], pattern: /^\d{4}$/ },
  CH: { rows: european, required: ['postcode'], pattern: /^\d{4}$/ },
  LU: { rows: european, required: ['postcode'], pattern: /^(L-)?\d{4}$/i },
  NL: { rows: european, required: ['postcode'], pattern: /^\d{4} ?[a-z]{2}$/i },
  PT: { rows: european, required: ['postcode'], pattern: /^\d{4}(-\d{3})?$/ },
};

const elsewhere: Described = { rows: `${european},region` };

/** @param filled which fields have a text, because none that was typed is hidden */
export function addressLayout(
  country: string,
  filled: Partial<Record<Part, string>>,
): AddressLayout {
  const described = layouts[country] ?? elsewhere;
  const { region = 'anyRegion', postcode = 'postcode', lines = 'street' } = described;
  const rows = described.rows.split(',').map((row) => row.split('+') as Part[]);
  const shown = rows.flat();
  const others = all.filter((part) => !shown.includes(part) && filled[part]?.trim());
  return {
    rows: [...rows, ...others.map((part) => [part])],
    required: described.required ?? [],
    region: texts[region],
    postcode: texts[postcode],
    lines: texts[lines],
    ...(described.pattern && { pattern: described.pattern }),
  };
}

/**
 * The country that a new address begins with: that of the visitor's own tag for the language of the page ('fr-CA'), or else that
 * of the shop's currency. Empty when neither says one.
 */
export function likelyCountry(tags = globalThis.navigator?.languages ?? []): string {
  const [base] = language().split('-');
  const own = [language(), ...tags].filter((tag) => tag.split('-')[0] === base);
  const regions = [
    // Not by `Intl.Locale`: it throws for 'en-US@posix', which browsers say without a locale of the system.
    ...own.map((tag) => /-([A-Za-z]{2})(?![A-Za-z0-9])/.exec(tag)?.[1]?.toUpperCase()),
    base === 'ja' ? 'JP' : undefined,
  ];
  const ofCurrency = shopCurrency().code.slice(0, 2);
  return [...regions, ofCurrency].find((code) => code && countries.includes(code)) ?? '';
}
