import { createHmac, randomBytes } from 'node:crypto';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { BaseLogger } from 'pino';
import type { TracingSettings } from '../config/tracing-settings.ts';
import { setTracing } from '../core/tracing.ts';
import { traceCachedResponses, tracingWith } from './open-telemetry.ts';

/** A collector that does not answer in this time has lost the batch. */
const exportTimeoutMs = 5_000;
/** Spans that wait; further ones are dropped. */
const maxSpans = 4_096;
/** What is not exported by then is lost when the server stops. */
const stopTimeoutMs = 3_000;

/**
 * Makes spans of requests, statements, transactions, jobs, mails and calls of providers, and exports them in batches behind
 * them. A collector that is slow or away costs spans and nothing else. The tracer is used by this program alone: libraries
 * that would make spans of their own find none.
 * @returns `stop` exports what is left, for three seconds at most
 */
export function startTracing(
  { endpoint, headers, serviceName, ratio }: TracingSettings,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): { stop(): Promise<void> } {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: samplerOf(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: saysWhenAway(exporter, log),
        maxQueueSize: maxSpans,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const contextManager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contextManager);
  const tracer = provider.getTracer('reprise');
  setTracing(tracingWith(tracer));
  const stopTracing = traceCachedResponses(tracer);
  return {
    async stop() {
      setTracing(undefined);
      stopTracing();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopTimeoutMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), limit]);
      clearTimeout(timer);
      context.disable();
    },
  };
}

/**
 * Decides which traces are exported. Anyone can send a traceparent with a trace id and flags of their choice, so
 * neither decides: a keyed hash of the id does. Each process has a key of its own, so all spans that it makes of a
 * trace are exported, or none.
 */
export function samplerOf(ratio: number): Sampler {
  const key = randomBytes(32);
  const ofShare = new TraceIdRatioBasedSampler(ratio);
  const keyed: Sampler = {
    shouldSample(parent, traceId) {
      const hash = createHmac('sha256', key).update(traceId).digest('hex').slice(0, 32);
      return ofShare.shouldSample(parent, hash);
    },
    toString: () => `Keyed${ofShare}`,
  };
  return new ParentBasedSampler({
    root: keyed,
    remoteParentSampled: keyed,
    remoteParentNotSampled: keyed,
  });
}

/** One log line for each outage of the collector, and one when it is back. */
function saysWhenAway(
  exporter: SpanExporter,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): SpanExporter {
  let isAway = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isAway) {
          log.warn({ err: result.error }, 'Spans cannot be exported; they are lost until they can');
        } else if (!hasFailed && isAway) log.info('Spans are exported again');
        isAway = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
