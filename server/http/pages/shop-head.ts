import type { LoadedShop } from '../../core/loaded-shop.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { scriptSafeJson } from './page-source.ts';

/**
 * The part of each page's head that depends on the shop and not on the page: its icons and colours, and what scripts know of
 * it.
 */
export function shopHead(shop: LoadedShop, { own }: LoadedLanguage): string {
  return [
    ...iconLinks(shop),
    '<link rel="manifest" href="/site.webmanifest">',
    ...(shop.styleSheet === null ? [] : [`<link rel="stylesheet" href="${shop.styleSheet}">`]),
    ...(Object.keys(own).length === 0
      ? []
      : [`<script type="application/json" id="texts">${scriptSafeJson(own)}</script>`]),
    `<script type="application/json" id="shop">${scriptSafeJson(shop.public)}</script>`,
  ].join('\n    ');
}

function iconLinks({ icons }: LoadedShop): string[] {
  if (icons === null) {
    return [
      '<link rel="icon" href="/favicon.ico" sizes="32x32">',
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ];
  }
  if ('drawing' in icons) {
    return [`<link rel="icon" href="${icons.drawing}" type="image/svg+xml">`];
  }
  return [
    `<link rel="icon" href="${icons.tab}" sizes="32x32">`,
    `<link rel="icon" href="${icons.small}" sizes="192x192">`,
    `<link rel="apple-touch-icon" href="${icons.touch}">`,
  ];
}
