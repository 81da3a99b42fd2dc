import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { telemetry } from '../core/telemetry.ts';
import type { RequestSpan, SpanOptions, Tracing } from '../core/tracing.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Makes the spans of this program with OpenTelemetry. */
export function tracingWith(tracer: Tracer): Tracing {
  return {
    run: (name, options, work) => runInSpan(tracer, name, options, work),
    startRequest: (request) => startRequest(tracer, request),
  };
}

async function runInSpan<Result>(
  tracer: Tracer,
  name: string,
  { kind = 'internal', attributes, root, isInner = false }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = root ? contextOf(root.requestId) : context.active();
  if (isInner && !trace.getSpan(parent)) return work();
  const span = tracer.startSpan(
    name,
    { kind: kinds[kind], ...(attributes && { attributes }) },
    parent,
  );
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Only the kind of error: its message may contain personal data. */
function markFailed(span: Span, error: unknown): void {
  const kind = error instanceof Error ? error.name : 'unknown';
  const { code } = (error ?? {}) as { code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const traceId = /^(?!0{32})[0-9a-f]{32}$/;

/**
 * The context of the action that a request belongs to, and so does what it has queued. The id of a request is its trace id, but
 * for the dashes of the UUIDs that our pages and some proxies send. The action itself has no span: its id ends the trace id.
 */
function contextOf(requestId: string | null): Context {
  const ofTrace = requestId?.replaceAll('-', '') ?? '';
  return traceId.test(ofTrace) ? remoteContext(ofTrace, ofTrace.slice(16)) : ROOT_CONTEXT;
}

function remoteContext(ofTrace: string, spanId: string): Context {
  const traceFlags = TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: ofTrace,
    spanId,
    traceFlags,
    isRemote: true,
  });
}

function startRequest(
  tracer: Tracer,
  { method, requestId, traceparent }: Parameters<Tracing['startRequest']>[0],
): RequestSpan {
  // The id of a request that came with a well-formed traceparent is its trace id (`http/request-log.ts`).
  const [, sentTrace, sentSpan] = traceparent?.split('-') ?? [];
  const parent =
    sentTrace === requestId && sentSpan !== undefined
      ? remoteContext(requestId, sentSpan)
      : contextOf(requestId);
  const attributes = { 'http.request.method': method, 'reprise.request_id': requestId };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return {
    enter: (work) => context.with(trace.setSpan(parent, span), work),
    end({ route, status }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Responses from the cache are sent before any hook: their spans are made afterwards. */
export function traceCachedResponses(tracer: Tracer): () => void {
  return telemetry.request.subscribe(({ method, route, status, ms, cachedReqId }) => {
    if (cachedReqId === undefined) return;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'reprise.request_id': cachedReqId,
      'reprise.cache': 'hit',
    };
    const endTime = Date.now();
    const options = { kind: SpanKind.SERVER, attributes, startTime: endTime - ms };
    tracer.startSpan(`${method} ${route}`, options, contextOf(cachedReqId)).end(endTime);
  });
}
