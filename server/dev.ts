import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { apiBase } from '#contract/constants.ts';
import type { RenderPage } from '#contract/page.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './core/log.ts';
import { fillTemplate, type PageSource } from './http/pages/page-source.ts';
import { findProjectFiles } from './startup/project-files.ts';
import { startShop } from './startup/start-shop.ts';

/**
 * The shop with pages straight from their sources: one process serves the calls and, through the bundler, pages that
 * renew themselves. `scripts/dev.mjs` runs it.
 */
export async function startDevelopment({
  vite,
}: {
  vite: ViteDevServer;
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const config = readConfig(process.env);
  const shop = await startShop({
    config,
    log: createLog(config.logLevel),
    files: findProjectFiles(),
    pages: sourcePages(vite),
    webFolder: undefined,
    before: (app) => answerByBundler(app, vite),
  });
  return { url: shop.url, stop: shop.close };
}

function sourcePages(vite: ViteDevServer): PageSource {
  return {
    inline: { scripts: [], styles: [] },
    async render(request) {
      const source = await readFile(join(vite.config.root, 'index.html'), 'utf8');
      const template = await vite.transformIndexHtml(request.path, source);
      const { renderPage } = await vite.ssrLoadModule('/entry-server.tsx');
      // The web's half of the agreement in contract/page.ts.
      return fillTemplate(template, await (renderPage as RenderPage)(request), '');
    },
  };
}

/** Sources, styles and the bundler's own client are its business; calls and pages are not. */
function answerByBundler(app: FastifyInstance, vite: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(`${apiBase}/`) && !isSource(vite, request.url)) return done();
    vite.middlewares(request.raw, reply.raw, (error?: Error) => done(error));
  });
}

/** `web/api` holds sources, and in the browser's eyes they lie where the calls are. */
function isSource(vite: ViteDevServer, url: string): boolean {
  return existsSync(join(vite.config.root, new URL(url, 'http://any').pathname));
}
