import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { logRequest } from '../request-log.ts';
import { type Encoding, encodingFor } from './encoding.ts';
import { isUnchanged } from './entity-tag.ts';
import type { Answer, ResponseCache } from './response-cache.ts';
import { headersOf } from './send-response.ts';

export interface ServeFromCacheDeps {
  answers: Pick<ResponseCache, 'recall'>;
  /** What stands on every answer. */
  headers: Readonly<Record<string, string>>;
  newRequestId: () => string;
  isStopping: () => boolean;
  log: Pick<Logger, 'info' | 'isLevelEnabled'>;
}

/**
 * Answers a guest's repeated read before the framework sees it. What is remembered needs no routing, hooks or
 * serialising: two thirds of the cost of such an answer would be these (bench/results). It is not counted by the rate
 * limit, because refusing it would cost as much as giving it.
 * @returns whether it has answered; otherwise the request goes its usual way
 */
export function serveFromCache(deps: ServeFromCacheDeps) {
  const readyHeads = new WeakMap<
    Answer,
    Map<Encoding | 'unchanged' | 'plain', readonly string[]>
  >();

  /** Names and values in turn, as Node takes them fastest. Made once for each form of an answer. */
  function headOf(answer: Answer, form: Encoding | 'unchanged' | 'plain'): readonly string[] {
    const heads = readyHeads.get(answer) ?? new Map();
    readyHeads.set(answer, heads);
    const known = heads.get(form);
    if (known) return known;
    const head = Object.entries({ ...deps.headers, ...formHeaders(answer, form) }).flat();
    heads.set(form, head);
    return head;
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method, url } = request;
    if (method !== 'GET' || url === undefined || headers.authorization !== undefined) return false;
    const answer = deps.isStopping() ? undefined : deps.answers.recall(url);
    if (!answer) return false;

    const startedMs = performance.now();
    const id = deps.newRequestId();
    if (isUnchanged(headers['if-none-match'], answer.etag)) {
      response.writeHead(304, [...headOf(answer, 'unchanged'), 'x-request-id', id]).end();
    } else {
      const encoding = encodingFor(answer.body.length, wantedEncoding(headers));
      const body = encoding ? answer.encoded[encoding] : answer.body;
      // The first to want it compressed has it made on the usual way.
      if (!body) return false;
      response
        .writeHead(200, [...headOf(answer, encoding ?? 'plain'), 'x-request-id', id])
        .end(body);
    }
    if (deps.log.isLevelEnabled('info')) {
      const { statusCode: status } = response;
      const ms = performance.now() - startedMs;
      logRequest(deps.log, { reqId: id, method, route: answer.route, status, ms });
    }
    return true;
  };
}

function wantedEncoding(headers: IncomingMessage['headers']): string | undefined {
  const accepted = headers['accept-encoding'];
  return Array.isArray(accepted) ? accepted.join(',') : accepted;
}

function formHeaders(
  answer: Answer,
  form: Encoding | 'unchanged' | 'plain',
): Record<string, string> {
  const headers: Record<string, string> = { ...headersOf(answer) };
  if (form === 'unchanged') return headers;
  const body = form === 'plain' ? answer.body : answer.encoded[form];
  headers['content-length'] = String(body?.length ?? 0);
  if (form !== 'plain') headers['content-encoding'] = form;
  return headers;
}
