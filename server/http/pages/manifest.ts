import type { FastifyInstance } from 'fastify';
import { inLanguage } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import type { LoadedShop, ShopIcons } from '../../core/loaded-shop.ts';
import { type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import { makeCachedResponse } from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';

const route = '/site.webmanifest';

/** Serves the manifest, by which browsers install the shop as an application, in the first language of the shop. */
export function serveManifest(
  app: FastifyInstance,
  { shop, languages }: { shop: LoadedShop; languages: readonly LoadedLanguage[] },
): void {
  const { i18n } = languageOf(languages, null);
  const manifest = makeCachedResponse({
    status: 200,
    body: JSON.stringify(inLanguage(i18n, () => manifestOf(shop))),
    headers: {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
    tags: [],
    route,
  });
  app.get(route, (request, reply) => sendCachedResponse(manifest, request, reply));
}

const paper = '#faf4e9';

function manifestOf({
  public: { name, description, languages },
  icons,
  mailColours,
}: LoadedShop): object {
  return {
    id: '/',
    name: t`${name}: second-hand musical instruments`,
    short_name: name,
    description: description ?? t`Instruments that have been played and will be played again.`,
    lang: languages[0]?.tag ?? 'en',
    start_url: '/',
    display: 'minimal-ui',
    background_color: paper,
    theme_color: mailColours?.accent ?? paper,
    icons: iconsOf(icons),
  };
}

const png = (src: string, sizes: string) => ({ src, type: 'image/png', sizes });

function iconsOf(icons: ShopIcons | null): object[] {
  if (icons && 'drawing' in icons) {
    return [{ src: icons.drawing, type: 'image/svg+xml', sizes: 'any' }];
  }
  const { small, large, maskable } = icons ?? usualIcons;
  return [
    png(small, '192x192'),
    png(large, '512x512'),
    { ...png(maskable, '512x512'), purpose: 'maskable' },
  ];
}

const usualIcons = {
  small: '/icon-192.png',
  large: '/icon-512.png',
  maskable: '/icon-maskable-512.png',
};
