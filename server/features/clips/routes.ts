import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clipType, uploadClip as uploadCall } from '#contract/clips/clips.ts';
import { apiBase, limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import { type Callers, requireCaller } from '../../http/api/caller.ts';
import { isUnchanged } from '../../http/cache/entity-tag.ts';
import { type ClipStore, clipsPath, evidenceClipsPath } from '../../providers/images/port.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { drainRequest, readUploadForm, type UploadForm } from '../images/read-upload-form.ts';
import { parseRange } from './byte-range.ts';
import { findEvidenceClip, findListedClip, type ServedClip } from './clip-access.ts';
import { idInClipName } from './clip-address.ts';
import { type ClipDeps, uploadClip } from './upload-clip.ts';

/** `@fastify/rate-limit` reads this from the route's `config`. */
const uploadRate = { max: 10, timeWindow: '1 minute' };

const form: UploadForm = {
  field: 'clip',
  notAForm: msg`Send the clip as multipart/form-data, in the field clip`,
  otherField: msg`The form may only have the field clip`,
  notAFile: msg`The field clip must be a file`,
  several: msg`Send one clip at a time`,
  missing: msg`The clip is missing: send it in the field clip`,
};

/** Binds the call `uploadClip`. It has a route of its own because its body is a form that is read as a stream. */
export async function serveClipUpload(
  app: FastifyInstance,
  deps: ClipDeps & { callers: Callers },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One byte more than accepted, to distinguish a file at the limit from one beyond it.
      limits: { fileSize: limits.clipBytes + 1, files: 2, fields: 4, fieldSize: 1_000, parts: 6 },
    });
    // Other content types are refused without being read.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: uploadCall.method,
      url: apiBase + uploadCall.path,
      config: { refusal: () => uploadCall.refusal, rateLimit: uploadRate },
      schema: { response: { 201: replySchema } },
      handler: async (request, reply) => {
        const { id, clip } = await requireCaller(deps.callers, uploadCall, request)
          .then((caller) => uploadClip(deps, readUploadForm(request, form), caller.id))
          .catch(async (error) => {
            await drainRequest(request.raw, reply);
            throw error;
          });
        reply.code(201).header('cache-control', 'no-store');
        return { acknowledged: true, insertedId: id, clip };
      },
    });
  });
}

const replySchema = z.toJSONSchema(uploadCall.reply, { io: 'output', target: 'draft-7' });

interface ServingDeps {
  clipStore: ClipStore;
  evidenceLinks: EvidenceLinks;
  database: { sql: Sql };
}

/** A clip that is opened on its own is a document that may do nothing. */
const sandbox = "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'none'";

/**
 * Serves clips by range, from the store as they are read: those of listings to everyone, those that nothing refers to yet to who
 * knows the address, and those of returns, disputes and messages by the addresses that `EvidenceLinks` makes.
 */
export function serveClips(app: FastifyInstance, deps: ServingDeps): void {
  const { sql } = deps.database;
  app.get<{ Params: { name: string } }>(`${clipsPath}/:name`, async (request, reply) => {
    const id = idInClipName(request.params.name);
    const found = id === undefined ? undefined : await findListedClip(sql, id);
    if (!found) throw clipNotFound();
    // Asked again before each use: what is hidden or withdrawn ends within a minute.
    return sendClip(
      deps,
      request,
      reply,
      found,
      found.isPublic ? 'public, max-age=60' : 'no-store',
    );
  });
  app.get<{ Params: { token: string } }>(`${evidenceClipsPath}/:token`, async (request, reply) => {
    const id = deps.evidenceLinks.idOf(request.params.token);
    const found = id === undefined ? undefined : await findEvidenceClip(sql, id);
    if (!found) throw clipNotFound();
    return sendClip(deps, request, reply, found, 'private, max-age=1800');
  });
}

async function sendClip(
  { clipStore }: ServingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  clip: ServedClip,
  cacheControl: string,
) {
  const tag = `"${clip.id}"`;
  reply
    .header('cache-control', cacheControl)
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', sandbox)
    .header('content-disposition', 'inline')
    .type(clipType(clip));
  if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const isSame = (request.headers['if-range'] ?? tag) === tag;
  const range = parseRange(isSame ? request.headers.range : undefined, clip.bytes);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${clip.bytes}`).header('cache-control', 'no-store');
    return reply.code(416).send();
  }
  const { start, end } = range ?? { start: 0, end: clip.bytes - 1 };
  reply.header('content-length', end - start + 1);
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${clip.bytes}`);
  // An empty stream, because Fastify sets the length of everything else.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const content = await clipStore.read(clip.id, { start, end });
  if (!content) throw clipNotFound();
  return reply.send(content);
}

const clipNotFound = () => new Problem('not-found', msg`There is no such clip`);
