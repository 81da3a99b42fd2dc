/**
 * An image host: keeps the bytes of pictures and gives them addresses. The database keeps ids, sizes and the name of the
 * host, never the origin, so that a shop may move to another address.
 *
 * Which pictures are accepted, and what is made of them, is the same for every host (`inspect.ts`, `renditions.ts`): an
 * adapter for S3-compatible storage brings only another place to put the files.
 */
export interface ImageHost {
  /** Stands in the column `images.host`. */
  readonly name: string;

  /**
   * Receives an upload, checks it by its real content and keeps it in all its sizes, without any metadata. When this
   * returns, everything is durable; when it throws, nothing is left behind.
   * @param id a fresh UUID, which becomes part of the picture's address
   * @throws Problem bad-input, too-large, wrong-content, cannot-process; unavailable when too much work is waiting;
   * and whatever the upload itself throws when it breaks off
   */
  store(id: string, upload: AsyncIterable<Buffer>): Promise<StoredPicture>;

  /**
   * Where a picture's sizes are found, as `<address>/<file>`: an absolute address, or a path on our own origin that
   * begins with a slash.
   */
  address(id: string): string;

  /**
   * Adds every width as AVIF. May be called again at any time, after a crash too: what is there is kept.
   * @throws Error when the picture's files are not there; Problem unavailable when too much work is waiting
   */
  makeAvif(id: string, widths: readonly number[]): Promise<void>;

  /** The bytes of one file of a picture, null when there is no such picture or size. */
  read(id: string, file: PictureFile): Promise<Buffer | null>;

  /** Removes all files of a picture. Removing one that is not there is no error. */
  remove(id: string): Promise<void>;

  /**
   * Removes what crashes left behind: uploads that never ended, and pictures that nobody knows of.
   * @param before only what was put there before this moment
   * @param findKnown tells which of these pictures are known
   * @returns how many were removed
   */
  sweep(before: Date, findKnown: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

/**
 * A hosting service to which browsers upload by themselves, as the specification has it. It keeps pictures as they came
 * under addresses of its own, so it is no `ImageHost`: the shop learns of a picture when somebody refers to it.
 */
export interface HostingService {
  /** Stands in the column `images.host`. */
  readonly name: string;

  /** Takes a multipart form with the field `image`. The service's key is part of it, for every browser to see. */
  readonly uploadUrl: string;

  /** The address of a picture there, in the one form in which it is kept; null when this service gives out no such address. */
  ownUrl(address: string): string | null;

  /**
   * Fetches a picture once and checks it as an upload would be. Nothing of it is kept.
   * @param address as `ownUrl` gave it
   * @throws Problem bad-input when there is nothing; too-large, wrong-content, cannot-process as for an upload;
   * unavailable when the service does not answer in time, or too much work is waiting
   */
  inspect(address: string): Promise<StoredPicture>;
}

/** What is known of a picture once it is kept. */
export interface StoredPicture {
  /** Widths in pixels that exist, ascending. Nothing is enlarged: a small picture has fewer. */
  widths: number[];
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
  /** Size of the WebP file of the largest width. */
  bytes: number;
  /** A tiny blurred picture as a `data:` address of at most 400 characters. */
  placeholder: string;
}

/** Where our own server hands pictures out (`server/features/images/routes.ts`), for hosts that have no address of their own. */
export const picturesPath = '/pictures';

export const servedFormats = ['webp', 'avif'] as const;

/** One file of a picture, for example `960.webp`. */
export interface PictureFile {
  width: number;
  format: (typeof servedFormats)[number];
}

export function fileName({ width, format }: PictureFile): string {
  return `${width}.${format}`;
}
