import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import type { Fingerprint } from '../port.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type InspectedPicture, inspectPicture, workMemoryBytes } from './inspect-picture.ts';
import { pictureProblem } from './picture-problem.ts';
import { makeAvifFile } from './renditions.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/**
 * Creates the queue that limits picture processing. All image hosts of a process share one.
 * @param waiting how many jobs may wait; further ones are refused
 * @param processes how many processes of this server share its cores
 */
export function createPictureQueue({ waiting = 24, processes = 1 } = {}): WorkQueue {
  return createWorkQueue({
    memoryBytes: workMemoryBytes,
    concurrency: Math.max(1, Math.floor(Math.min(4, availableParallelism()) / processes)),
    waiting,
  });
}

/**
 * Writes an upload to a temporary file, so that it waits on disk for its turn, checks its content, and runs `work` on the
 * picture. The file is removed in any case.
 *
 * Inspecting needs memory for the upload and a sanitized copy; both are released while it waits for decoding.
 * @param path of the temporary file; its folder is created if necessary
 * @throws Problem as `ImageHost.store` does; and whatever `work` throws
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

/** Peak memory of encoding 1600 x 2400 pixels as AVIF, measured. */
const avifMemoryBytes = 150_000_000;

/** Encodes one width as AVIF from the largest WebP. @throws Problem unavailable when the queue is full */
export function encodeAvif(queue: WorkQueue, largest: Buffer, width: number): Promise<Buffer> {
  return queue.run(avifMemoryBytes, () => makeAvifFile(largest, width));
}

/** Peak memory of decoding a WebP of 480 pixels, with room. */
const fingerprintMemoryBytes = 20_000_000;

/** @returns undefined for a flat picture, and one that cannot be decoded */
export function makeFingerprint(queue: WorkQueue, webp: Buffer): Promise<Fingerprint | undefined> {
  return queue.run(fingerprintMemoryBytes, () => fingerprintOf(webp).catch(() => undefined));
}

/**
 * Writes an upload to a new file as it arrives, so that uploads use no memory while they are received. The file is closed
 * in any case, so that it can be removed.
 * @throws Problem too-large, bad-input when it is empty; and whatever the upload throws when it breaks off
 */
async function receiveUpload(upload: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of upload) {
      bytes += chunk.length;
      if (bytes > limits.imageBytes) throw tooLarge();
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
  if (bytes === 0) throw pictureProblem('bad-input', msg`The picture is empty`);
}

function tooLarge() {
  const megabytes = limits.imageBytes / 1024 / 1024;
  return pictureProblem('too-large', msg`A picture may have at most ${megabytes} MB`);
}
