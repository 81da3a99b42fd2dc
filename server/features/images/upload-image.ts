import type { CallReply } from '#contract/calls.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { largestAddress } from './image-address.ts';
import type { ImageDeps } from './image-deps.ts';
import { insertImage } from './insert-image.ts';

type UploadedImage = CallReply<'uploadImage'>['data'];

/**
 * Stores an upload at the image host and inserts its row. An image that nothing refers to is removed after a day.
 * @param ownerId the user whose picture it is; missing: who uses it first
 * @throws Problem as `ImageHost.store` does
 */
export async function uploadImage(
  {
    database,
    clock,
    ...deps
  }: ImageDeps & { database: Pick<Database, 'transaction'>; clock: Clock },
  upload: AsyncIterable<Buffer>,
  ownerId?: string,
): Promise<UploadedImage> {
  const host = deps.imageHost;
  const at = clock.now();
  const id = newId(at);
  const stored = await host.store(id, upload);
  try {
    await transaction(database, (tx) =>
      insertImage(tx, { ...stored, id, host: host.name, externalUrl: null, ownerId }, at),
    );
  } catch (error) {
    await host.remove(id);
    throw error;
  }
  const { width, height, bytes } = stored;
  return { id, url: largestAddress(deps, { id, width }), width, height, size: bytes };
}
