import { Counter, Histogram, type Registry } from 'prom-client';
import { telemetry } from '../core/telemetry.ts';

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobSeconds = [0.01, 0.1, 1, 10, 60, 300, 900];

/**
 * Counts what this process publishes to telemetry.
 * @returns a function that stops counting
 */
export function countTelemetry(registry: Registry): () => void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'reprise_request_duration_seconds',
    help: 'Time until the response was sent, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const jobs = new Histogram({
    name: 'reprise_job_duration_seconds',
    help: 'Time of the runs of scheduled jobs on this server',
    labelNames: ['job', 'result'],
    buckets: jobSeconds,
    registers,
  });
  const payments = new Counter({
    name: 'reprise_payments_total',
    help: 'Charges by what became of them on this server',
    labelNames: ['outcome'],
    registers,
  });
  const lookups = new Counter({
    name: 'reprise_response_cache_lookups_total',
    help: 'Responses that were in the cache (hit) or had to be made',
    labelNames: ['result'],
    registers,
  });
  const reads = new Counter({
    name: 'reprise_catalogue_reads_total',
    help: 'Statements that read the catalogue, by where; without a replica there are none',
    labelNames: ['from'],
    registers,
  });
  // A rate needs the value before the first event.
  for (const outcome of ['recorded', 'late', 'refunded', 'refund-failed'])
    payments.inc({ outcome }, 0);
  for (const result of ['hit', 'made']) lookups.inc({ result }, 0);
  const subscriptions = [
    telemetry.request.subscribe(({ method, route, status, ms }) => {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    }),
    telemetry.job.subscribe(({ job, ms, hasFailed }) => {
      jobs.observe({ job, result: hasFailed ? 'failed' : 'done' }, ms / 1_000);
    }),
    telemetry.payment.subscribe((labels) => payments.inc(labels)),
    telemetry.cacheLookup.subscribe((labels) => lookups.inc(labels)),
    telemetry.catalogueRead.subscribe((labels) => reads.inc(labels)),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
