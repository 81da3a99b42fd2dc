import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queuedMailKinds } from '#contract/operations/mail-kinds.ts';
import { readConfig } from '../config/config.ts';
import { telemetry } from '../core/telemetry.ts';
import { scheduledJobs } from '../jobs/scheduled-jobs.ts';
import { findProjectFiles } from '../startup/project-files.ts';
import { type RunningShop, startShop } from '../startup/start-shop.ts';
import { featureBuilders } from '../testing/feature-builders.ts';
import { addPayout } from '../testing/payout-builders.ts';
import { createPeople } from '../testing/people.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { plainPages } from '../testing/test-shop.ts';
import { startMetrics } from './start-metrics.ts';

let database: TestDatabase;
let folder: string;
let shop: RunningShop;

const start = (environment: Record<string, string>) =>
  startShop({
    config: readConfig({ PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, ...environment }),
    log: pino({ level: 'silent' }),
    files: findProjectFiles(),
    pages: plainPages,
    webFolder: folder,
  });

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-metrics-'));
  shop = await start({ METRICS_PORT: '0' });
});
afterAll(async () => {
  await shop.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function read(url = shop.metricsUrl ?? ''): Promise<Map<string, number>> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const lines = (await response.text()).split('\n').filter((line) => /^\w/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))];
    }),
  );
}

describe('the metrics', () => {
  it('the metrics are on a port of their own and not on that of the shop', async () => {
    const { origin } = new URL(shop.metricsUrl ?? '');
    expect(origin).not.toBe(shop.url);
    expect(await (await fetch(`${shop.url}/metrics`)).text()).not.toContain('reprise_');
    expect((await fetch(`${origin}/`)).status).toBe(404);
  });

  it('the metrics are off by default', async () => {
    const quiet = await start({});
    expect(quiet.metricsUrl).toBeUndefined();
    await quiet.close();
  });

  it('a port of the metrics that is in use is reported with the name of its setting', async () => {
    const { port } = new URL(shop.metricsUrl ?? '');
    const second = start({ METRICS_PORT: port });
    await expect(second).rejects.toThrow(`Port ${port} is taken`);
    await expect(second).rejects.toHaveProperty('remedy', expect.stringContaining('METRICS_PORT='));
  });

  it('the metrics count requests by route, including those answered from the cache', async () => {
    const count = (metrics: Map<string, number>, status = '2xx') =>
      metrics.get(
        `reprise_request_duration_seconds_count{method="GET",route="/api/products",status="${status}"}`,
      ) ?? 0;
    const lookups = (metrics: Map<string, number>, result: string) =>
      metrics.get(`reprise_response_cache_lookups_total{result="${result}"}`) ?? 0;
    const before = await read();
    const path = `${shop.url}/api/products?status=advertise&limit=3`;
    for (let request = 0; request < 3; request += 1) await (await fetch(path)).text();
    await fetch(`${shop.url}/api/products?status=nonsense`);
    const after = await read();
    expect(count(after) - count(before)).toBe(3);
    expect(count(after, '4xx') - count(before, '4xx')).toBe(1);
    expect(lookups(after, 'made') - lookups(before, 'made')).toBe(1);
    expect(lookups(after, 'hit') - lookups(before, 'hit')).toBe(2);
  });

  it('the metrics count the outcome of payments', async () => {
    const key = 'reprise_payments_total{outcome="late"}';
    const before = (await read()).get(key) ?? Number.NaN;
    telemetry.payment.publish({ outcome: 'late' });
    expect((await read()).get(key)).toBe(before + 1);
  });

  it('the metrics contain no address, id or name of a visitor', async () => {
    const make = featureBuilders(database);
    const seller = await make.user({ role: 'seller', name: 'Petra Hidden' });
    const productId = await make.product(seller.id);
    await fetch(`${shop.url}/api/products/${productId}?email=petra@hidden.test`);
    const text = await (await fetch(shop.metricsUrl ?? '')).text();
    expect(text).toContain('route="/api/products/:id"');
    for (const secret of [productId, 'hidden', 'Petra']) expect(text).not.toContain(secret);
  });

  it('the metrics have the state of the process, of its connections, and of every scheduled job', async () => {
    const metrics = await read();
    expect(metrics.get('reprise_database_up')).toBe(1);
    const connections = async (state: string) =>
      (await read()).get(`reprise_database_connections{state="${state}"}`);
    // Jobs use all of them for a moment at each full minute.
    await expect.poll(() => connections('waiting')).toBe(0);
    await expect.poll(() => connections('idle')).toBeGreaterThan(0);
    expect(metrics.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    for (const job of Object.keys(scheduledJobs)) {
      expect(metrics.get(`reprise_job_failed{job="${job}"}`)).toBe(0);
      expect(metrics.has(`reprise_job_overdue_seconds{job="${job}"}`)).toBe(true);
    }
  });

  it('the metrics include all that the alert rules and the dashboard of deploy/monitoring read', async () => {
    const folder = new URL('../../deploy/monitoring/', import.meta.url);
    const names = await Promise.all(
      ['alerts.yml', 'dashboard.json'].map(async (file) => {
        const text = await readFile(new URL(file, folder), 'utf8');
        return text.match(/\b(?:reprise|nodejs|process)_\w+/g) ?? [];
      }),
    );
    // Jobs are counted from their first run.
    telemetry.job.publish({ job: 'test', ms: 1, hasFailed: false });
    const served = [...(await read()).keys()].map((line) => line.replace(/\{.*/, ''));
    expect(new Set(names.flat()).size).toBeGreaterThan(20);
    expect([...new Set(names.flat())].filter((name) => !served.includes(name))).toEqual([]);
  });

  it('the metrics count waiting holds, mails and refunds', async () => {
    const people = createPeople(database);
    const before = await read();
    const seller = await people.seller();
    await people.book(await people.buyer(), await people.make.product(seller.id));
    await addPayout(database, { sellerId: seller.id });
    const taken = { state: 'taken', providerPayoutId: 'tr_1', takenAt: new Date() } as const;
    await addPayout(database, { sellerId: (await people.seller()).id, ...taken });
    const after = await read();
    const change = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(change('reprise_bookings_held')).toBe(1);
    expect(change('reprise_payouts_open')).toBe(2);
    expect(after.get('reprise_holds_overdue')).toBe(0);
    expect(after.get('reprise_refunds_due')).toBe(0);
    expect(after.get('reprise_ledger_differences{explained="no"}')).toBe(0);
    for (const kind of queuedMailKinds) {
      expect(after.has(`reprise_mails_waiting{kind="${kind}"}`)).toBe(true);
    }
  });
});

it('process metrics are served while the database is away, and report it', async () => {
  const other = await createEmptyDatabase();
  const warnings: string[] = [];
  const log = { warn: (_fields: unknown, message?: string) => warnings.push(message ?? '') };
  const metrics = await startMetrics({ database: other, log }, { host: '127.0.0.1', port: 0 });
  await other.close();
  const found = await read(metrics.url);
  expect(found.get('reprise_database_up')).toBe(0);
  expect(found.has('reprise_bookings_held')).toBe(false);
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(warnings).toEqual(['The metrics of the shop could not be read']);
  await metrics.stop();
  await expect(fetch(metrics.url)).rejects.toThrow();
});
