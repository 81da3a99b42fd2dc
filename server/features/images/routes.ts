import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiBase, limits } from '#contract/constants.ts';
import { uploadImage as uploadCall } from '#contract/images.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { isUnchanged } from '../../http/cache/entity-tag.ts';
import {
  type ImageHost,
  type PictureFile,
  picturesPath,
  servedFormats,
} from '../../providers/images/port.ts';
import type { ImageDeps } from './image-deps.ts';
import { drainRequest, readUploadForm } from './read-upload-form.ts';
import { uploadImage } from './upload-image.ts';

/** `@fastify/rate-limit` reads this from the route's `config`. */
const uploadRate = { max: 20, timeWindow: '1 minute' };

/** The call `readImageUpload`: where browsers upload images. */
export function imageHandlers({
  hosting,
  origin,
}: Pick<ImageDeps, 'hosting' | 'origin'>): Handlers {
  return {
    readImageUpload: async () =>
      hosting
        ? { url: hosting.uploadUrl, direct: true }
        : { url: origin() + apiBase + uploadCall.path, direct: false },
  };
}

/**
 * Binds the call `uploadImage`. It has a route of its own because its body is a form that is read as a stream; the
 * parser for forms is registered for this route only.
 */
export async function serveUpload(
  app: FastifyInstance,
  deps: ImageDeps & { database: Pick<Database, 'orm'>; clock: Clock },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One byte more than accepted, to distinguish a file at the limit from one beyond it.
      limits: { fileSize: limits.imageBytes + 1, files: 2, fields: 4, fieldSize: 1_000, parts: 6 },
    });
    // Other content types are refused without being read.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: uploadCall.method,
      url: apiBase + uploadCall.path,
      config: { refusal: () => uploadCall.refusal, rateLimit: uploadRate },
      schema: { response: { 200: replySchema } },
      handler: async (request, reply) => {
        const data = await uploadImage(deps, readUploadForm(request)).catch(async (error) => {
          await drainRequest(request.raw, reply);
          throw error;
        });
        reply.header('cache-control', 'no-store');
        return { success: true, status: 200, data };
      },
    });
  });
}

/** Serves the files of an image host that this server reads from. They never change, so they can be cached for ever. */
export function servePictures(app: FastifyInstance, { imageHost }: { imageHost: ImageHost }): void {
  app.get<{ Params: { '*': string } }>(`${picturesPath}/*`, async (request, reply) => {
    const file = pictureFile(request.params['*']);
    const content = file && (await imageHost.read(file.id, file));
    if (!content) throw new Problem('not-found', 'There is no such picture');
    const tag = `"${file.id}-${file.width}-${file.format}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .type(`image/${file.format}`);
    if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.send(content);
  });
}

const replySchema = z.toJSONSchema(uploadCall.reply, { io: 'output', target: 'draft-7' });

const filePattern = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([1-9]\\d{0,4})\\.(${servedFormats.join('|')})$`,
);

function pictureFile(path: string): ({ id: string } & PictureFile) | null {
  const [, id, width, extension] = filePattern.exec(path) ?? [];
  const format = servedFormats.find((served) => served === extension);
  return id && format ? { id, width: Number(width), format } : null;
}
