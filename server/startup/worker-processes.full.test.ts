import cluster from 'node:cluster';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { loadShop } from '../config/shop/load-shop.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { findRunningDatabase, startEmbeddedDatabase } from '../database/embedded.ts';
import { transaction } from '../database/transaction.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import { scheduledJobs } from '../jobs/scheduled-jobs.ts';
import { askOnNewConnection } from '../testing/ask-on-new-connection.ts';
import { featureBuilders } from '../testing/feature-builders.ts';
import { quietLog } from '../testing/quiet-log.ts';
import { buildServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { startWorkers } from './worker-processes.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** The limit of each wait; it catches what hangs. */
const soon = { timeout: 60_000 };

let program: Awaited<ReturnType<typeof buildServerProcess>>;
let database: Database;
let folder: string;
/** Two processes of a shop with a folder of its owner and an embedded PostgreSQL. The last of its tests stops it. */
let shop: ServerProcess;

beforeAll(async () => {
  program = await buildServerProcess('shop-process');
  folder = await mkdtemp(join(tmpdir(), 'reprise-workers-'));
  await mkdir(shopFolder());
  await writeFile(join(shopFolder(), 'shop.json'), JSON.stringify(ownShop));
  shop = await program.start([
    project,
    JSON.stringify({
      SERVERS: '2',
      DATA_DIR: folder,
      SHOP_DIR: shopFolder(),
      DATABASE_POOL_SIZE: '8',
      RATE_LIMITS: 'on',
      METRICS_PORT: '0',
      DRAIN_SECONDS: '600',
      // Runs of jobs that find nothing to do are logged at this level.
      LOG_LEVEL: 'debug',
    }),
  ]);
  await vi.waitUntil(() => serving().size === 2, soon);
  const url = (await findRunningDatabase(folder)) ?? '';
  database = await openDatabase({ url, poolSize: 10 }, quietLog);
}, 300_000);
afterAll(async () => {
  await database?.close();
  if (shop?.isRunning()) {
    await shop.kill();
    // It outlives the shop by design.
    await (await startEmbeddedDatabase({ dataDir: folder, log: quietLog })).stop();
  }
  await program.remove();
  await rm(folder, { recursive: true, force: true });
});

const shopFolder = () => join(folder, 'own-shop');
const ownShop = {
  name: 'Nordklang',
  colours: {
    light: { accent: '#1d4b8f', banner: '#12233f' },
    dark: { accent: '#9cc2f5', banner: '#101c33' },
  },
};

interface LogLine {
  msg: string;
  worker?: number;
  workerPid?: number;
  job?: string;
  url?: string;
}

function logged(): LogLine[] {
  return shop.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}

/** The ids of the processes that have served, by their numbers: of each the last. */
function serving(): Map<number, number> {
  const lines = logged().filter(({ msg }) => msg === 'A process of the shop serves');
  return new Map(lines.map(({ worker = 0, workerPid = 0 }) => [worker, workerPid]));
}

const listPath = '/api/products?status=advertise';

describe('a shop with SERVERS=2', () => {
  it('two processes answer on one port, log their numbers and share the connections', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => askOnNewConnection(`${shop.url}/api/products?limit=3`)),
    );
    expect(new Set(replies.map(({ server }) => server)).size).toBe(2);
    const requests = () => logged().filter(({ msg }) => msg === 'request');
    await expect
      .poll(() => new Set(requests().map(({ worker }) => worker)), soon)
      .toEqual(new Set([1, 2]));
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'reprise'
        and pid <> pg_backend_pid()`;
    // Those of this test are among them.
    expect(row?.count).toBeLessThanOrEqual(8 + 10);
  });

  it('both processes show a change within two seconds', async () => {
    const make = featureBuilders(database);
    const seller = await make.user({ role: 'seller' });
    const id = await make.product(seller.id, { name: 'Cornet' });
    const shown = async () => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => askOnNewConnection(shop.url + listPath)),
      );
      const names = replies.map(({ server, body }) => [
        server,
        JSON.parse(body).map(({ name }: { name: string }) => name),
      ]);
      return Object.fromEntries(names);
    };
    await expect.poll(async () => Object.values(await shown()), soon).toEqual([[], []]);
    const advertised = { id, status: 'advertise' } as const;
    await transaction(database, (tx) => changeProductStatus(tx, seller, advertised, new Date()));
    await expect
      .poll(async () => Object.values(await shown()), { timeout: 2_000 })
      .toEqual([['Cornet'], ['Cornet']]);
  });

  it('wrong passwords of both processes are counted together', async () => {
    const body = { email: 'ada@reprise.test', password: 'not-this-one' };
    const headers = { origin: shop.url };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        askOnNewConnection(`${shop.url}/api/auth/sign-in/email`, { method: 'POST', body, headers }),
      ),
    );
    expect(new Set(replies.map(({ server }) => server)).size).toBe(2);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  it('each process allows its share of the requests of one address', async () => {
    const left = async () => {
      const reply = await fetch(`${shop.url}/api/nothing`);
      await reply.body?.cancel();
      return Number(reply.headers.get('x-ratelimit-limit'));
    };
    expect(await left()).toBe(300);
  });

  it('each job runs once, whichever process takes it', async () => {
    await expect
      .poll(async () => (await database.sql`select from job_runs`).length, soon)
      .toBe(Object.keys(scheduledJobs).length);
    // Far away, so that no job runs by its schedule during the test.
    await database.sql`update job_runs set due_at = now() + interval '1 day'`;
    const running = () => database.sql`select from job_runs where leased_by is not null`;
    await expect.poll(async () => (await running()).length, soon).toBe(0);
    // However long this takes, none is due a second time.
    await database.sql`
      create function due_tomorrow() returns trigger language plpgsql as $$
      begin new.due_at = now() + interval '1 day'; return new; end $$`;
    await database.sql`
      create trigger due_tomorrow before update on job_runs for each row
      when (new.finished_at is distinct from old.finished_at) execute function due_tomorrow()`;
    const before = countRuns();
    const [{ at } = { at: '' }] = await database.sql<{ at: string }[]>`select now()::text as at`;
    await database.sql`update job_runs set due_at = now()`;
    const finished = () =>
      database.sql`select from job_runs where finished_at > ${at}::timestamptz`;
    const count = Object.keys(scheduledJobs).length;
    await expect.poll(async () => (await finished()).length, soon).toBe(count);
    const after = countRuns();
    for (const job of Object.keys(scheduledJobs)) {
      expect((after.get(job) ?? 0) - (before.get(job) ?? 0), job).toBe(1);
    }
  });

  it('a killed process is started again as the same shop although its folder is wrong now, and the other serves in the meantime', async () => {
    const { styleSheet, files } = await loadShop({ path: shopFolder(), isRequired: true });
    await writeFile(join(shopFolder(), 'shop.json'), '{"name":');
    const before = serving();
    process.kill(before.get(2) ?? 0, 'SIGKILL');
    await expect.poll(() => serving().get(2), soon).not.toBe(before.get(2));
    expect(serving().get(1)).toBe(before.get(1));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => askOnNewConnection(`${shop.url}${styleSheet}`)),
    );
    expect(new Set(replies.map(({ server }) => server)).size).toBe(2);
    const sheet = files.get(styleSheet ?? '')?.content.toString();
    expect(sheet).toContain(ownShop.colours.light.accent);
    for (const { status, body } of replies) expect([status, body]).toEqual([200, sheet]);
  });

  it('a shop whose first process cannot start ends with the reason', async () => {
    const settings = {
      SERVERS: '2',
      DATABASE_URL: 'postgres://shop:hidden-word@127.0.0.1:1/shop',
      DATABASE_WAIT_SECONDS: '0',
      DATA_DIR: join(folder, 'other'),
    };
    const attempt = program.start([project, JSON.stringify(settings)]);
    await expect(attempt).rejects.toThrow('No database answers at');
    await expect(attempt).rejects.not.toThrow('hidden-word');
  });

  it('each process has metrics of its own, whose counters are of that process', async () => {
    const lines = logged().filter(({ msg }) => msg === 'The metrics are served');
    // The last of each process: another test may have ended one.
    const urls = [...new Map(lines.map(({ worker, url = '' }) => [worker, url])).values()];
    expect(urls).toHaveLength(2);
    const count = async (url: string) => {
      const text = await (await fetch(url)).text();
      const line =
        /^reprise_request_duration_seconds_count\{method="GET",route="\/readyz",.*\} (\d+)$/m;
      expect(text).toContain('reprise_database_up 1');
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = await Promise.all(urls.map(count));
    for (let sent = 0; sent < 12; sent += 1) await askOnNewConnection(`${shop.url}/readyz`);
    const after = await Promise.all(urls.map(count));
    const counts = after.map((one, index) => one - (before[index] ?? 0));
    expect(counts.every((one) => one > 0)).toBe(true);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(12);
  });

  it('all processes with one embedded PostgreSQL serve while draining after SIGTERM, and PostgreSQL stops last', async () => {
    const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
    expect(await readFile(pidFile, 'utf8')).not.toBe('');
    await database.close();
    const ready = async () => (await askOnNewConnection(`${shop.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    const ended = shop.stop('SIGTERM');
    const severalReady = () => Promise.all(Array.from({ length: 6 }, ready));
    await expect.poll(severalReady, soon).toEqual(Array(6).fill(503));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => askOnNewConnection(shop.url + listPath)),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(replies.map(({ server }) => server)).size).toBe(2);
    shop.stop('SIGINT');
    expect(await ended).toBe(0);
    expect(shop.lines.at(-1)).toBe('closed');
    await expect(readFile(pidFile)).rejects.toThrow('ENOENT');
  });
});

it('processes that end again and again are started after growing pauses, until all have ended often enough', async () => {
  const script = join(folder, 'ends-soon.mjs');
  await writeFile(
    script,
    "process.send({ kind: 'open', opened: { url: 'http://127.0.0.1:1' } }, () => process.exit(3));",
  );
  const waits = new Map<number, number[]>();
  const log = {
    ...quietLog,
    error({ worker, waitMs }: { worker?: number; waitMs?: number }) {
      if (worker && waitMs) waits.set(worker, [...(waits.get(worker) ?? []), waitMs]);
    },
  };
  const config = readConfig({
    SERVERS: '2',
    PORT: '0',
    DATABASE_URL: 'postgres://127.0.0.1:1/shop',
  });
  const gaveUp = vi.fn();
  const shop = await startWorkers({ config, log, program: script, gaveUp, restartMs: 4 });
  expect(shop.url).toBe('http://127.0.0.1:1');
  await expect.poll(() => gaveUp.mock.calls.length, soon).toBe(1);
  for (const ofWorker of waits.values()) expect(ofWorker.slice(0, 5)).toEqual([4, 8, 16, 32, 64]);
  expect([...waits.keys()].sort()).toEqual([1, 2]);
  expect(Object.keys(cluster.workers ?? {})).toEqual([]);
});

function countRuns(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { msg, job } of logged()) {
    if (job && /^Job (finished|failed)/.test(msg)) counts.set(job, (counts.get(job) ?? 0) + 1);
  }
  return counts;
}
