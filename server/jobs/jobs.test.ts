import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobName } from '#contract/operations/job-names.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../database/connection.ts';
import { rawSql } from '../database/sql.ts';
import { createAlertLinks } from '../features/alerts/alert-links.ts';
import { createSaleCodes } from '../features/bookings/sale-codes.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { createDetailsSeal } from '../features/payouts/payout-details.ts';
import { createWebhookSeal } from '../features/webhooks/webhook-secrets.ts';
import { createSandboxCards, type SandboxCards } from '../providers/cards/sandbox/sandbox-cards.ts';
import { createDiskClips } from '../providers/images/disk/disk-clips.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import type { ImageHost } from '../providers/images/port.ts';
import { createManualPayouts } from '../providers/payouts/manual-payouts.ts';
import { addUser } from '../testing/builders.ts';
import { quietLog } from '../testing/quiet-log.ts';
import { createTestDatabase, databaseUrlFor, type TestDatabase } from '../testing/test-database.ts';
import { leaseSeconds } from './job-leases.ts';
import { startJobs } from './jobs.ts';
import { type ScheduledJob, scheduledJobs } from './scheduled-jobs.ts';

let database: TestDatabase;
let folder: string;
let imageHost: ImageHost;
const clock = systemClock;
const mail = { name: 'none', send: async () => undefined, close: async () => undefined };
const saleCodes = createSaleCodes('a secret of these tests');
const origin = () => 'https://shop.test';
const identity = { remove: vi.fn(async (_email: string) => undefined) };
const payouts = createManualPayouts();
const noMovements = async () => ({ movements: [], next: undefined });
const balance = { name: 'sandbox' as const, listMovements: noMovements };
let cards: SandboxCards;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-jobs-'));
  imageHost = createDiskImages({ folder });
  const log = { warn: vi.fn() };
  cards = createSandboxCards({ database, clock, log, secret: 'secret', deliver: async () => 200 });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A function, because some are opened before all tests. */
const deps = () => ({
  database,
  imageHost,
  clipStore: createDiskClips(join(folder, 'clips')),
  identity,
  cards,
  payouts,
  balance,
  mail,
  saleCodes,
  detailsSeal: createDetailsSeal('a secret of these tests'),
  alertLinks: createAlertLinks('a secret of these tests'),
  sendWebhook: async () => ({ status: 200 }),
  webhookSeal: createWebhookSeal('a secret of these tests'),
  origin,
  clock,
});

const run = (name: JobName): Promise<number> => scheduledJobs[name].run(deps());

describe('a scheduled job', () => {
  it('a scheduled job makes AVIF renditions of new pictures and records a change of the catalogue', async () => {
    const { default: sharp } = await import('sharp');
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#863' } });
    const { id } = await uploadImage({ database, imageHost, clock, origin }, picture.png());
    expect(await run('avif-pictures-made')).toBe(1);
    const [row] = await database.sql`select avif from images where id = ${id}`;
    expect(row?.avif).toBe(true);
    const changes = await database.sql`select from catalogue_changes where product_id is null`;
    expect(changes).toHaveLength(1);
    expect(await run('avif-pictures-made')).toBe(0);
  });

  it('a scheduled job removes a picture that has been unused for a day', async () => {
    await database.sql`update images set created_at = now() - interval '25 hours'`;
    expect(await run('unused-pictures-removed')).toBe(1);
    expect(await database.sql`select from images`).toHaveLength(0);
  });

  it('a scheduled job removes identities that were left over when their users were removed', async () => {
    identity.remove.mockRejectedValueOnce(new Error('The provider is unavailable'));
    await addUser(database, { email: 'left@reprise.test', removedAt: clock.now() });
    await expect(run('identities-ended')).rejects.toThrow('Some identities are not ended yet');
    expect(await run('identities-ended')).toBe(1);
    expect(identity.remove).toHaveBeenLastCalledWith('left@reprise.test');
    expect(await run('identities-ended')).toBe(0);
    expect(await run('people-erased')).toBe(1);
  });

  it.each(Object.keys(scheduledJobs) as JobName[])(
    '%s processes nothing when there is nothing to do',
    async (name) => {
      expect(await run(name)).toBe(0);
    },
  );
});

/** Servers look for due jobs every second. */
const soon = { timeout: 20_000 };

/** A job that waits until the test lets it finish. */
function controlledJob() {
  const runs: { finish: () => void; fail: (error: Error) => void }[] = [];
  const job: ScheduledJob = {
    schedule: { everyMinutes: 24 * 60 },
    run: () =>
      new Promise((resolve, reject) => {
        runs.push({ finish: () => resolve(1), fail: reject });
      }),
  };
  return { job, runs };
}

describe('jobs', () => {
  const start = (jobs?: Readonly<Record<string, ScheduledJob>>) => {
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    return startJobs({
      ...deps(),
      log,
      ...(jobs && { jobs }),
    });
  };
  const runOf = async (name: string) => {
    const [row] = await database.sql<
      { leasedBy: string | null; inMinutes: number; lastFault: string | null }[]
    >`select leased_by as "leasedBy", last_fault as "lastFault",
        ceil(extract(epoch from due_at - clock_timestamp()) / 60)::int as "inMinutes"
      from job_runs where name = ${name}`;
    return row;
  };
  const makeDue = (name: string) =>
    database.sql`update job_runs set due_at = clock_timestamp() where name = ${name}`;

  it('jobs have one row each when two servers start together, due at the next time of their schedule', async () => {
    const servers = await Promise.all([start(), start()]);
    const rows = await database.sql<{ name: string; minute: string }[]>`
      select name, to_char(due_at at time zone 'UTC', 'HH24:MI:SS') as minute from job_runs`;
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(scheduledJobs).sort());
    const minuteOf = (name: string) => rows.find((row) => row.name === name)?.minute;
    expect(minuteOf('stray-pictures-removed')).toBe('03:41:00');
    expect(minuteOf('unused-pictures-removed')).toMatch(/:17:00$/);
    expect(minuteOf('catalogue-changes-removed')).toMatch(/0:00$/);
    expect(minuteOf('holds-expired')).toMatch(/:00$/);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('jobs run on one of several servers, and again at the next time of their schedule', async () => {
    const { job, runs } = controlledJob();
    const servers = await Promise.all([start({ alone: job }), start({ alone: job })]);
    await makeDue('alone');
    await expect.poll(() => runs.length, soon).toBe(1);
    expect((await runOf('alone'))?.leasedBy).not.toBeNull();
    runs[0]?.finish();
    await expect.poll(async () => (await runOf('alone'))?.leasedBy, soon).toBeNull();
    expect((await runOf('alone'))?.inMinutes).toBeGreaterThan(0);
    expect(runs).toHaveLength(1);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('a run that found nothing to do is logged at level debug, others at level info', async () => {
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const done = (items: number): ScheduledJob => ({
      schedule: { everyMinutes: 60 },
      run: async () => items,
    });
    const jobs = { 'found-nothing': done(0), 'found-two': done(2) };
    const server = await startJobs({ ...deps(), log, jobs });
    for (const name of Object.keys(jobs)) await makeDue(name);
    const said = (entries: typeof log.info) => entries.mock.calls.map(([{ job }]) => job);
    await expect.poll(() => said(log.info), soon).toEqual(['found-two']);
    await expect.poll(() => said(log.debug), soon).toEqual(['found-nothing']);
    await server.stop();
  });

  it('a failed job stores the kind of its error and runs again when it is next due', async () => {
    const { job, runs } = controlledJob();
    const server = await start({ failing: job });
    await makeDue('failing');
    await expect.poll(() => runs.length, soon).toBe(1);
    runs[0]?.fail(new TypeError('not for the database'));
    await expect.poll(() => runOf('failing'), soon).toMatchObject({ lastFault: 'TypeError' });
    await makeDue('failing');
    await expect.poll(() => runs.length, soon).toBe(2);
    runs[1]?.finish();
    await expect
      .poll(() => runOf('failing'), soon)
      .toMatchObject({ lastFault: null, leasedBy: null });
    await server.stop();
  });

  it('the jobs of a crashed server run on another one within a minute', async () => {
    const { job, runs } = controlledJob();
    const crashed = '00000000-0000-7000-8000-000000000000';
    await database.sql`
      insert into job_runs (name, due_at, leased_by, leased_until)
      values ('orphaned', clock_timestamp(), ${crashed}, clock_timestamp() + interval '1 minute')`;
    const server = await start({ orphaned: job, witness: job });
    // Another job becomes due and runs while the lease lasts.
    await makeDue('witness');
    await expect.poll(() => runs.length, soon).toBe(1);
    expect((await runOf('orphaned'))?.leasedBy).toBe(crashed);
    expect(leaseSeconds).toBeLessThan(60);
    await database.sql`update job_runs set leased_until = clock_timestamp() where name = 'orphaned'`;
    await expect.poll(() => runs.length, soon).toBe(2);
    for (const { finish } of runs) finish();
    await server.stop();
  });

  it('jobs continue after an outage of PostgreSQL that began while one was running', async () => {
    const { job, runs } = controlledJob();
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const said = (entries: typeof log.info) => entries.mock.calls.map((call) => call.at(-1));
    const own = await openDatabase({ url: database.url, poolSize: 2 }, quietLog);
    const outside = await openDatabase(
      { url: databaseUrlFor(database.url, 'postgres'), poolSize: 1 },
      quietLog,
    );
    const name = new URL(database.url).pathname.slice(1);
    const accept = (isAccepting: boolean) =>
      outside.sql`alter database ${rawSql(`"${name}" allow_connections ${isAccepting}`)}`;
    const jobs = { interrupted: job };
    const server = await startJobs({ ...deps(), database: own, log, jobs });
    try {
      await makeDue('interrupted');
      await expect.poll(() => runs.length, soon).toBe(1);
      await accept(false);
      await outside.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
      runs[0]?.finish();
      await expect
        .poll(() => said(log.warn), soon)
        .toContain('The end of a job could not be stored; it runs again');
      await expect
        .poll(() => said(log.warn), soon)
        .toContain('The scheduled jobs cannot be read; they go on when the database is back');
      await accept(true);
      await expect.poll(() => runs.length, soon).toBe(2);
      await expect.poll(() => said(log.info), soon).toContain('The scheduled jobs go on');
    } finally {
      for (const { finish } of runs) finish();
      await accept(true);
      await server.stop();
      await own.close();
      await outside.close();
    }
  });
});
