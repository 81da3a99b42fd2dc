import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { quietLog, recordingLog } from '../testing/quiet-log.ts';
import { type Database, openDatabase } from './connection.ts';
import { readPidFile } from './embedded/pid-file.ts';
import { findRunningDatabase, startEmbeddedDatabase } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

const WAIT = { timeout: 30_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

/** A data folder of a shop that has been stopped. A copy of it starts in half the time of an empty folder. */
let stoppedShop: string;
let parent: string;
const toStop: (() => Promise<void>)[] = [];

beforeAll(async () => {
  stoppedShop = await mkdtemp(join(tmpdir(), 'reprise-stopped-'));
  await (await startEmbeddedDatabase({ dataDir: stoppedShop, log: quietLog })).stop();
});
afterAll(() => rm(stoppedShop, { recursive: true, force: true }));

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reprise-embedded-'));
});

afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
  await rm(parent, { recursive: true, force: true });
});

test('a second start on one folder is refused, and the first continues', async () => {
  const dataDir = join(parent, 'Flöten und Geigen');
  copyStoppedShop(dataDir);
  const { sql } = await startShop(dataDir);
  await expect(startEmbeddedDatabase({ dataDir, log: quietLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining(`(process ${process.pid}) already uses the data folder`),
    remedy: expect.stringContaining('DATA_DIR'),
  });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('another process finds the running PostgreSQL, and none when it is stopped', async () => {
  const dataDir = join(parent, 'data');
  expect(await findRunningDatabase(dataDir)).toBeUndefined();
  copyStoppedShop(dataDir);
  const shop = await startShop(dataDir);
  await shop.sql`create table kept as select 1 as number`;
  const url = (await findRunningDatabase(dataDir)) ?? '';
  const other = await openDatabase({ url, poolSize: 1 }, quietLog);
  expect(await other.sql`select number from kept`).toEqual([{ number: 1 }]);
  await other.close();
  await shop.stop();
  expect(await findRunningDatabase(dataDir)).toBeUndefined();
});

test('PostgreSQL never runs as root', async () => {
  const dataDir = join(parent, 'data');
  copyStoppedShop(dataDir);
  await startShop(dataDir);
  const { uid } = await stat(join(clusterOf(dataDir), 'postmaster.pid'));
  const ownId = process.getuid?.();
  const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
  expect(uid).toBe(ownId === 0 ? nobody : ownId);
});

test('PostgreSQL is restarted after it was killed, and the pool reconnects', async () => {
  const dataDir = join(parent, 'data');
  copyStoppedShop(dataDir);
  const log = recordingLog();
  const { sql } = await startShop(dataDir, log);
  await sql`create table kept as select 1 as number`;
  const killed = await postmasterOf(dataDir);
  const countAtStart = log.messages.length;
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(
    () =>
      expect(log.messages.slice(countAtStart)).toEqual([
        'PostgreSQL ended unexpectedly; starting it again',
        'PostgreSQL runs again',
      ]),
    WAIT,
  );
  expect(await postmasterOf(dataDir)).not.toBe(killed);
  await vi.waitFor(
    async () => expect(await sql`select number from kept`).toEqual([{ number: 1 }]),
    WAIT,
  );
});

test('a stopped shop starts again, also in another folder whose path is too long for a socket', async () => {
  const dataDir = join(parent, 'data');
  copyStoppedShop(dataDir);
  const shop = await startShop(dataDir);
  await shop.sql`create table kept as select 1 as number`;
  await shop.stop();
  const deep = join(parent, 'deep'.repeat(30));
  await rename(dataDir, deep);
  const moved = await startShop(deep);
  expect(new URL(moved.url).hostname).toBe('127.0.0.1');
  expect(await moved.sql`select number from kept`).toEqual([{ number: 1 }]);
});

test('a start succeeds although another process has the process id of the old server', async () => {
  const dataDir = join(parent, 'data');
  copyStoppedShop(dataDir);
  const { uid, gid } = await stat(clusterOf(dataDir));
  const stranger = spawn('sleep', ['60'], { uid, gid });
  toStop.push(async () => void stranger.kill());
  const left = `${stranger.pid}\n${clusterOf(dataDir)}\n1\n5432\n.\n\n\nready   \n`;
  await writeFile(join(clusterOf(dataDir), 'postmaster.pid'), left);
  await writeFile(join(clusterOf(dataDir), '.s.PGSQL.5432.lock'), left);
  const { sql } = await startShop(dataDir);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('the error on a platform without binaries recommends DATABASE_URL', async () => {
  const start = startEmbeddedDatabase({
    dataDir: join(parent, 'data'),
    log: quietLog,
    platform: 'plan9-mips',
  });
  await expect(start).rejects.toMatchObject({
    name: 'StartupError',
    message: 'There is no embedded PostgreSQL for plan9-mips.',
    remedy: expect.stringContaining('DATABASE_URL'),
  });
});

test('a cluster of another major version is refused and not changed', async () => {
  const dataDir = join(parent, 'data');
  await mkdir(clusterOf(dataDir), { recursive: true });
  await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '15\n');
  await expect(startEmbeddedDatabase({ dataDir, log: quietLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('was made by PostgreSQL 15'),
  });
});

test('the start after an interrupted first start succeeds', async () => {
  const dataDir = join(parent, 'data');
  const unfinished = `${clusterOf(dataDir)}.unfinished`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
  const { sql } = await startShop(dataDir);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

type RunningShop = { sql: Database['sql']; url: string; stop(): Promise<void> };

/** With the owners of its files. */
function copyStoppedShop(dataDir: string): void {
  execFileSync('cp', ['-a', stoppedShop, dataDir]);
}

async function startShop(dataDir: string, log: DatabaseLog = quietLog): Promise<RunningShop> {
  const server = await startEmbeddedDatabase({ dataDir, log });
  let stopped: Promise<void> | undefined;
  let close = async () => {};
  const stop = () => {
    stopped ??= close().then(() => server.stop());
    return stopped;
  };
  toStop.push(stop);
  const database = await openDatabase({ url: server.url, poolSize: 2 }, quietLog);
  close = database.close;
  return { sql: database.sql, url: server.url, stop };
}

async function postmasterOf(dataDir: string): Promise<number> {
  return (await readPidFile(clusterOf(dataDir)))?.pid ?? 0;
}

function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster');
}
