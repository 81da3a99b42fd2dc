import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { calls } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { importLimits } from '#contract/imports/import-fields.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { CsvFault } from '../../core/csv-text.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { badInput, Problem, type ProblemText } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import { type Callers, requireCaller } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import { drainRequest } from '../images/read-upload-form.ts';
import { type RegisterDeps, registerHostedPictures } from '../images/register-hosted-pictures.ts';
import type { SerialNumbers } from '../products/serial-numbers.ts';
import { createPictureGatherer, type GatherDeps } from './gather-pictures.ts';
import { forgetImportChoices, readImportChoices } from './import-choices.ts';
import { readListingImport, readListingImportErrors } from './import-row.ts';
import { mapListingImport, runListingImport } from './run-import.ts';
import { storeListingArchive } from './store-archive.ts';
import { storeListingFile } from './store-file.ts';

const uploadCall = calls.uploadListingFile;

interface UploadDeps {
  database: Database;
  clock: Clock;
  callers: Callers;
  languages: readonly LoadedLanguage[];
}

export function listingImportHandlers(
  deps: GatherDeps &
    RegisterDeps & { shop: Pick<LoadedShop, 'public'>; serialNumbers: SerialNumbers },
): Handlers {
  const { database, clock, shop } = deps;
  const { sql } = database;
  const gatherPictures = createPictureGatherer(deps);
  return {
    readListingImport: ({ params, caller }) =>
      readListingImport(sql, caller, params.id, deps.languages),

    async mapListingImport({ params: { id }, body: { mapping }, caller }) {
      const { pictures } = mapping;
      // A picture that the browser has just uploaded to a hosting service is not known here yet.
      if (pictures && 'value' in pictures) {
        await registerHostedPictures(deps, { image: pictures.value });
      }
      await transaction(database, (tx) =>
        mapListingImport(tx, { actor: caller, id, mapping }, clock.now()),
      );
      return readListingImport(sql, caller, id, deps.languages);
    },

    async runListingImport({ params: { id }, body: { step }, caller }) {
      const gathered = step === 'import' ? await gatherPictures(caller, id) : undefined;
      const run = { actor: caller, id, step, gathered };
      const runDeps = { ...deps, asksTraders: hasPart(shop.public, 'traders') };
      await transaction(database, (tx) => runListingImport(tx, runDeps, run, clock.now()));
      return readListingImport(sql, caller, id, deps.languages);
    },

    readListingImportErrors({ params, caller, reply }) {
      reply.header('content-disposition', 'attachment; filename="import-errors.csv"');
      return readListingImportErrors(sql, caller, params.id);
    },

    async readImportChoices({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      return readImportChoices(sql, await findSeller(sql, query.email, 'email'));
    },

    async forgetImportChoices({ query: { email, ...which }, caller }) {
      requireSelfOrAdmin(caller, { email });
      const sellerId = await findSeller(sql, email, 'email');
      const deletedCount = await transaction(database, (tx) =>
        forgetImportChoices(tx, { ...which, sellerId }),
      );
      return { acknowledged: true, deletedCount };
    },
  };
}

/** `@fastify/rate-limit` reads this from the route's `config`. */
const uploadRate = { max: 10, timeWindow: '1 minute' };

/** Binds the call `uploadListingFile`. It has a route of its own because its body is read as a stream. */
export async function serveListingFiles(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  const { sql } = deps.database;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: uploadCall.method,
      url: apiBase + uploadCall.path,
      config: { rateLimit: uploadRate },
      schema: { response: { 201: replySchema } },
      handler: async (request, reply) => {
        try {
          const caller = await requireCaller(deps.callers, uploadCall, request);
          const query = queryOf(request.query);
          requireSelfOrAdmin(caller, { email: query.seller });
          const sellerId = await findSeller(sql, query.seller, 'seller');
          requirePlainText(request.headers);
          const file = { sellerId, createdBy: caller.id, fileName: query.name };
          const id = await storeUpload(deps, file, request.raw);
          const stored = await readListingImport(sql, caller, id, deps.languages);
          return reply.code(201).header('cache-control', 'no-store').send(stored);
        } catch (error) {
          await drainRequest(request.raw, reply);
          throw error instanceof CsvFault ? badFile(error.message, error) : error;
        }
      },
    });
  });
}

const replySchema = z.toJSONSchema(uploadCall.reply, { io: 'output', target: 'draft-7' });

function queryOf(sent: unknown) {
  const parsed = uploadCall.query.safeParse(sent);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    field: path.join('.') || 'query',
    message,
  }));
  throw badInput(errors);
}

/** @param field of the query, which a refusal names. @throws Problem bad-input */
async function findSeller(sql: Sql, email: string, field: string): Promise<string> {
  const [found] = await sql<{ id: string }[]>`
    select id from users
    where lower(email) = lower(${email}) and removed_at is null and role in ('seller', 'admin')`;
  if (found) return found.id;
  const message = msg`No seller here has this address`;
  throw new Problem('bad-input', message, { errors: [{ field, message }] });
}

/** Stores a ZIP file, which begins as such, or a CSV file. */
async function storeUpload(
  deps: UploadDeps,
  file: Parameters<typeof storeListingFile>[1],
  request: IncomingMessage,
): Promise<string> {
  // The request stays open when its reader leaves, so that a refusal can be sent.
  const body = request.iterator({ destroyOnReturn: false });
  let start = Buffer.alloc(0);
  while (start.length < 4) {
    const { value, done } = await body.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const isArchive = start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
  return isArchive
    ? storeListingArchive(deps, file, counted(start, body, importLimits.archiveBytes))
    : storeListingFile(deps, file, counted(start, body, importLimits.fileBytes));
}

/** A compressed body could unpack to any size. */
function requirePlainText(headers: Record<string, unknown>): void {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers;
  if (encoding !== 'identity') {
    throw new Problem('wrong-content', msg`Send the file as it is, and not compressed`);
  }
  if (Number(length) > importLimits.archiveBytes) throw tooLarge(importLimits.archiveBytes);
}

async function* counted(
  start: Buffer,
  rest: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = start.length;
  yield start;
  for await (const chunk of rest) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): Problem {
  const megabytes = maxBytes / 1024 / 1024;
  const message = msg`The file may have at most ${megabytes} MB. Split it into several files.`;
  return new Problem('too-large', message, { errors: [{ field: 'file', message }] });
}

function badFile(message: ProblemText, cause: unknown): Problem {
  return new Problem('bad-input', message, { errors: [{ field: 'file', message }], cause });
}
