import { z } from 'zod';
import { address } from './setting-types.ts';

const headerList = /^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/;

/** The settings of traces, by the names that OpenTelemetry has given them. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https')
    .optional()
    .describe(
      'Where a collector of OpenTelemetry takes traces by OTLP over HTTP, for example `http://127.0.0.1:4318`. Without it there are none.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(headerList, 'must be name=value with commas between them')
    .optional()
    .describe(
      'Headers for the collector, such as its key, as `name=value` with commas between them.',
    ),
  OTEL_SERVICE_NAME: z.string().default('reprise').describe('The name of the shop in traces.'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .optional()
    .describe(
      'The share of requests, jobs and mails that are traced, from `0` to `1`, by default all.',
    ),
} as const;

type TracingValues = z.output<z.ZodObject<typeof tracingSettings>>;

export interface TracingSettings {
  /** The address at which the collector takes OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The share of traces that are exported, 0 to 1. */
  ratio: number;
}

/** The destination of traces; undefined when there is none. */
export function readTracingSettings(values: TracingValues): TracingSettings | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: headersIn(values.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
  };
}

/** Values are percent-encoded, as OpenTelemetry has it. */
function headersIn(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split(',').flatMap((header) => {
      const at = header.indexOf('=');
      return at < 1 ? [] : [[header.slice(0, at).trim(), decoded(header.slice(at + 1).trim())]];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
