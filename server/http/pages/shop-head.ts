import type { PublicShop } from '#contract/shop.ts';
import { scriptSafeJson } from './page-source.ts';

/** The part of each page's head that depends on the shop and not on the page: its icons, and what scripts know of it. */
export function shopHead(shop: PublicShop): string {
  return [
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<script type="application/json" id="shop">${scriptSafeJson(shop)}</script>`,
  ].join('\n    ');
}
