import type { FastifyInstance } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { type CachedResponse, makeCachedResponse } from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';
import { docsPage, problemsPage } from './api-docs-page.ts';
import { docsStyle } from './api-docs-style.ts';
import { openApiDocument } from './openapi.ts';

export interface ApiDocsDeps {
  origin: () => string;
  shopName: string;
  /** The calls that this version of the server has handlers for. */
  served: readonly CallName[];
}

/**
 * Serves `/api/docs`, `/api/problems` (to which the `type` of each problem points) and `/api/openapi.json`, all made from
 * the contract at the first request.
 */
export function serveApiDocs(
  app: FastifyInstance,
  { origin, shopName, served }: ApiDocsDeps,
): void {
  const documents: Record<string, { type: string; make: () => string }> = {
    docs: { type: html, make: () => docsPage({ origin: origin(), shopName, served }) },
    problems: { type: html, make: () => problemsPage(shopName) },
    'docs.css': { type: 'text/css; charset=utf-8', make: () => docsStyle },
    'openapi.json': {
      type: 'application/json; charset=utf-8',
      make: () => JSON.stringify(openApiDocument({ origin: origin(), shopName, served })),
    },
  };
  for (const [name, { type, make }] of Object.entries(documents)) {
    let made: CachedResponse | undefined;
    const route = `${apiBase}/${name}`;
    app.get(route, (request, reply) => {
      made ??= makeCachedResponse({
        status: 200,
        body: make(),
        headers: { 'content-type': type },
        tags: [],
        route,
      });
      return sendCachedResponse(made, request, reply);
    });
  }
}

const html = 'text/html; charset=utf-8';
