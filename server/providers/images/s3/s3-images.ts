import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { isPictureId, picturePath, requirePictureId } from '../picture-id.ts';
import { fileName, type ImageHost, picturesPath } from '../port.ts';
import { encodeAvif, makeFingerprint, processUpload } from '../processing/process-upload.ts';
import { makeRenditions } from '../processing/renditions.ts';
import type { WorkQueue } from '../processing/work-queue.ts';
import { removeEntriesBefore } from '../stale-files.ts';
import { type BucketDeps, openBucket } from './bucket.ts';
import { findOrphanedPictures } from './orphaned-pictures.ts';

interface S3ImagesDeps {
  bucket: BucketDeps;
  /**
   * Public URL of the bucket's objects, without a trailing slash. Undefined: the bucket is private, and our own server
   * serves the pictures.
   */
  publicUrl: string | undefined;
  /** Local folder for temporary upload files. */
  folder: string;
  queue: WorkQueue;
}

/**
 * Stores pictures as objects of an S3-compatible store, under the same paths as on disk:
 * `<two digits>/<id>/<width>.<format>`. The bucket may contain other objects.
 */
export async function createS3Images({
  bucket,
  publicUrl,
  folder,
  queue,
}: S3ImagesDeps): Promise<ImageHost> {
  const store = await openBucket(bucket);
  const base = publicUrl && ((id: string) => `${publicUrl}/${picturePath(id)}`);
  const keyOf = (id: string, name: string) => `${picturePath(id)}/${name}`;

  /** This also removes objects whose upload failed, because they may have been stored without a response. */
  async function removeAll(keys: readonly string[], cause: unknown): Promise<void> {
    const removed = await Promise.allSettled(keys.map((key) => store.remove(key)));
    const failed = removed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // The sweep removes what is left.
    if (failed.length > 0) throw storeFailed(new AggregateError([cause, ...failed]));
  }

  async function putAll(id: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const named = [...files].map(([name, content]) => [keyOf(id, name), content] as const);
    const puts = await Promise.allSettled(named.map(([key, content]) => store.put(key, content)));
    const failed = puts.find((put) => put.status === 'rejected');
    if (!failed) return;
    await removeAll(
      named.map(([key]) => key),
      failed.reason,
    );
    throw storeFailed(failed.reason);
  }

  return {
    name: 's3',
    baseUrl: (id) => (base ? base(id) : `${picturesPath}/${requirePictureId(id)}`),

    async store(id, upload) {
      requirePictureId(id);
      const path = join(folder, `${randomUUID()}.upload`);
      return processUpload(queue, { upload, path }, async (inspected) => {
        const { files, picture } = await makeRenditions(inspected);
        await putAll(id, files);
        return picture;
      });
    },

    async makeAvif(id, widths) {
      const largest = keyOf(id, fileName({ width: Math.max(...widths), format: 'webp' }));
      const content = await store.read(largest);
      if (!content) throw new Error('The picture is not in the bucket');
      for (const width of widths) {
        const key = keyOf(id, fileName({ width, format: 'avif' }));
        if (await store.has(key)) continue;
        await store.put(key, await encodeAvif(queue, content, width));
      }
    },

    async fingerprint(id, width) {
      const content = await (isPictureId(id)
        ? store.read(keyOf(id, fileName({ width, format: 'webp' })))
        : null);
      return content ? makeFingerprint(queue, content) : undefined;
    },

    async read(id, file) {
      return isPictureId(id) ? store.read(keyOf(id, fileName(file))) : null;
    },

    async remove(id) {
      for await (const objects of store.list(`${picturePath(id)}/`)) {
        await Promise.all(objects.map(({ key }) => store.remove(key)));
      }
    },

    async sweep(before, findKnown) {
      let removed = await removeEntriesBefore(folder, before);
      for await (const stray of findOrphanedPictures(store.list(''), before, findKnown)) {
        await Promise.all(stray.keys.map((key) => store.remove(key)));
        removed += 1;
      }
      return removed;
    },
  };
}

function storeFailed(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    msg`The picture could not be stored. Please try again in a moment.`,
    {
      cause,
      retryAfterSeconds: 10,
    },
  );
}
