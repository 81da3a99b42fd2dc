import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isPictureId, picturePath, requirePictureId } from '../picture-id.ts';
import { fileName, type ImageHost, picturesPath } from '../port.ts';
import {
  createPictureQueue,
  encodeAvif,
  makeFingerprint,
  processUpload,
} from '../processing/process-upload.ts';
import { makeRenditions } from '../processing/renditions.ts';
import type { WorkQueue } from '../processing/work-queue.ts';
import { findEntriesBefore, nullIfMissing, removeEntriesBefore } from '../stale-files.ts';
import { writeFileAtomically, writeFolderAtomically } from './atomic-write.ts';

interface DiskDeps {
  /** Created if necessary. Several servers may share it. */
  folder: string;
  /** The queue of all picture processing in this process. */
  queue?: WorkQueue;
}

/**
 * Stores pictures as files: `<folder>/<two digits>/<id>/<width>.<format>`. New files are written to `<folder>/incoming`
 * and moved into place by a rename.
 */
export function createDiskImages({ folder, queue = createPictureQueue() }: DiskDeps): ImageHost {
  const incoming = join(folder, 'incoming');
  const folderOf = (id: string) => join(folder, picturePath(id));

  return {
    name: 'disk',
    baseUrl: (id) => `${picturesPath}/${requirePictureId(id)}`,

    async store(id, upload) {
      const target = folderOf(id);
      const draft = join(incoming, id);
      try {
        await mkdir(draft, { recursive: true });
        return await processUpload(
          queue,
          { upload, path: `${draft}.upload` },
          async (inspected) => {
            const { files, picture } = await makeRenditions(inspected);
            await writeFolderAtomically(target, files, draft);
            return picture;
          },
        );
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },

    async makeAvif(id, widths) {
      const largest = await readFile(
        join(folderOf(id), fileName({ width: Math.max(...widths), format: 'webp' })),
      );
      for (const width of widths) {
        const path = join(folderOf(id), fileName({ width, format: 'avif' }));
        if (await nullIfMissing(stat(path))) continue;
        const content = await encodeAvif(queue, largest, width);
        await mkdir(incoming, { recursive: true });
        await writeFileAtomically(path, content, join(incoming, randomUUID()));
      }
    },

    async fingerprint(id, width) {
      const content = await (isPictureId(id)
        ? nullIfMissing(readFile(join(folderOf(id), fileName({ width, format: 'webp' }))))
        : null);
      return content ? makeFingerprint(queue, content) : undefined;
    },

    async read(id, file) {
      if (!isPictureId(id)) return null;
      return nullIfMissing(readFile(join(folderOf(id), fileName(file))));
    },

    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),

    async sweep(before, findKnown) {
      let removed = await removeEntriesBefore(incoming, before);
      for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
        const aged = await findEntriesBefore(join(folder, name), before);
        for (const stray of await findUnknown(aged.filter(isPictureId), findKnown)) {
          await rm(join(folder, name, stray), { recursive: true, force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

async function findUnknown(
  ids: string[],
  findKnown: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await findKnown(ids);
  return ids.filter((id) => !known.has(id));
}
