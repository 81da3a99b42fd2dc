import type { LoadedShop } from '../../core/loaded-shop.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { manifestPath } from './manifest.ts';
import { scriptSafeJson } from './page-source.ts';

/**
 * The part of each page's head that depends on the shop and not on the page: its icons and colours, and what scripts know of
 * it.
 */
export function shopHead(shop: LoadedShop, { own, prefix }: LoadedLanguage): string {
  return [
    ...iconLinks(shop),
    `<link rel="manifest" href="${prefix}${manifestPath}">`,
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
  const { drawing, pictures } = icons;
  const touch = pictures ? [`<link rel="apple-touch-icon" href="${pictures.touch}">`] : [];
  if (drawing !== null) {
    return [`<link rel="icon" href="${drawing}" type="image/svg+xml">`, ...touch];
  }
  if (pictures === null) return [];
  return [
    `<link rel="icon" href="${pictures.tab}" sizes="32x32">`,
    `<link rel="icon" href="${pictures.small}" sizes="192x192">`,
    ...touch,
  ];
}
