import type { FastifyInstance } from 'fastify';
import { workerPath } from '#contract/constants.ts';
import { inLanguage } from '#contract/language.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { makeCachedResponse } from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';
import { iconOf } from './manifest.ts';
import { offlinePage, offlinePolicy } from './offline-page.ts';
import { scriptSafeJson } from './page-source.ts';
import { type OfflinePage, removeWorker, runWorker } from './run-worker.ts';

/**
 * Serves the service worker, with the page 'You are offline' in each language of the shop. A shop that turned it off
 * serves one that removes itself, because browsers keep the worker of an address that is gone.
 */
export function serveWorker(
  app: FastifyInstance,
  { shop, languages }: { shop: LoadedShop; languages: readonly LoadedLanguage[] },
): void {
  const worker = makeCachedResponse({
    status: 200,
    body: hasPart(shop.public, 'worker')
      ? `(${runWorker})(self, ${scriptSafeJson(partsOf(shop, languages))});\n`
      : `(${removeWorker})(self);\n`,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    tags: [],
    route: workerPath,
  });
  app.get(workerPath, (request, reply) => sendCachedResponse(worker, request, reply));
}

function partsOf(shop: LoadedShop, languages: readonly LoadedLanguage[]) {
  const { name } = shop.public;
  return { pages: languages.map((one) => pageOf(shop, one)), name, icon: iconOf(shop) };
}

function pageOf(shop: LoadedShop, { i18n, tag, prefix }: LoadedLanguage): OfflinePage {
  const html = inLanguage(i18n, () => offlinePage(shop, tag));
  return { prefix, html, policy: offlinePolicy(html) };
}
