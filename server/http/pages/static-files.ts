import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';

/** Scripts, styles, fonts and pictures of the build, with a hash of their content in their names. */
const hashed = '/assets/';

/**
 * Serves the precompressed files of the web's build, without the template, from which pages are made.
 * @param webFolder the client build, `dist/web`
 */
export async function serveStaticFiles(app: FastifyInstance, webFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', '**/index.html', '.vite/**'],
    cacheControl: false,
    setHeaders(response, path) {
      const isHashed = path.startsWith(join(webFolder, hashed));
      const policy = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      response.setHeader('cache-control', policy);
      // Shared caches may store these, and must not send an encoding that the client does not accept.
      response.setHeader('vary', 'accept-encoding');
    },
  });
  // A script of an earlier build must be a 404, not an HTML page.
  app.get(`${hashed}*`, () => {
    throw new Problem('not-found', msg`There is no such file in this version of the shop`);
  });
}
