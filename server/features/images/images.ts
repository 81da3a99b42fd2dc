import { and, eq, type SQL } from 'drizzle-orm';
import type { CallReply } from '#contract/calls.ts';
import type { Picture } from '#contract/images.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { images } from '../../database/schema/images.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import {
  fileName,
  type HostingService,
  type ImageHost,
  type StoredPicture,
} from '../../providers/images/port.ts';

/** The host in use, and where the shop is reached: known only once the server listens, so it is asked for each time. */
export interface Pictures {
  imageHost: ImageHost;
  /** Where browsers upload in the place of our own host. */
  hosting?: HostingService | undefined;
  /** For example `https://reprise.example`, without a slash at the end. */
  origin: () => string;
}

/** What a row tells about where a picture is and how it looks. */
type KnownPicture = Pick<
  typeof images.$inferSelect,
  'id' | 'externalUrl' | 'widths' | 'width' | 'height' | 'placeholder' | 'avif'
>;

type UploadedPicture = CallReply<'uploadImage'>['data'];

/**
 * Keeps an upload and its row. A picture that nothing refers to goes again after a day.
 * @throws Problem as `ImageHost.store` does
 */
export async function uploadImage(
  { database, clock, ...pictures }: Pictures & { database: Pick<Database, 'orm'>; clock: Clock },
  upload: AsyncIterable<Buffer>,
): Promise<UploadedPicture> {
  const host = pictures.imageHost;
  const at = clock.now();
  const id = newId(at);
  const stored = await host.store(id, upload);
  try {
    await transaction(database, (tx) => saveImage(tx, host, { id, ...stored }, at));
  } catch (error) {
    await host.remove(id);
    throw error;
  }
  const { width, height, bytes } = stored;
  return { id, url: largestAddress(pictures, { id, width }), width, height, size: bytes };
}

/** Saves the row of a picture that the host has stored under this id. */
export async function saveImage(
  tx: Tx,
  host: Pick<ImageHost, 'name'>,
  picture: StoredPicture & { id: string },
  at: Date,
): Promise<void> {
  await tx.insert(images).values({ ...picture, host: host.name, createdAt: at });
}

/** Where pictures are reached. The largest size stands for the whole where only one address is given. */
export function pictureOf(imageHost: ImageHost, origin: Pictures['origin']) {
  return (image: KnownPicture): { url: string; picture: Picture | undefined } => {
    if (image.externalUrl !== null) return { url: image.externalUrl, picture: undefined };
    const { id, widths, avif, width, height, placeholder } = image;
    const base = imageHost.address(id);
    return {
      url: largestAddress({ imageHost, origin }, image),
      picture: { base, widths, avif, width, height, placeholder },
    };
  };
}

/**
 * The picture that an address means, for whoever is about to refer to it: it can't be removed before this transaction
 * ends. Every size of a picture means the picture. One at a hosting service must have been admitted before
 * (`admitPictures`).
 * @param field of the request that the address stood in
 * @throws Problem bad-input naming the field when the address is none that our image host gave out, or the picture is gone
 */
export async function imageIdOf(
  tx: Tx,
  pictures: Pictures,
  address: string,
  field = 'image',
): Promise<string> {
  const isMeant = meaningOf(address, pictures);
  if (isMeant) {
    const [row] = await tx.select({ id: images.id }).from(images).where(isMeant).for('key share');
    if (row) return row.id;
  }
  const detail = 'Upload the picture here first; this address is not one of ours';
  throw new Problem('bad-input', detail, { errors: [{ field, message: detail }] });
}

/** A picture at a hosting service stays known by its address, also when the shop has moved to another host since. */
function meaningOf(address: string, pictures: Pictures): SQL | undefined {
  const id = idIn(address, pictures);
  if (id !== null) return and(eq(images.id, id), eq(images.host, pictures.imageHost.name));
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hash = '';
  return eq(images.externalUrl, url.href);
}

function largestAddress(
  { imageHost, origin }: Pictures,
  { id, width }: { id: string; width: number },
) {
  const base = imageHost.address(id);
  // Joined by hand: it is done for every row of every list, and parsing addresses is dear.
  const host = base.startsWith('/') ? origin() : '';
  return `${host}${base}/${fileName({ width, format: 'webp' })}`;
}

/** Reads the id out of an address by making the address of that id again: only the host knows how they look. */
function idIn(address: string, { imageHost, origin }: Pictures): string | null {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(address)?.[0];
  if (id === undefined || !URL.canParse(address, origin())) return null;
  const given = new URL(address, origin()).href;
  const ours = new URL(imageHost.address(id), origin()).href;
  const rest = given.slice(ours.length);
  return given.startsWith(ours) && /^(\/\d+\.(webp|avif))?$/.test(rest) ? id : null;
}
