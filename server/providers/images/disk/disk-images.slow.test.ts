import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../../../core/ids.ts';
import { testImageHost } from '../../../testing/image-host-test.ts';
import { inPieces, photo } from '../../../testing/pictures.ts';
import { createPictureQueue } from '../processing/process-upload.ts';
import { createDiskImages } from './disk-images.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-pictures-'));
  folders.push(folder);
  return folder;
}

describe('the port', () => {
  testImageHost(async () => createDiskImages({ folder: await emptyFolder() }));
});

test('a picture is stored in one folder, without leftovers in the temporary folder', async () => {
  const folder = await emptyFolder();
  const host = createDiskImages({ folder });
  const id = newId(new Date());
  const { widths } = await host.store(id, inPieces(await photo(600, 400).jpeg().toBuffer()));
  await host.makeAvif(id, widths);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(
    [
      'incoming',
      id.slice(-2),
      `${id.slice(-2)}/${id}`,
      ...['480.avif', '480.webp', '600.avif', '600.webp'].map(
        (name) => `${id.slice(-2)}/${id}/${name}`,
      ),
    ].sort(),
  );
});

test('an invalid id never becomes a path', async () => {
  const host = createDiskImages({ folder: await emptyFolder() });
  const file = { width: 480, format: 'webp' } as const;
  expect(await host.read('../../../etc/passwd', file)).toBeNull();
  expect(() => host.remove('..')).toThrow('not the id');
  await expect(host.store('../outside', inPieces(Buffer.from('x')))).rejects.toThrow('not the id');
});

test('uploads to a full queue are refused with a time to retry, and the others are stored', async () => {
  const folder = await emptyFolder();
  const host = createDiskImages({ folder, queue: createPictureQueue({ waiting: 2 }) });
  const content = await photo(1200, 900).jpeg().toBuffer();
  const uploads = await Promise.allSettled(
    Array.from({ length: 12 }, () => host.store(newId(new Date()), inPieces(content))),
  );
  const refused = uploads.filter((upload) => upload.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(12);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  }
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});
