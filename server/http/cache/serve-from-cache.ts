import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { telemetry } from '../../core/telemetry.ts';
import type { Callers } from '../api/caller.ts';
import { logRequest } from '../request-log.ts';
import { type Encoding, encodingFor } from './encoding.ts';
import { isUnchanged } from './entity-tag.ts';
import type { PersonalResponses } from './personal-responses.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';
import { headersOf } from './send-response.ts';

export interface ServeFromCacheDeps {
  responseCache: Pick<ResponseCache, 'get'>;
  personalResponses: Pick<PersonalResponses, 'get'>;
  callers: Pick<Callers, 'recallUser'>;
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  newRequestId: (request: IncomingMessage) => string;
  isDraining: () => boolean;
  log: Pick<Logger, 'info' | 'isLevelEnabled'>;
}

/**
 * Sends a cached response before Fastify sees the request: to a guest, or to a user whose token, session and record were
 * checked within the last second. Routing, hooks and serialising would be two thirds
 * of its cost (bench/results). The rate limit does not count these requests, because refusing one would cost as much.
 * @returns whether the response was sent; otherwise the request is to be handled by Fastify
 */
export function serveFromCache(deps: ServeFromCacheDeps) {
  const readyHeads = new WeakMap<
    CachedResponse,
    Map<Encoding | 'unchanged' | 'plain', readonly string[]>
  >();

  /** Names and values in turn, which is Node's fastest form of headers. Made once for each encoding. */
  function headOf(
    cached: CachedResponse,
    form: Encoding | 'unchanged' | 'plain',
  ): readonly string[] {
    const heads = readyHeads.get(cached) ?? new Map();
    readyHeads.set(cached, heads);
    const known = heads.get(form);
    if (known) return known;
    const head = Object.entries({ ...deps.headers, ...formHeaders(cached, form) }).flat();
    heads.set(form, head);
    return head;
  }

  function cachedFor(authorization: string | undefined, url: string): CachedResponse | undefined {
    if (authorization === undefined) return deps.responseCache.get(url);
    const userId = deps.callers.recallUser(authorization);
    return userId === undefined ? undefined : deps.personalResponses.get(userId, url);
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method, url } = request;
    if (method !== 'GET' || url === undefined || deps.isDraining()) return false;
    const cached = cachedFor(headers.authorization, url);
    if (!cached) return false;

    const startedMs = performance.now();
    const id = deps.newRequestId(request);
    if (isUnchanged(headers['if-none-match'], cached.etag)) {
      response.writeHead(304, [...headOf(cached, 'unchanged'), 'x-request-id', id]).end();
    } else {
      const encoding = encodingFor(cached.body.length, wantedEncoding(headers));
      const body = encoding ? cached.encoded[encoding] : cached.body;
      // Fastify's handler compresses it for the first client that accepts this encoding.
      if (!body) return false;
      response
        .writeHead(200, [...headOf(cached, encoding ?? 'plain'), 'x-request-id', id])
        .end(body);
    }
    const { statusCode: status } = response;
    const line = { method, route: cached.route, status, ms: performance.now() - startedMs };
    telemetry.request.publish({ ...line, cachedReqId: id });
    telemetry.cacheLookup.publish({ result: 'hit' });
    if (deps.log.isLevelEnabled('info')) logRequest(deps.log, { reqId: id, ...line });
    return true;
  };
}

function wantedEncoding(headers: IncomingMessage['headers']): string | undefined {
  const accepted = headers['accept-encoding'];
  return Array.isArray(accepted) ? accepted.join(',') : accepted;
}

function formHeaders(
  cached: CachedResponse,
  form: Encoding | 'unchanged' | 'plain',
): Record<string, string> {
  const headers: Record<string, string> = { ...headersOf(cached) };
  if (form === 'unchanged') return headers;
  const body = form === 'plain' ? cached.body : cached.encoded[form];
  headers['content-length'] = String(body?.length ?? 0);
  if (form !== 'plain') headers['content-encoding'] = form;
  return headers;
}
