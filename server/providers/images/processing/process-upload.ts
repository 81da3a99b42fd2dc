import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { limits } from '#contract/constants.ts';
import { receiveUpload } from './incoming.ts';
import { type InspectedPicture, inspectPicture, workMemoryBytes } from './inspect-picture.ts';
import { makeAvifFile } from './renditions.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/**
 * The work on pictures of one process. It is bounded for all of its hosts together, so they share one of these.
 * @param waiting pieces of work that may wait for their turn; the rest is asked to come back
 */
export function createPictureQueue({ waiting = 24 }: { waiting?: number } = {}): WorkQueue {
  return createWorkQueue({
    memoryBytes: workMemoryBytes,
    atOnce: Math.min(4, availableParallelism()),
    waiting,
  });
}

/**
 * Receives an upload into a file, so that it waits for its turn on the disk, checks it by its real content, and has the
 * work done that its pixels are for. The file is gone when this returns.
 *
 * Inspecting holds the upload and a cleaned copy of it; while it waits again for decoding it holds neither.
 * @param path of a new file; its folder is made when it is not there
 * @throws Problem as `ImageHost.store` does; and whatever the work throws
 */
export async function processUpload<Result>(
  queue: WorkQueue,
  { upload, path }: { upload: AsyncIterable<Buffer>; path: string },
  work: (picture: InspectedPicture) => Promise<Result>,
): Promise<Result> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await receiveUpload(upload, path);
    const inspect = async () => inspectPicture(await readFile(path));
    const { memoryBytes } = await queue.run(2 * limits.imageBytes, inspect);
    return await queue.run(memoryBytes, async () => work(await inspect()));
  } finally {
    await rm(path, { force: true });
  }
}

/** Encoding 1600 x 2400 pixels as AVIF, measured. */
const avifMemoryBytes = 150_000_000;

/** One width as AVIF, from the largest size that is kept. @throws Problem unavailable when too much work is waiting */
export function encodeAvif(queue: WorkQueue, kept: Buffer, width: number): Promise<Buffer> {
  return queue.run(avifMemoryBytes, () => makeAvifFile(kept, width));
}
