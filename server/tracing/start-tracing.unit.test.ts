import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { samplerOf } from './start-tracing.ts';

const traceId = '00000000000000000000000000000001';

/** Whether the spans of a request with a traceparent are exported. */
function isSampled(sampler: Sampler, traceFlags: TraceFlags, isRemote = true): boolean {
  const sender = { traceId, spanId: 'a3ce929d0e0e4736', traceFlags, isRemote };
  const parent = trace.setSpanContext(ROOT_CONTEXT, sender);
  const { decision } = sampler.shouldSample(parent, traceId, 'request', SpanKind.SERVER, {}, []);
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

const { SAMPLED, NONE } = TraceFlags;

describe('the choice of exported traces', () => {
  it('the trace id and the flags of a client do not decide which traces are exported', () => {
    const samplers = Array.from({ length: 200 }, () => samplerOf(0.5));
    const asked = samplers.map((sampler) => isSampled(sampler, SAMPLED));
    expect(new Set(asked)).toEqual(new Set([true, false]));
    expect(samplers.map((sampler) => isSampled(sampler, NONE))).toEqual(asked);
  });

  it('the export is decided once for all spans of a trace in a process', () => {
    const sampler = samplerOf(0.5);
    const decided = isSampled(sampler, SAMPLED);
    expect(isSampled(sampler, SAMPLED)).toBe(decided);
    expect(isSampled(sampler, decided ? SAMPLED : NONE, false)).toBe(decided);
  });

  it('all traces are exported with the share 1, and none with 0', () => {
    expect(isSampled(samplerOf(1), NONE)).toBe(true);
    expect(isSampled(samplerOf(0), SAMPLED)).toBe(false);
  });
});
