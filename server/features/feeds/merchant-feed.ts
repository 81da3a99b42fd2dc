import type { Condition } from '#contract/constants.ts';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import { type Kind, kindWithId } from '#contract/instruments/shop-instruments.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryName } from '#contract/products/shop-categories.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import { openCountries } from '../delivery/border-rules.ts';
import { sayKind } from '../instruments/say-kind.ts';
import { removePhoneNumbers } from '../messages/find-phone-number.ts';
import type { FeedRow } from './feed-rows.ts';
import { declaration, element } from './xml.ts';

/** Who reads the feed: their words for conditions and stock differ. */
export type Reader = 'google' | 'meta';

interface FeedTexts {
  reader: Reader;
  shopName: string;
  description: string;
  origin: string;
  pictureOf: PictureOf;
}

/** The kind of all kinds: Arts & Entertainment > Hobbies & Creative Arts > Musical Instruments. */
const musicalInstruments = 54;
/** Google's limits. */
const lengths = { title: 150, description: 5_000, brand: 70, furtherPictures: 10 };

const metaConditions: Record<Condition, string> = {
  Excellent: 'used_like_new',
  Good: 'used_good',
  Fair: 'used_fair',
};
const stockWords: Record<Reader, readonly [inStock: string, outOfStock: string]> = {
  google: ['in_stock', 'out_of_stock'],
  meta: ['in stock', 'out of stock'],
};

/** RSS 2.0 with the elements of Google Merchant Center, piece by piece, in the language that is current at each piece. */
export async function* merchantFeed(
  rows: AsyncIterable<FeedRow>,
  texts: FeedTexts,
  inShopLanguage: (say: () => string) => string,
): AsyncGenerator<string> {
  const { shopName, description, origin } = texts;
  yield `${declaration}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', shopName)}${element('link', `${origin}/`)}${element('description', description)}\n`;
  for await (const row of rows) yield inShopLanguage(() => itemOf(row, texts));
  yield '</channel></rss>\n';
}

/** Empty for a listing whose pictures were removed, which no merchant takes. */
function itemOf(row: FeedRow, { reader, origin, pictureOf }: FeedTexts): string {
  const images = row.images
    .filter(({ externalUrl, widths }) => externalUrl !== null || widths.length > 0)
    .map((image) => pictureOf(image).url);
  const [main, ...further] = images;
  if (main === undefined) return '';
  const kind = row.kind === null ? undefined : kindWithId(row.kind);
  const [inStock, outOfStock] = stockWords[reader];
  return `<item>${[
    element('g:id', row.id),
    element('g:title', beginningOf(row.name, lengths.title)),
    element('g:description', beginningOf(removePhoneNumbers(row.description), lengths.description)),
    element('g:link', `${origin}${paths.product(row.id)}`),
    element('g:image_link', main),
    ...further
      .slice(0, lengths.furtherPictures)
      .map((address) => element('g:additional_image_link', address)),
    element('g:availability', row.isInStock ? inStock : outOfStock),
    element('g:price', amountOf(row.priceCents)),
    element('g:condition', reader === 'google' ? 'used' : metaConditions[row.condition]),
    element('g:google_product_category', kind?.googleProductCategory ?? musicalInstruments),
    element('g:product_type', typeOf(row, kind)),
    ...identifiersOf(row),
    ...shippingOf(row),
    element('g:external_seller_id', row.sellerId),
  ].join('')}</item>\n`;
}

function typeOf({ category }: FeedRow, kind: Kind | undefined): string {
  return [category && categoryName(category), kind && sayKind(kind).name]
    .filter(Boolean)
    .join(' > ');
}

/** Makers who are none, in the languages of the shop. */
const noMaker = new Set(
  [
    ...['unknown', 'unbranded', 'no name', 'none', 'anonymous', 'unbekannt', 'ohne marke'],
    ...['inconnu', 'sans marque', 'desconocido', 'sin marca', '不明', 'غير معروف'],
    ...['onbekend', 'zonder merk', 'merkloos', 'desconhecido', 'sem marca'],
  ].map(normalBrand),
);
/** The first bar codes on goods were read in 1974. */
const firstBarCodes = 1974;

/**
 * The brand; and that there is no identifier only where there can be none, because Google disapproves of it elsewhere: of what was
 * made before there were bar codes, or by nobody who is known.
 */
function identifiersOf({ brand, madeYear, madeSure }: FeedRow): string[] {
  const isUnknown = brand !== null && noMaker.has(normalBrand(brand));
  const lastYear =
    (madeYear ?? Number.NaN) + { exact: 0, about: 5, decade: 9 }[madeSure ?? 'exact'];
  return [
    element('g:brand', isUnknown ? '' : beginningOf(brand ?? '', lengths.brand)),
    element('g:identifier_exists', isUnknown || lastYear < firstBarCodes ? 'no' : ''),
  ];
}

/** What sending it costs, in each country of the zones that name theirs and to which its materials may be sent. */
function shippingOf(row: FeedRow): string[] {
  const prices = shopZones().flatMap((zone) => {
    const cents = row.shippingCents?.[zone.id];
    if (cents === undefined) return [];
    return openCountries(row, zone).map((country) => ({ country, cents }));
  });
  return prices.map(
    ({ country, cents }) =>
      `<g:shipping>${element('g:country', country)}${element('g:price', amountOf(cents))}</g:shipping>`,
  );
}

function amountOf(cents: number): string {
  const { code, digits } = shopCurrency();
  return `${toMajorUnits(cents).toFixed(digits)} ${code}`;
}

/** Cut between characters. */
const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
