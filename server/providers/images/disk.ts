import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { limits } from '#contract/constants.ts';
import { placeFile, placeFolder } from './durable-files.ts';
import { receiveUpload } from './incoming.ts';
import { inspectPicture, workMemoryBytes } from './inspect.ts';
import { fileName, type ImageHost, picturesPath, type StoredPicture } from './port.ts';
import { makeAvifFile, makeRenditions } from './renditions.ts';
import { createWorkQueue } from './work-queue.ts';

/** Encoding 1600 x 2400 pixels as AVIF, measured. */
const avifMemoryBytes = 150_000_000;

interface DiskParts {
  /** Made when it is not there. Several servers may share it. */
  folder: string;
  /** Uploads that may wait for their turn; the rest is asked to come back. */
  waiting?: number;
}

/**
 * Keeps pictures as files: `<folder>/<two digits>/<id>/<width>.<format>`. What is being made lies in
 * `<folder>/incoming` until it is whole; renaming puts it in its place in one step.
 */
export function diskImages({ folder, waiting = 24 }: DiskParts): ImageHost {
  const incoming = join(folder, 'incoming');
  const queue = createWorkQueue({
    memoryBytes: workMemoryBytes,
    atOnce: Math.min(4, availableParallelism()),
    waiting,
  });

  /** The last digits are random, the first ones are the time and alike for a whole day. */
  const folderOf = (id: string) => join(folder, requireId(id).slice(-2), id);

  /** Inspecting holds the upload and a cleaned copy of it; while it waits again for decoding it holds neither. */
  async function process(id: string, upload: string, draft: string): Promise<StoredPicture> {
    const inspect = async () => inspectPicture(await readFile(upload));
    const { memoryBytes } = await queue.run(2 * limits.imageBytes, inspect);
    return queue.run(memoryBytes, async () => {
      const { files, picture } = await makeRenditions(await inspect());
      const named = [...files].map(
        ([width, content]) => [fileName({ width, format: 'webp' }), content] as const,
      );
      await placeFolder(folderOf(id), new Map(named), draft);
      return picture;
    });
  }

  async function read(id: string, name: string): Promise<Buffer | null> {
    return orNullIfMissing(readFile(join(folderOf(id), name)));
  }

  return {
    name: 'disk',
    address: (id) => `${picturesPath}/${requireId(id)}`,

    async store(id, upload) {
      const draft = join(incoming, requireId(id));
      const uploadPath = `${draft}.upload`;
      try {
        await mkdir(draft, { recursive: true });
        await receiveUpload(upload, uploadPath);
        return await process(id, uploadPath, draft);
      } finally {
        await rm(uploadPath, { force: true });
        await rm(draft, { recursive: true, force: true });
      }
    },

    async makeAvif(id, widths) {
      const kept = await readFile(
        join(folderOf(id), fileName({ width: Math.max(...widths), format: 'webp' })),
      );
      for (const width of widths) {
        const path = join(folderOf(id), fileName({ width, format: 'avif' }));
        if (await orNullIfMissing(stat(path))) continue;
        const content = await queue.run(avifMemoryBytes, () => makeAvifFile(kept, width));
        await mkdir(incoming, { recursive: true });
        await placeFile(path, content, join(incoming, randomUUID()));
      }
    },

    read: (id, file) => (isId(id) ? read(id, fileName(file)) : Promise.resolve(null)),

    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),

    async sweep(before, findKept) {
      let removed = 0;
      for (const name of (await orNullIfMissing(readdir(folder))) ?? []) {
        const aged = await olderEntries(join(folder, name), before);
        const strays = name === 'incoming' ? aged : await unknown(aged.filter(isId), findKept);
        for (const stray of strays) {
          await rm(join(folder, name, stray), { recursive: true, force: true });
        }
        removed += strays.length;
      }
      return removed;
    },
  };
}

async function unknown(
  ids: string[],
  findKept: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const kept = await findKept(ids);
  return ids.filter((id) => !kept.has(id));
}

async function olderEntries(folder: string, before: Date): Promise<string[]> {
  const older: string[] = [];
  for (const name of (await orNullIfMissing(readdir(folder))) ?? []) {
    const found = await orNullIfMissing(stat(join(folder, name)));
    if (found && found.mtime < before) older.push(name);
  }
  return older;
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Ids become paths, so whatever is no id must never get that far. */
function requireId(id: string): string {
  if (!isId(id)) throw new Error('This is not the id of a picture');
  return id;
}

async function orNullIfMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
