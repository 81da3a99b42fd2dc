import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode, encodingFor } from './encoding.ts';
import { isUnchanged } from './entity-tag.ts';
import type { CachedResponse } from './response-cache.ts';

/** The headers of a cached response. Those that are not for everyone have a `cache-control` of their own. */
export function headersOf(cached: CachedResponse): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-cache',
    vary: varyOf({}),
    ...cached.headers,
    etag: cached.etag,
  };
}

/** By which headers of a request the replies to a call differ. */
export function varyOf({ inLanguage = false }: { inLanguage?: boolean }): string {
  return `accept-encoding, authorization${inLanguage ? ', accept-language' : ''}`;
}

/** Sends a cached response in the best encoding that the client accepts, or 304 when the client has it. */
export async function sendCachedResponse(
  cached: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(cached.status).headers(headersOf(cached));
  if (cached.status === 200 && isUnchanged(request.headers['if-none-match'], cached.etag)) {
    return reply.code(304).send();
  }
  const encoding = encodingFor(cached.body.length, request.headers['accept-encoding']);
  if (!encoding) return reply.send(cached.body);
  cached.encoded[encoding] ??= await encode(cached.body, encoding, cached.compression ?? 'cached');
  return reply.header('content-encoding', encoding).send(cached.encoded[encoding]);
}
