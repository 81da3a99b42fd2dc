import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import { inPieces, photo } from './pictures.ts';
import { createTestDatabase } from './test-database.ts';

/** A database and a disk image host for one test file; `close()` removes both. */
export async function openImageFixture() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'reprise-images-'));
  const imageHost = createDiskImages({ folder });
  const deps = {
    database,
    clock: systemClock,
    imageHost,
    origin: () => 'https://reprise.example',
  };
  const file = await photo(600, 400).jpeg().toBuffer();

  return {
    ...deps,
    deps,
    folder,
    file,

    /** Uploads a picture at this time, to the database and the disk. */
    picture: (at = new Date()) =>
      uploadImage({ ...deps, clock: { now: () => at } }, inPieces(file)),

    async hasRow(id: string): Promise<boolean> {
      return (await database.sql`select from images where id = ${id}`).length === 1;
    },

    async hasFile(id: string, format: 'webp' | 'avif' = 'webp'): Promise<boolean> {
      return (await imageHost.read(id, { width: 480, format })) !== null;
    },

    async close(): Promise<void> {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
