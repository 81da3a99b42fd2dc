import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { withRequestId } from '../core/request-context.ts';
import { acceptedLanguage, type LoadedLanguage } from '../core/shop-language.ts';
import { type FinishedRequest, telemetry } from '../core/telemetry.ts';
import { currentTracing, type RequestSpan } from '../core/tracing.ts';

/**
 * Makes request ids, which are in the header `x-request-id`, in problems, in the log, and with the mails and jobs that
 * a request causes, so that a visitor's report leads to its log line. A client may bring its own: the trace id of a
 * well-formed `traceparent` (W3C Trace Context), or a well-formed `x-request-id`, as our pages and proxies send. It
 * identifies nothing but log lines, so nothing is gained by sending another client's. Others are unique among servers
 * and restarts.
 */
export function requestIds(): (request: { headers: IncomingHttpHeaders }) => string {
  const server = randomBytes(6).toString('base64url');
  let count = 0;
  return ({ headers }) => {
    const sent = sentId(headers);
    if (sent !== undefined) return sent;
    // The trace of a request is found by its id.
    if (currentTracing()) return randomBytes(16).toString('hex');
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const proxyId = /^[\w-]{16,64}$/;

function sentId(headers: IncomingHttpHeaders): string | undefined {
  const { traceparent: trace, 'x-request-id': id } = headers;
  if (typeof trace === 'string') return traceparent.exec(trace)?.[1];
  return typeof id === 'string' && proxyId.test(id) ? id : undefined;
}

/**
 * Runs the handlers of requests that may write in the name of the request, so that what they queue has its id. Reads queue
 * nothing. After the body was read, because Fastify reads it in another asynchronous context.
 */
export function keepRequestIds(app: FastifyInstance, languages: readonly LoadedLanguage[]): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') done();
    else {
      const language = acceptedLanguage(languages, request.headers['accept-language']);
      withRequestId(request.id, done, language);
    }
  });
}

/** Puts every request into a span, while spans are on. */
export function traceRequests(app: FastifyInstance): void {
  const tracing = currentTracing();
  if (!tracing) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const sent = typeof traceparent === 'string' ? traceparent : undefined;
    const { method, id: requestId } = request;
    spans.set(request, tracing.startRequest({ method, requestId, traceparent: sent }));
    done();
  });
  // After the body was read, for the reason of `keepRequestIds`.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.enter(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    spans.get(request)?.end({ route, status: reply.statusCode });
    done();
  });
}

/** The log line of a request. URLs can contain emails and ids, so neither the URL nor the caller is logged. */
interface RequestLine extends Omit<FinishedRequest, 'cachedReqId'> {
  reqId: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Load balancers ask this route all the time; its requests are logged at level debug. */
    isHealthCheck?: boolean;
  }
}

/** Logs one line per request at level info, and publishes it to telemetry. */
export function logRequests(
  app: FastifyInstance,
  log: Pick<Logger, 'info' | 'debug' | 'isLevelEnabled'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isHealthCheck ? 'debug' : 'info';
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    };
    telemetry.request.publish(line);
    if (log.isLevelEnabled(level)) {
      logRequest({ info: log[level].bind(log) }, { reqId: request.id, ...line });
    }
    done();
  });
}

export function logRequest(log: Pick<Logger, 'info'>, line: RequestLine): void {
  log.info({ ...line, ms: Math.round(line.ms * 10) / 10 }, 'request');
}
