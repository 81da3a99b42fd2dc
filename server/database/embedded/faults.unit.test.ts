import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { faultFromFiles, faultFromOutput, requireFreeSpace } from './faults.ts';

const diskFull = {
  name: 'StartupError',
  message: 'There is not enough free disk space for the database in /shop/data.',
  remedy: expect.stringContaining('DATA_DIR'),
};

/** What the system itself says about a full disk, where it has one for the purpose. */
async function meetFullDisk(): Promise<unknown> {
  if (!existsSync('/dev/full')) return Object.assign(new Error('full'), { code: 'ENOSPC' });
  return writeFile('/dev/full', 'x').catch((error: unknown) => error);
}

test('an error of a full disk is recognised', async () => {
  expect(faultFromFiles(await meetFullDisk(), '/shop/data')).toMatchObject(diskFull);
});

test('a full disk in PostgreSQL’s output is recognised', () => {
  const output = 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\n';
  expect(faultFromOutput(output, '/shop/data')).toMatchObject(diskFull);
});

test('a disk with too little space is refused before anything is written', async () => {
  await expect(requireFreeSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('not enough free disk space'),
  });
  await requireFreeSpace(tmpdir(), 1);
});

test('the error of a read-only folder contains the remedy', () => {
  const error = Object.assign(new Error('no'), { code: 'EACCES' });
  expect(faultFromFiles(error, '/shop/data')).toMatchObject({
    name: 'StartupError',
    message: 'The shop may not write in its data folder /shop/data.',
  });
});

test('the last error of PostgreSQL’s output is in the message', () => {
  const output = 'LOG:  starting\nFATAL:  data directory has wrong ownership\nHINT:  look there\n';
  expect(faultFromOutput(output, '/shop/data').message).toBe(
    'The embedded PostgreSQL did not start: FATAL:  data directory has wrong ownership',
  );
});

test('other errors are returned unchanged', () => {
  const error = new Error('a mistake of ours');
  expect(faultFromFiles(error, '/shop/data')).toBe(error);
});
