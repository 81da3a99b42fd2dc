import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiBase, limits } from '#contract/constants.ts';
import { uploadImage as uploadCall } from '#contract/images/images.ts';
import { msg } from '#contract/text.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import type { Callers } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { isUnchanged } from '../../http/cache/entity-tag.ts';
import {
  evidencePath,
  type HostingService,
  type ImageHost,
  type PictureFile,
  picturesPath,
  servedFormats,
} from '../../providers/images/port.ts';
import type { EvidenceLinks } from './evidence-links.ts';
import type { ImageDeps } from './image-deps.ts';
import { type EvidenceImage, findEvidenceImage, type PictureAccess } from './picture-access.ts';
import { drainRequest, readUploadForm } from './read-upload-form.ts';
import { uploadImage } from './upload-image.ts';
import type { UploadQuota } from './upload-quota.ts';

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
  deps: ImageDeps & {
    database: Pick<Database, 'transaction'>;
    clock: Clock;
    callers: Callers;
    uploadQuota: UploadQuota;
  },
): Promise<void> {
  const { uploadQuota: quota, callers } = deps;
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
        const place = placeOfAddress(request.ip);
        const data = await quota
          .require(place)
          .then(() => uploaderOf(callers, request))
          .then((ownerId) => uploadImage(deps, readUploadForm(request), ownerId))
          .catch(async (error) => {
            await drainRequest(request.raw, reply);
            throw error;
          });
        quota.record(place, { id: data.id, bytes: data.size });
        reply.header('cache-control', 'no-store');
        return { success: true, status: 200, data };
      },
    });
  });
}

/** Undefined for a guest, also with a token that has expired: who uses the picture first becomes its owner. */
async function uploaderOf(callers: Callers, request: FastifyRequest): Promise<string | undefined> {
  const caller = await callers.identify(request, uploadCall).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-signed-in') return null;
    throw error;
  });
  return caller?.id;
}

/** Serves the files of an image host that this server reads from. They never change, so they can be cached for ever. */
export function servePictures(
  app: FastifyInstance,
  deps: { imageHost: ImageHost; accessTo: (id: string) => Promise<PictureAccess> },
): void {
  const { imageHost, accessTo } = deps;
  app.get<{ Params: { '*': string } }>(`${picturesPath}/*`, async (request, reply) => {
    const file = pictureFile(request.params['*']);
    const access = file ? await accessTo(file.id) : 'none';
    const content = file && access !== 'none' && (await imageHost.read(file.id, file));
    if (!content) throw pictureNotFound();
    const cacheControl =
      access === 'public' ? 'public, max-age=31536000, immutable' : 'private, max-age=60';
    return sendPicture(request, reply, {
      content,
      type: `image/${file.format}`,
      cacheControl,
      tag: `"${file.id}-${file.width}-${file.format}"`,
    });
  });
}

interface EvidenceDeps {
  imageHost: ImageHost;
  hosting?: HostingService | undefined;
  evidenceLinks: EvidenceLinks;
  database: { sql: Sql };
}

/** Serves pictures of returns and disputes, by the addresses that `EvidenceLinks` makes. */
export function serveEvidence(app: FastifyInstance, deps: EvidenceDeps): void {
  const { evidenceLinks, database } = deps;
  app.get<{ Params: { token: string } }>(`${evidencePath}/:token`, async (request, reply) => {
    const id = evidenceLinks.idOf(request.params.token);
    const image = id !== undefined && (await findEvidenceImage(database.sql, id));
    if (!image) throw pictureNotFound();
    if (image.externalUrl !== null && !deps.hosting) {
      // The shop has moved to another image host and cannot fetch from this one any more.
      return reply.header('cache-control', 'no-store').redirect(image.externalUrl);
    }
    const picture = await readEvidence(deps, image);
    if (!picture) throw pictureNotFound();
    return sendPicture(request, reply, {
      content: picture.content,
      type: `image/${picture.format}`,
      cacheControl: 'private, max-age=1800',
      tag: `"${image.id}"`,
    });
  });
}

async function readEvidence(
  { imageHost, hosting }: EvidenceDeps,
  { id, width, externalUrl }: EvidenceImage,
): Promise<{ content: Buffer; format: string } | undefined> {
  if (externalUrl !== null) return hosting?.read(externalUrl);
  const content = await imageHost.read(id, { width, format: 'webp' });
  return content ? { content, format: 'webp' } : undefined;
}

const replySchema = z.toJSONSchema(uploadCall.reply, { io: 'output', target: 'draft-7' });

function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { content: Buffer; type: string; cacheControl: string; tag: string },
) {
  reply
    .header('cache-control', picture.cacheControl)
    .header('etag', picture.tag)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'inline')
    .type(picture.type);
  if (isUnchanged(request.headers['if-none-match'], picture.tag)) return reply.code(304).send();
  return reply.send(picture.content);
}

const pictureNotFound = () => new Problem('not-found', msg`There is no such picture`);

const filePattern = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([1-9]\\d{0,4})\\.(${servedFormats.join('|')})$`,
);

function pictureFile(path: string): ({ id: string } & PictureFile) | null {
  const [, id, width, extension] = filePattern.exec(path) ?? [];
  const format = servedFormats.find((served) => served === extension);
  return id && format ? { id, width: Number(width), format } : null;
}
