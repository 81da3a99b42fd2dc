import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { apiBase } from '#contract/constants.ts';
import { msg, plural } from '#contract/text.ts';
import { type FieldError, Problem } from '../../core/problem.ts';

/**
 * Refuses what could not be handled as it was sent, in the body and the query of every route, those of the providers
 * included: JSON that is nested too deeply, which whatever walks it by recursion would fail on; and texts that could not
 * be stored: null characters (PostgreSQL has none), halves of surrogate pairs and bytes that are not UTF-8 (both
 * would come back as U+FFFD). The query of a call may not have control characters either. The path is the subject of
 * `request-target.ts`.
 */
export function refuseUnstorableTexts(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!isUtf8(body)) return done(new Problem('bad-input', msg`The body is not valid UTF-8`));
      if (isNestedTooDeeply(body)) {
        const detail = msg`The body is nested more than ${plural(maxDepth, { one: '# level', other: '# levels' })} deep`;
        return done(new Problem('bad-input', detail));
      }
      return parseJson(request, body.toString('utf8'), done);
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

/** Levels of arrays and objects. The deepest body that a call takes has four. */
const maxDepth = 20;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Counts the brackets outside of texts, whether or not they match: what is not JSON is refused later. */
function isNestedTooDeeply(body: Buffer): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (isInText && byte === backslash) index++;
    else if (byte === quote) isInText = !isInText;
    else if (isInText) continue;
    else if (opening.has(byte) && ++depth > maxDepth) return true;
    else if (closing.has(byte)) depth--;
  }
  return false;
}

const message = msg`It contains a character that cannot be stored`;

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
