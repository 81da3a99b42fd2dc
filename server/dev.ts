import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { apiBase } from '#contract/constants.ts';
import type { RenderPage } from '#contract/shop/page.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './core/log.ts';
import { endOnSignals } from './database/end-on-signals.ts';
import { fillTemplate, type PageSource } from './http/pages/page-source.ts';
import { findProjectFiles } from './startup/project-files.ts';
import { startShop } from './startup/start-shop.ts';

/**
 * Starts the shop with pages from their sources: one process serves the API and, through Vite, pages with hot reload.
 * `scripts/dev.mjs` runs it.
 */
export async function startDevelopment({
  vite,
}: {
  vite: ViteDevServer;
}): Promise<{ name: string; url: string; stop: () => Promise<void> }> {
  const config = readConfig(process.env);
  const opened = endOnSignals();
  const shop = await startShop({
    config,
    log: createLog(config.logLevel),
    files: findProjectFiles(),
    pages: sourcePages(vite),
    webFolder: undefined,
    before: (app) => serveBundler(app, vite),
  }).finally(opened);
  return { name: shop.name, url: shop.url, stop: shop.close };
}

function sourcePages(vite: ViteDevServer): PageSource {
  return {
    inline: { scripts: [], styles: [] },
    async render(request) {
      const source = await readFile(join(vite.config.root, 'index.html'), 'utf8');
      const template = await vite.transformIndexHtml(request.path, source);
      const { renderPage } = await vite.ssrLoadModule('/entry-server.tsx');
      // web/entry-server.tsx implements the type in contract/shop/page.ts.
      const rendered = await (renderPage as RenderPage)(request);
      return fillTemplate(template, rendered, {
        tag: request.language.tag,
        links: '',
        shop: request.shopHead,
      });
    },
  };
}

/** Vite serves sources, styles and its own client; the app serves calls and pages. */
function serveBundler(app: FastifyInstance, vite: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(`${apiBase}/`) && !isSource(vite, request.url)) return done();
    vite.middlewares(request.raw, reply.raw, (error?: Error) => done(error));
  });
}

/** The sources of `web/api` have addresses below the API's base path. */
function isSource(vite: ViteDevServer, url: string): boolean {
  return existsSync(join(vite.config.root, new URL(url, 'http://any').pathname));
}
