import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { uploadImage as uploadCall } from '#contract/images.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { apiBase } from '../../http/api/api-base.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { isUnchanged } from '../../http/cache/entity-tag.ts';
import {
  type ImageHost,
  type PictureFile,
  picturesPath,
  servedFormats,
} from '../../providers/images/port.ts';
import { type Pictures, uploadImage } from './images.ts';
import { pictureInForm } from './picture-in-form.ts';
import { readToTheEnd } from './read-to-the-end.ts';

/** The plugin for rate limits reads this from a route's `config`. */
const uploadRate = { max: 20, timeWindow: '1 minute' };

/** Tells browsers where to upload. */
export function imageHandlers({ hosting, origin }: Pick<Pictures, 'hosting' | 'origin'>): Handlers {
  return {
    readImageUpload: async () =>
      hosting
        ? { url: hosting.uploadUrl, direct: true }
        : { url: origin() + apiBase + uploadCall.path, direct: false },
  };
}

/**
 * Binds the call `uploadImage`. It stands apart from the other calls because its body is a form that is read as a
 * stream; the form's parser exists for this route alone.
 */
export async function serveUpload(
  app: FastifyInstance,
  deps: Pictures & { database: Pick<Database, 'orm'>; clock: Clock },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One more than accepted, so that a file at the limit can be told from one beyond it.
      limits: { fileSize: limits.imageBytes + 1, files: 2, fields: 4, fieldSize: 1_000, parts: 6 },
    });
    // What is no form is not read, only refused.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: uploadCall.method,
      url: apiBase + uploadCall.path,
      config: { refusal: () => uploadCall.refusal, rateLimit: uploadRate },
      schema: { response: { 200: replySchema } },
      handler: async (request, reply) => {
        const data = await uploadImage(deps, pictureInForm(request)).catch(async (error) => {
          await readToTheEnd(request.raw, reply);
          throw error;
        });
        reply.header('cache-control', 'no-store');
        return { success: true, status: 200, data };
      },
    });
  });
}

/** Serves the files of a host whose pictures our own server hands out. They never change, so they may be kept for good. */
export function servePictures(app: FastifyInstance, { imageHost }: { imageHost: ImageHost }): void {
  app.get<{ Params: { '*': string } }>(`${picturesPath}/*`, async (request, reply) => {
    const asked = pictureFile(request.params['*']);
    const content = asked && (await imageHost.read(asked.id, asked));
    if (!content) throw new Problem('not-found', 'There is no such picture');
    const tag = `"${asked.id}-${asked.width}-${asked.format}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .type(`image/${asked.format}`);
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
