import type { FastifyInstance } from 'fastify';
import type { PublicShop } from '#contract/shop.ts';
import { makeCachedResponse } from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';

const route = '/site.webmanifest';

/** Serves the manifest, by which browsers install the shop as an application. */
export function serveManifest(app: FastifyInstance, shop: PublicShop): void {
  const manifest = makeCachedResponse({
    status: 200,
    body: JSON.stringify(manifestOf(shop)),
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

function manifestOf({ name, description }: PublicShop): object {
  return {
    id: '/',
    name: `${name}: second-hand musical instruments`,
    short_name: name,
    description: description ?? 'Instruments that have been played and will be played again.',
    lang: 'en',
    start_url: '/',
    display: 'minimal-ui',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      {
        src: '/icon-maskable-512.png',
        type: 'image/png',
        sizes: '512x512',
        purpose: 'maskable',
      },
    ],
  };
}
