import { isPictureId, picturePath } from '../picture-id.ts';
import type { ListedObject } from './bucket.ts';

interface PictureObjects {
  id: string;
  keys: string[];
  /** The latest of their modification times. */
  modifiedAt: Date;
}

/**
 * Finds pictures in a bucket that the database does not know. Other objects are skipped.
 * @param listed all objects ordered by key, so that those of one picture are adjacent
 * @param before only pictures that were complete before this time
 * @param findKnown returns the ids that the database knows
 */
export async function* findOrphanedPictures(
  listed: AsyncIterable<readonly ListedObject[]>,
  before: Date,
  findKnown: (ids: string[]) => Promise<ReadonlySet<string>>,
): AsyncGenerator<PictureObjects> {
  let last: PictureObjects | undefined;
  for await (const objects of listed) {
    const pictures = groupByPicture(last ? [last] : [], objects);
    // The last picture may continue on the next page.
    last = pictures.pop();
    yield* filterUnknown(pictures, before, findKnown);
  }
  if (last) yield* filterUnknown([last], before, findKnown);
}

function groupByPicture(
  pictures: PictureObjects[],
  objects: readonly ListedObject[],
): PictureObjects[] {
  for (const { key, modifiedAt } of objects) {
    const id = readPictureId(key);
    if (id === null) continue;
    const current = pictures.at(-1);
    if (current?.id === id) {
      current.keys.push(key);
      if (modifiedAt > current.modifiedAt) current.modifiedAt = modifiedAt;
    } else pictures.push({ id, keys: [key], modifiedAt });
  }
  return pictures;
}

function readPictureId(key: string): string | null {
  const id = /^[0-9a-f]{2}\/([^/]+)\/\d+\.(?:webp|avif)$/.exec(key)?.[1];
  return id && isPictureId(id) && key.startsWith(picturePath(id)) ? id : null;
}

async function* filterUnknown(
  pictures: readonly PictureObjects[],
  before: Date,
  findKnown: (ids: string[]) => Promise<ReadonlySet<string>>,
): AsyncGenerator<PictureObjects> {
  const aged = pictures.filter(({ modifiedAt }) => modifiedAt < before);
  if (aged.length === 0) return;
  const known = await findKnown(aged.map(({ id }) => id));
  for (const picture of aged) if (!known.has(picture.id)) yield picture;
}
