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

describe('which traces are exported', () => {
  it('is not decided by the trace id or the flags that a client sends', () => {
    const samplers = Array.from({ length: 200 }, () => samplerOf(0.5));
    const asked = samplers.map((sampler) => isSampled(sampler, SAMPLED));
    expect(new Set(asked)).toEqual(new Set([true, false]));
    expect(samplers.map((sampler) => isSampled(sampler, NONE))).toEqual(asked);
  });

  it('is decided once for all spans of a trace that a process makes', () => {
    const sampler = samplerOf(0.5);
    const decided = isSampled(sampler, SAMPLED);
    expect(isSampled(sampler, SAMPLED)).toBe(decided);
    expect(isSampled(sampler, decided ? SAMPLED : NONE, false)).toBe(decided);
  });

  it('is all of them or none with the shares 1 and 0', () => {
    expect(isSampled(samplerOf(1), NONE)).toBe(true);
    expect(isSampled(samplerOf(0), SAMPLED)).toBe(false);
  });
});
