import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database/connection.ts';
import { readPidFile } from '../database/embedded/pid-file.ts';
import { findRunningDatabase } from '../database/embedded.ts';
import { endWithParent } from './end-with-parent.ts';
import { quietLog } from './quiet-log.ts';
import { buildServerProcess } from './server-process.ts';
import { startTestServer } from './test-server.ts';

let program: Awaited<ReturnType<typeof buildServerProcess>>;
beforeAll(async () => {
  program = await buildServerProcess('test-run-process');
});
afterAll(() => program.remove());

test('a PostgreSQL that waits for the clients of a killed run is stopped by the next run, and a live run goes on', async () => {
  const [killed, live] = [await startRun(), await startRun()];
  const stateOfKilled = () => readPidFile(join(killed.folder, 'postgres/cluster'));
  const postgres = (await stateOfKilled())?.pid ?? 0;
  const client = await connectTo(killed.folder);
  await client.sql`select 1`;
  await killed.process.kill();
  // A smart stop waits until the last client has gone.
  process.kill(postgres, 'SIGTERM');
  await expect.poll(async () => (await stateOfKilled())?.status).toBe('stopping');
  const next = await startTestServer({ isDurable: false });
  await expect(stat(killed.folder)).rejects.toThrow('ENOENT');
  expect(await isRunning(postgres)).toBe(false);
  await client.close();
  const other = await connectTo(live.folder);
  expect(await other.sql`select 1 as one`).toEqual([{ one: 1 }]);
  await other.close();
  await live.process.kill();
  await next.stop();
});

test('a killed run whose process id another process has by now is removed', async () => {
  const run = await startRun();
  await run.process.kill();
  const folder = run.folder.replace(/-\d+-(?=[^-]*$)/, `-${process.pid}-`);
  await rename(run.folder, folder);
  await (await startTestServer({ isDurable: false })).stop();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('a server that a test started ends when the process of the test is killed', async () => {
  const server = `require('node:child_process').spawn(process.execPath, [...${JSON.stringify(endWithParent)},
    '-e', 'setInterval(() => undefined, 1000)'], { stdio: 'pipe' }).pid`;
  const starts = `console.log(${server}); setInterval(() => undefined, 1000)`;
  const parent = spawn(process.execPath, ['-e', starts], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = Number(await once(parent.stdout, 'data'));
  expect(await isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

async function startRun() {
  const process = await program.start([]);
  return { process, folder: new URL(process.url).searchParams.get('folder') ?? '' };
}

async function connectTo(folder: string) {
  return openDatabase({ url: (await findRunningDatabase(folder)) ?? '', poolSize: 1 }, quietLog);
}

/** Whether a process runs; a zombie, which no one has waited for, does not. */
async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=']).catch(
    () => ({ stdout: '' }),
  );
  return /^[^Z\s]/.test(stdout);
}
