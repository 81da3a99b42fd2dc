import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { smallImage } from '../support/images.ts';

/** Writes images of the demo catalogue to files, as WebDriver takes them, until the test ends. Returns their paths. */
export async function pictureFiles(...names: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return Promise.all(
    names.map(async (name) => {
      const { name: file, buffer } = await smallImage(name);
      await writeFile(join(folder, file), buffer);
      return join(folder, file);
    }),
  );
}
