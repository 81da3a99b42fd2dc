import type { Readable } from 'node:stream';
import type { ClipFormat, ClipKind } from '#contract/clips/clips.ts';

/**
 * An image host stores the files of pictures. The database stores ids, sizes and the name of the host, never an origin, so
 * that a shop can move to another domain.
 *
 * Every host accepts the same pictures and makes the same sizes of them (`processing/`); an adapter only decides where
 * the files are stored.
 */
export interface ImageHost {
  /** Stands in the column `images.host`. */
  readonly name: string;

  /**
   * Receives an upload, checks its content and stores it in all sizes, without metadata. When this returns, everything is
   * durable; when it throws, nothing is left behind.
   * @param id a new UUID, which becomes part of the picture's URL
   * @throws Problem bad-input, too-large, wrong-content, cannot-process; unavailable when too much work is waiting;
   * and whatever the upload itself throws when it breaks off
   */
  store(id: string, upload: AsyncIterable<Buffer>): Promise<StoredPicture>;

  /**
   * The base URL of a picture's files, `<base URL>/<file>`: an absolute URL, or a path on our own origin that starts with a
   * slash.
   */
  baseUrl(id: string): string;

  /**
   * Adds every width as AVIF, except those that exist already. May be repeated, for example after a crash.
   * @throws Error when the picture's files do not exist; Problem unavailable when too much work is waiting
   */
  makeAvif(id: string, widths: readonly number[]): Promise<void>;

  /**
   * The fingerprint by which the same picture is found again (`processing/fingerprint.ts`).
   * @param width one of those that exist
   * @returns undefined for a flat picture, and for one that is missing or cannot be decoded
   */
  fingerprint(id: string, width: number): Promise<Fingerprint | undefined>;

  /** The content of one file; null when there is no such picture or size. */
  read(id: string, file: PictureFile): Promise<Buffer | null>;

  /** Removes all files of a picture. Does nothing when there are none. */
  remove(id: string): Promise<void>;

  /**
   * Removes what crashes left behind: unfinished uploads, and pictures that the database does not know.
   * @param before only what was stored before this time
   * @param findKnown returns the ids that the database knows
   * @returns how many were removed
   */
  sweep(before: Date, findKnown: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

/**
 * An external service that browsers upload to themselves, as the specification asks. It stores pictures unchanged under
 * its own URLs, so it is not an `ImageHost`: the server learns of a picture when a request refers to it.
 */
export interface HostingService {
  /** Stands in the column `images.host`. */
  readonly name: string;

  /** Accepts a multipart form with the field `image`. Contains the service's key, which is public. */
  readonly uploadUrl: string;

  /** The normalized URL of a picture at this service, as it is stored; null for any other URL. */
  ownUrl(address: string): string | null;

  /**
   * Fetches a picture once and checks it like an upload, without storing it.
   * @param address as returned by `ownUrl`
   * @throws Problem bad-input when there is no picture; too-large, wrong-content, cannot-process as for an upload;
   * unavailable when the service does not answer in time, or too much work is waiting
   */
  inspect(address: string): Promise<StoredPicture>;
  /**
   * The content of a picture, for people who may not learn its address.
   * @param address as returned by `ownUrl`
   * @throws Problem bad-input when there is no picture of an accepted kind; too-large; unavailable when the service does not
   * answer in time
   */
  read(address: string): Promise<{ content: Buffer; format: string }>;
}

/**
 * Fetches a picture from an address that a person has given, if it is one of the public internet.
 * @param url of http or https, without user name and password
 * @throws Problem bad-input, with a sentence for that person, when there is no picture or it may not be fetched; too-large
 */
export type FetchPicture = (url: URL) => AsyncIterable<Buffer>;

/** By which the same picture is found again: 64 bits each. */
export interface Fingerprint {
  bits: bigint;
  /** Those of the picture seen in a mirror. */
  mirrored: bigint;
}

/** The description of a stored picture. */
export interface StoredPicture {
  /** Available widths in pixels, ascending. Small pictures have fewer, because nothing is enlarged. */
  widths: number[];
  /** The size of the largest one, in pixels. */
  width: number;
  height: number;
  /** Size of the WebP file of the largest width. */
  bytes: number;
  /** A tiny blurred preview as a `data:` URL of at most 400 characters. */
  placeholder: string;
}

/**
 * Stores clips of sound and video, one file for each. They are served by our own server alone, because browsers must get them
 * with headers that a bucket does not send, and only while they may be played.
 */
export interface ClipStore {
  /** Stands in the column `clips.host`. */
  readonly name: string;

  /**
   * Receives an upload, checks its content and stores its sound and pictures as they are encoded, without anything else. When
   * this returns, everything is durable; when it throws, nothing is left behind. The whole clip is never in memory.
   * @param id a new UUID
   * @throws Problem bad-input, too-large, wrong-content, cannot-process for the field `clip`; unavailable when too much work is
   * waiting, or the store cannot be reached; and whatever the upload itself throws when it breaks off
   */
  store(id: string, upload: AsyncIterable<Buffer>): Promise<StoredClip>;

  /** Some bytes of a file as a stream; null when there is no such file. */
  read(id: string, range: ByteRange): Promise<Readable | null>;

  /** Does nothing when there is none. */
  remove(id: string): Promise<void>;

  /**
   * Removes files that the database does not know, and unfinished uploads.
   * @param before only what was stored before this time
   * @param findKnown returns the ids that the database knows
   * @returns how many were removed
   */
  sweep(before: Date, findKnown: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

/** What a clip is, as its packets say. */
export interface StoredClip {
  format: ClipFormat;
  kind: ClipKind;
  bytes: number;
  durationMs: number;
  /** Of a video, in pixels, as it is shown. */
  width?: number;
  height?: number;
}

/** Both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The path at which our own server serves clips, and the one for those of returns, disputes and messages. */
export const clipsPath = '/clips';
export const evidenceClipsPath = `${clipsPath}/evidence`;

/**
 * The path at which our own server serves pictures (`server/features/images/routes.ts`), for hosts without an address
 * of their own.
 */
export const picturesPath = '/pictures';
/** The path for those of returns and disputes, at whatever host they are. */
export const evidencePath = `${picturesPath}/evidence`;

export const servedFormats = ['webp', 'avif'] as const;

/** One file of a picture, for example `960.webp`. */
export interface PictureFile {
  width: number;
  format: (typeof servedFormats)[number];
}

export function fileName({ width, format }: PictureFile): string {
  return `${width}.${format}`;
}
