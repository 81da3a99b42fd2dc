import { isPictureId, picturePath } from '../picture-id.ts';
import type { ListedObject } from './bucket.ts';

interface PictureObjects {
  id: string;
  keys: string[];
  /** When the latest of them was put. */
  modifiedAt: Date;
}

/**
 * The pictures in a bucket that nobody knows of. Objects that are no pictures of ours are passed over.
 * @param listed all objects in the order of their keys, so those of one picture stand together
 * @param before only pictures that were complete before this moment
 * @param findKnown tells which of these pictures are known
 */
export async function* findOrphanedPictures(
  listed: AsyncIterable<readonly ListedObject[]>,
  before: Date,
  findKnown: (ids: string[]) => Promise<ReadonlySet<string>>,
): AsyncGenerator<PictureObjects> {
  let last: PictureObjects | undefined;
  for await (const objects of listed) {
    const pictures = pictureObjects(last ? [last] : [], objects);
    // The last one may go on in the next part.
    last = pictures.pop();
    yield* unknown(pictures, before, findKnown);
  }
  if (last) yield* unknown([last], before, findKnown);
}

function pictureObjects(
  pictures: PictureObjects[],
  objects: readonly ListedObject[],
): PictureObjects[] {
  for (const { key, modifiedAt } of objects) {
    const id = pictureOf(key);
    if (id === null) continue;
    const present = pictures.at(-1);
    if (present?.id === id) {
      present.keys.push(key);
      if (modifiedAt > present.modifiedAt) present.modifiedAt = modifiedAt;
    } else pictures.push({ id, keys: [key], modifiedAt });
  }
  return pictures;
}

function pictureOf(key: string): string | null {
  const id = /^[0-9a-f]{2}\/([^/]+)\/\d+\.(?:webp|avif)$/.exec(key)?.[1];
  return id && isPictureId(id) && key.startsWith(picturePath(id)) ? id : null;
}

async function* unknown(
  pictures: readonly PictureObjects[],
  before: Date,
  findKnown: (ids: string[]) => Promise<ReadonlySet<string>>,
): AsyncGenerator<PictureObjects> {
  const aged = pictures.filter(({ modifiedAt }) => modifiedAt < before);
  if (aged.length === 0) return;
  const kept = await findKnown(aged.map(({ id }) => id));
  for (const picture of aged) if (!kept.has(picture.id)) yield picture;
}
