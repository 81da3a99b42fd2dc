import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPictureId, picturePath, requirePictureId } from '../picture-id.ts';
import type { ClipStore } from '../port.ts';
import { createClipQueue, prepareClip } from '../processing/prepare-clip.ts';
import { findEntriesBefore, nullIfMissing, removeEntriesBefore } from '../stale-files.ts';
import { flushFolder } from './atomic-write.ts';

/**
 * Stores clips as files: `<folder>/<two digits>/<id>`. New ones are written to `<folder>/incoming` and moved into place. The folder is
 * created if necessary; several servers may share it.
 */
export function createDiskClips(folder: string, queue = createClipQueue()): ClipStore {
  const incoming = join(folder, 'incoming');
  const fileOf = (id: string) => join(folder, picturePath(id));

  async function moveIntoPlace(path: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
    await rename(path, target);
    await flushFolder(dirname(target));
    await flushFolder(folder);
  }

  return {
    name: 'disk',

    store: async (id, upload) =>
      prepareClip(
        queue,
        { upload, path: join(incoming, requirePictureId(id)) },
        async (path, clip) => {
          await moveIntoPlace(path, fileOf(id));
          return clip;
        },
      ),

    async read(id, range) {
      if (!isPictureId(id)) return null;
      const file = await nullIfMissing(open(fileOf(id)));
      return file ? file.createReadStream(range) : null;
    },

    remove: (id) => rm(fileOf(id), { force: true }),

    async sweep(before, findKnown) {
      let removed = await removeEntriesBefore(incoming, before);
      for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
        const aged = await findEntriesBefore(join(folder, name), before);
        const ids = aged.filter(isPictureId);
        const known = ids.length > 0 ? await findKnown(ids) : new Set();
        for (const id of ids.filter((id) => !known.has(id))) {
          await rm(join(folder, name, id), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}
