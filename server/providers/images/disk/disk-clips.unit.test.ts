import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { testClipStore } from '../../../testing/clip-store-test.ts';
import { createDiskClips } from './disk-clips.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

describe('clips on disk', () => {
  testClipStore(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reprise-clips-'));
    folders.push(folder);
    return createDiskClips(join(folder, 'clips'));
  });
});
