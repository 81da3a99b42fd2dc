import { copyFile, cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSmallPictures } from '../../server/testing/small-pictures.ts';

/** The project's folder, in which it was built. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** One width is made of a picture of this width, as of a thumbnail. */
const pictureWidth = 160;

/** Copies the built project, with small pictures in its demo catalogue, to a folder that does not exist yet. */
export async function copyBuiltProject(folder: string): Promise<void> {
  for (const name of ['dist', 'server/database/migrations']) {
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  }
  await copyFile(join(projectFolder, 'package.json'), join(folder, 'package.json'));
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  await writeSmallPictures(join(folder, 'demo/pictures'), pictureWidth);
}
