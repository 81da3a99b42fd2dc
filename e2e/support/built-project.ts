import { copyFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSmallPictures } from '../../server/testing/small-pictures.ts';

/** The project's folder, in which it was built. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** One width is made of a picture of this width, as of a thumbnail. */
const pictureWidth = 480;

/** Copies the built project, with small pictures in its demo catalogue, to a temporary folder. */
export async function copyBuiltProject(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-e2e-project-'));
  for (const name of ['dist', 'server/database/migrations']) {
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  }
  await copyFile(join(projectFolder, 'package.json'), join(folder, 'package.json'));
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  await writeSmallPictures(join(folder, 'demo/pictures'), pictureWidth);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
