import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldLogFiles } from './log-files.ts';

test('older log files are deleted, and the newest are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-logs-'));
  const names = ['20260101', '20260103', '20260102'].map((day) => `postgresql-${day}-000000.log`);
  for (const name of names) await writeFile(join(folder, name), '');
  await removeOldLogFiles(folder, 2);
  const left = await readdir(folder);
  await rm(folder, { recursive: true });
  expect(left.sort()).toEqual(['postgresql-20260102-000000.log', 'postgresql-20260103-000000.log']);
});

test('a missing folder is no error', async () => {
  await expect(removeOldLogFiles('/nowhere/log')).resolves.toBeUndefined();
});
