import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { clipType } from '#contract/clips/clips.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { isPictureId, picturePath, requirePictureId } from '../picture-id.ts';
import type { ClipStore } from '../port.ts';
import { createClipQueue, prepareClip } from '../processing/prepare-clip.ts';
import { removeEntriesBefore } from '../stale-files.ts';
import { type BucketDeps, openBucket } from './bucket.ts';

const prefix = 'clips/';

/**
 * Stores clips in the bucket of the pictures: `clips/<two digits>/<id>`.
 * @param folder local, for uploads; it belongs to clips alone
 */
export async function createS3Clips(
  bucket: BucketDeps,
  folder: string,
  queue = createClipQueue(),
): Promise<ClipStore> {
  const store = await openBucket(bucket);
  const keyOf = (id: string) => prefix + picturePath(id);

  async function put(key: string, path: string, type: string): Promise<void> {
    try {
      await store.putFile(key, path, type);
    } catch (cause) {
      // It may have been stored without a response; the sweep removes what is left.
      await store.remove(key).catch(() => undefined);
      const detail = msg`The clip could not be stored. Please try again in a moment.`;
      throw new Problem('unavailable', detail, { cause, retryAfterSeconds: 10 });
    }
  }

  return {
    name: 's3',

    async store(id, upload) {
      requirePictureId(id);
      const path = join(folder, randomUUID());
      return prepareClip(queue, { upload, path }, async (prepared, clip) => {
        await put(keyOf(id), prepared, clipType(clip));
        return clip;
      });
    },

    read: async (id, range) => (isPictureId(id) ? store.stream(keyOf(id), range) : null),

    remove: async (id) => store.remove(keyOf(id)),

    async sweep(before, findKnown) {
      let removed = await removeEntriesBefore(folder, before);
      for await (const objects of store.list(prefix)) {
        const aged = objects.filter(({ modifiedAt }) => modifiedAt < before);
        const ids = aged.map(({ key }) => key.slice(-36)).filter(isPictureId);
        const known = ids.length > 0 ? await findKnown(ids) : new Set();
        for (const id of ids.filter((id) => !known.has(id))) {
          await store.remove(keyOf(id));
          removed += 1;
        }
      }
      return removed;
    },
  };
}
