import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const demoPictures = fileURLToPath(new URL('../../demo/pictures', import.meta.url));

/**
 * Writes small copies of the demo catalogue's pictures into a folder, for tests that seed the catalogue. A server encodes
 * each picture in several sizes and formats: for the pictures themselves that takes a minute of processor time.
 */
export async function writeSmallPictures(folder: string, width: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(demoPictures)) {
    const picture = await readFile(join(demoPictures, name));
    await sharp(picture).resize(width).toFile(join(folder, name));
  }
}
