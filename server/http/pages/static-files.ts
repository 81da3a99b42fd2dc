import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../core/problem.ts';

/** Scripts, styles, fonts and pictures of the build; their names carry a hash, so they are good for ever. */
const hashed = '/assets/';

/**
 * Serves the files of the web's build, compressed beforehand. The template is not one of them: pages are made from it.
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
      // Caches on the way may keep these: a file in one encoding must not be given to who takes another.
      response.setHeader('vary', 'accept-encoding');
    },
  });
  // A script of an earlier build is gone for good: the page that wants it must hear so, not get a page of HTML.
  app.get(`${hashed}*`, () => {
    throw new Problem('not-found', 'There is no such file in this version of the shop');
  });
}
