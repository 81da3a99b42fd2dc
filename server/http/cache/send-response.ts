import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode, encodingFor } from './encoding.ts';
import { isUnchanged } from './entity-tag.ts';
import type { Answer } from './response-cache.ts';

/** What every answer from memory says of itself, besides what it was made with. */
export function headersOf(answer: Answer): Readonly<Record<string, string>> {
  return {
    ...answer.headers,
    'cache-control': 'no-cache',
    etag: answer.etag,
    vary: 'accept-encoding, authorization',
  };
}

/** Sends an answer in the encoding that the client likes best, or 304 when it has it already. */
export async function sendCachedResponse(
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(answer.status).headers(headersOf(answer));
  if (answer.status === 200 && isUnchanged(request.headers['if-none-match'], answer.etag)) {
    return reply.code(304).send();
  }
  const encoding = encodingFor(answer.body.length, request.headers['accept-encoding']);
  if (!encoding) return reply.send(answer.body);
  answer.encoded[encoding] ??= await encode(answer.body, encoding, 'kept');
  return reply.header('content-encoding', encoding).send(answer.encoded[encoding]);
}
