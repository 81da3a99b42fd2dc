import type { FastifyInstance } from 'fastify';
import { inLanguage } from '#contract/language.ts';
import { ownText } from '#contract/shop/owned-text.ts';
import { themeColours } from '#contract/shop/theme-colours.ts';
import { t } from '#contract/text.ts';
import type { LoadedShop, ShopIcons } from '../../core/loaded-shop.ts';
import { directionOf, type LoadedLanguage } from '../../core/shop-language.ts';
import { makeCachedResponse } from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';

/** Below the prefix of each language. */
export const manifestPath = '/site.webmanifest';

/** Serves the manifest, by which browsers install the shop as an application, in each language of the shop. */
export function serveManifest(
  app: FastifyInstance,
  { shop, languages }: { shop: LoadedShop; languages: readonly LoadedLanguage[] },
): void {
  for (const language of languages) {
    const route = language.prefix + manifestPath;
    const manifest = makeCachedResponse({
      status: 200,
      body: JSON.stringify(inLanguage(language.i18n, () => manifestOf(shop, language))),
      headers: {
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      },
      tags: [],
      route,
    });
    app.get(route, (request, reply) => sendCachedResponse(manifest, request, reply));
  }
}

const { paper } = themeColours.light;

/**
 * The address of every language is the same application (`id`), so a visitor who changes the language has it once. `standalone`,
 * because iOS gives notifications to no other.
 */
function manifestOf(
  { public: { name, description }, icons, mailColours }: LoadedShop,
  { tag, prefix }: LoadedLanguage,
): object {
  return {
    id: '/',
    name,
    description: description
      ? ownText(description)
      : t`Instruments that have been played and will be played again.`,
    lang: tag,
    dir: directionOf(tag),
    start_url: `${prefix}/`,
    scope: '/',
    display: 'standalone',
    background_color: paper,
    // Until the first page is there, which has colours for both themes.
    theme_color: mailColours?.accent ?? paper,
    icons: iconsOf(icons),
  };
}

const png = (src: string, size: number) => ({ src, type: 'image/png', sizes: `${size}x${size}` });

function iconsOf(icons: ShopIcons | null): object[] {
  const pictures = icons === null ? usualIcons : icons.pictures;
  if (pictures === null) return [{ src: icons?.drawing, type: 'image/svg+xml', sizes: 'any' }];
  return [
    png(pictures.small, 192),
    png(pictures.large, 512),
    { ...png(pictures.maskableSmall, 192), purpose: 'maskable' },
    { ...png(pictures.maskable, 512), purpose: 'maskable' },
  ];
}

/** For notifications. */
export function iconOf({ icons }: LoadedShop): string {
  return icons?.pictures?.small ?? icons?.drawing ?? usualIcons.small;
}

const usualIcons = {
  small: '/icon-192.png',
  large: '/icon-512.png',
  maskableSmall: '/icon-maskable-192.png',
  maskable: '/icon-maskable-512.png',
};
