import type { CallRequest } from '#contract/calls.ts';
import { formatMoney } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { declaration, element, escapeXml } from './xml.ts';

export interface AtomSearch {
  query: CallRequest<'searchProducts'>['query'];
  items: readonly ListedProduct[];
  shopName: string;
  origin: string;
  /** Of the language in which the feed is. */
  language: { tag: string; prefix: string };
  /** Path and query of the feed, and of the page of the search. */
  address: string;
  page: string;
}

/** What a search finds as Atom (RFC 4287), newest first, in the current language. */
export function searchAtom({
  query,
  items,
  shopName,
  origin,
  language,
  ...search
}: AtomSearch): string {
  const title = query.q === '' ? t`${shopName}: instruments on sale` : `${shopName}: ${query.q}`;
  const updated = items[0]?.time ?? '1970-01-01T00:00:00.000Z';
  const entries = items.map((item) => entryOf(item, origin + language.prefix));
  return `${declaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language.tag)}">${[
    element('id', origin + search.address),
    element('title', title),
    element('updated', updated),
    link('self', 'application/atom+xml', origin + search.address),
    link('alternate', 'text/html', origin + search.page),
    `<author>${element('name', shopName)}</author>`,
  ].join('')}\n${entries.join('')}</feed>\n`;
}

function entryOf(item: ListedProduct, shop: string): string {
  const address = shop + paths.product(item._id);
  const said = [formatMoney(item.price), conditionNames[item.condition], item.location].join(' · ');
  return `<entry>${[
    element('id', `urn:uuid:${item._id}`),
    element('title', item.name),
    element('updated', item.time),
    element('published', item.time),
    link('alternate', 'text/html', address),
    link('enclosure', 'image/webp', item.image),
    element('summary', said),
    `<author>${element('name', item.sellerName)}</author>`,
  ].join('')}</entry>\n`;
}

const link = (rel: string, type: string, href: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;
