import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';

const taken = { name: 'StartupError', message: expect.stringContaining('already uses the data') };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-lock-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a folder is locked by one process at a time, by any of its paths', async () => {
  const lock = await lockFolder(folder);
  const link = join(folder, 'link');
  await symlink(folder, link);
  await expect(lockFolder(folder)).rejects.toMatchObject(taken);
  await expect(lockFolder(link)).rejects.toMatchObject(taken);
  await lock.release();
  await (await lockFolder(folder)).release();
});

test('one of many concurrent attempts gets the lock', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)));
  const winners = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const winner of winners) await winner.value.release();
});

test('files of an ended process do not prevent the lock', async () => {
  await leaveDeadSocket(join(folder, 'lock.socket'));
  await writeFile(join(folder, 'holder.pid'), '1\n');
  await (await lockFolder(folder)).release();
});

test.runIf(process.platform === 'linux')(
  'a holder in another container that shares only the folder is found',
  async () => {
    const otherContainer = createServer().listen(join(folder, 'lock.socket'));
    await once(otherContainer, 'listening');
    await expect(lockFolder(folder)).rejects.toMatchObject(taken);
    otherContainer.close();
    await once(otherContainer, 'close');
    await (await lockFolder(folder)).release();
  },
);

/** A process that is killed leaves the file of its socket. */
async function leaveDeadSocket(path: string): Promise<void> {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('open'))`;
  const child = spawn(process.execPath, ['-e', program]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
