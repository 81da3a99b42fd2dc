import type { FastifyInstance } from 'fastify';
import { msg } from '#contract/text.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';

/**
 * Serves the files of the owner's folder that pages show. They are known by their whole address, so no address reaches
 * another file; it has a hash of the content in it, so they can be cached for ever.
 */
export function serveShopFiles(app: FastifyInstance, { shop }: { shop: LoadedShop }): void {
  app.get('/shop/*', async (request, reply) => {
    const file = shop.files.get(request.url.split('?', 1)[0] ?? '');
    if (!file) throw new Problem('not-found', msg`There is no such file in this shop`);
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        // A drawing that is opened by itself may run no script.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .type(file.contentType)
        .send(file.content)
    );
  });
}
