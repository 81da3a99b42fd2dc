import type { Readable } from 'node:stream';

/**
 * An image host: keeps the bytes of pictures and gives them addresses. The database keeps ids, sizes and the name of the
 * host, never addresses, so that a shop may move to another origin; an address is made when a row is read.
 *
 * Which pictures are accepted, and what is made of them, is the same for every host that processes them itself
 * (`inspect.ts`, `sizes.ts`): an adapter for S3-compatible storage brings only another place to put the files. A host
 * that takes the browser's upload directly and makes its own sizes (imgbb) has one address per picture; its rows carry
 * it in `external_url`, and they have no further sizes.
 */
export interface ImageHost {
  /** Stands in the column `images.host`. */
  readonly name: 'disk' | 's3' | 'imgbb';

  /**
   * Receives an upload, checks it by its real content and keeps it in all its sizes, without any metadata. When this
   * returns, everything is durable; when it throws, nothing is left behind.
   * @param id a fresh UUID, which becomes part of the picture's address
   * @throws Problem bad-input, too-large, wrong-content, cannot-process; unavailable when too much work is waiting
   */
  store(id: string, upload: Readable): Promise<StoredPicture>;

  /**
   * Where a picture's sizes are found, as `<address>/<file>`: an absolute address, or a path on our own origin that
   * begins with a slash.
   */
  address(id: string): string;

  /** The id of the picture that an address of this host means, in whatever size; null when it is none of ours. */
  identify(address: string): string | null;

  /**
   * Adds every width as AVIF. May be called again at any time, after a crash too: what is there is kept.
   * @throws Error when the picture's files are not there
   */
  makeAvif(id: string, widths: readonly number[]): Promise<void>;

  /** Removes all files of a picture. Removing one that is not there is no error. */
  remove(id: string): Promise<void>;

  /**
   * The bytes of one file of a picture, null when there is no such picture or size. Only hosts whose pictures our own
   * server hands out have this.
   */
  read?(id: string, file: PictureFile): Promise<Buffer | null>;
}

/** What is known of a picture once it is kept. */
export interface StoredPicture {
  /** Widths in pixels that exist, ascending. Nothing is enlarged: a small picture has fewer. */
  widths: number[];
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
  /** Size of the file of the largest width. */
  bytes: number;
  /** A tiny blurred picture as a `data:` address of at most 400 characters. */
  placeholder: string;
}

export const servedFormats = ['webp', 'avif'] as const;

/** One file of a picture, for example `960.webp`. */
export interface PictureFile {
  width: number;
  format: (typeof servedFormats)[number];
}
