import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../../../core/ids.ts';
import { testClipStore } from '../../../testing/clip-store-test.ts';
import { sampleClip } from '../../../testing/clips/sample-clip.ts';
import { startLocalS3 } from '../../../testing/local-s3.ts';
import { inPieces } from '../../../testing/pictures.ts';
import { createS3Clips } from './s3-clips.ts';

const stores: Awaited<ReturnType<typeof startLocalS3>>[] = [];
const folder = await mkdtemp(join(tmpdir(), 'reprise-s3-clips-'));
afterAll(async () => {
  for (const store of stores) await store.close();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

async function startStore() {
  const store = await startLocalS3();
  stores.push(store);
  return store;
}

describe('clips in a bucket', () => {
  testClipStore(async () => createS3Clips((await startStore()).bucket, folder));
});

test('a clip that a bucket refuses is not stored, and its sender may try again', async () => {
  const { bucket, injectFault } = await startStore();
  const store = await createS3Clips({ ...bucket, attempts: 1 }, folder);
  injectFault((request, response) => {
    if (request.method === 'PUT') response.writeHead(507).end();
    return request.method === 'PUT';
  });
  const refused = store.store(newId(new Date()), inPieces(await sampleClip('a.mp3')));
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
});
