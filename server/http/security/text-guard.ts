import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { apiBase } from '#contract/constants.ts';
import { type FieldError, Problem } from '../../core/problem.ts';

/**
 * Refuses texts that could not be stored as they were sent, in the body and the query of every route, those of the
 * providers included: null characters (PostgreSQL has none), halves of surrogate pairs and bytes that are not UTF-8 (both
 * would come back as U+FFFD). The query of a call may not have control characters either. The path is the subject of
 * `request-target.ts`.
 */
export function refuseUnstorableTexts(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (isUtf8(body)) return parseJson(request, body.toString('utf8'), done);
      return done(new Problem('bad-input', 'The body is not valid UTF-8'));
    },
  );
  app.addHook('preValidation', (request, _reply, done) => {
    const errors = [
      ...findUnstorableTexts(request.body, unstorable, []),
      // A page's query is for the browser.
      ...(request.url.startsWith(`${apiBase}/`)
        ? findUnstorableTexts(request.query, controlCharacter, [])
        : []),
    ];
    if (errors.length === 0) return done();
    return done(new Problem('bad-input', message, { errors }));
  });
}

const message = 'There is a character in it that cannot be kept';

const unstorable = /\0|\p{Surrogate}/u;
const controlCharacter = /\p{Cc}|[\u2028\u2029]|\p{Surrogate}/u;

function findUnstorableTexts(value: unknown, pattern: RegExp, path: string[]): FieldError[] {
  if (typeof value === 'string') {
    return pattern.test(value) ? [{ field: path.join('.') || 'body', message }] : [];
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    findUnstorableTexts(inner, pattern, [...path, key]),
  );
}
