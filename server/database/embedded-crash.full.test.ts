import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  buildKillableRowWriter,
  type KillableRowWriter,
  type RunsAs,
} from '../testing/killable-row-writer.ts';
import { quietLog, recordingLog } from '../testing/quiet-log.ts';
import { openDatabase } from './connection.ts';
import { isPostmaster, readPidFile } from './embedded/pid-file.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts';

/** The shop in these tests is an ordinary user's, also when root runs them. */
const ordinary = process.getuid?.() === 0 ? nobody() : undefined;
const ENOUGH_ROWS = 100;

vi.setConfig({ testTimeout: 120_000 });

let shop: KillableRowWriter;
let parent: string;
const dataDirs: string[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reprise-crash-'));
  await chmod(parent, 0o755);
  shop = await buildKillableRowWriter(ordinary);
});

afterAll(async () => {
  for (const dataDir of dataDirs) await endServer(dataDir);
  await shop.remove();
  await rm(parent, { recursive: true, force: true });
});

test('kill -9 of Node loses no acknowledged row, and the next start uses the running PostgreSQL', async () => {
  const dataDir = await ordinaryFolder('Gitarren für zwei');
  const writing = shop.start(dataDir);
  await writing.hasWritten(ENOUGH_ROWS);
  const acknowledged = await writing.kill();
  const survivor = await postmasterOf(dataDir);
  const { uid } = await stat(join(clusterOf(dataDir), 'postmaster.pid'));
  expect(uid).toBe(ordinary?.uid ?? process.getuid?.());

  const log = recordingLog();
  const next = await startEmbeddedDatabase({ dataDir, log });
  try {
    expect(await missingRows(next, acknowledged)).toEqual([]);
    expect(await postmasterOf(dataDir)).toBe(survivor);
    // Root logs the copy too, where the installed programs are in a folder that only root can enter.
    const messages = log.messages.filter((message) => !message.includes('runs from a copy'));
    expect(messages).toEqual(['PostgreSQL was still running and is used again']);
  } finally {
    await next.stop();
  }
  expect(await isPostmaster(survivor, clusterOf(dataDir))).toBe(false);
});

test('kill -9 of Node and of PostgreSQL loses no acknowledged row', async () => {
  const dataDir = await ordinaryFolder('power cut');
  const writing = shop.start(dataDir);
  await writing.hasWritten(ENOUGH_ROWS);
  const postmaster = await postmasterOf(dataDir);
  process.kill(postmaster, 'SIGKILL');
  const acknowledged = await writing.kill();

  const next = await startEmbeddedDatabase({ dataDir, log: quietLog });
  try {
    expect(await missingRows(next, acknowledged)).toEqual([]);
    expect(await postmasterOf(dataDir)).not.toBe(postmaster);
  } finally {
    await next.stop();
  }
});

test('programs that only root can read are copied for PostgreSQL’s user', async () => {
  const rootsOwn = await buildKillableRowWriter(undefined);
  await chmod(rootsOwn.folder, 0o700);
  const dataDir = join(parent, 'data');
  dataDirs.push(dataDir);
  try {
    const writing = rootsOwn.start(dataDir);
    await writing.hasWritten(1);
    await writing.kill();
    await (await startEmbeddedDatabase({ dataDir, log: quietLog })).stop();
    const copies = await readdir(join(dataDir, 'postgres', 'binaries')).catch(() => []);
    expect(copies).toHaveLength(ordinary ? 1 : 0);
  } finally {
    await rootsOwn.remove();
  }
});

async function missingRows(server: EmbeddedDatabase, acknowledged: number[]): Promise<number[]> {
  const { sql, close } = await openDatabase({ url: server.url, poolSize: 1 }, quietLog);
  const rows = await sql<{ number: number }[]>`select number from acknowledged`.finally(close);
  const kept = new Set(rows.map(({ number }) => number));
  return acknowledged.filter((number) => !kept.has(number));
}

async function ordinaryFolder(name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder);
  dataDirs.push(folder);
  if (ordinary) await chown(folder, ordinary.uid, ordinary.gid);
  return folder;
}

/** A test that failed may have left one behind, which by design would live on. */
async function endServer(dataDir: string): Promise<void> {
  const pid = await postmasterOf(dataDir);
  if (await isPostmaster(pid, clusterOf(dataDir))) process.kill(pid, 'SIGQUIT');
}

async function postmasterOf(dataDir: string): Promise<number> {
  return (await readPidFile(clusterOf(dataDir)))?.pid ?? 0;
}

function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster');
}

function nobody(): RunsAs {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
