import { LRUCache } from 'lru-cache';
import { isOutage } from '../../core/outage.ts';
import { telemetry } from '../../core/telemetry.ts';
import type { Compression, Encoding } from './encoding.ts';
import { entityTag } from './entity-tag.ts';
import type { ItemPlace } from './list-body.ts';

/** A response that can be sent many times. */
export interface CachedResponse {
  status: number;
  body: Buffer;
  etag: string;
  headers: Readonly<Record<string, string>>;
  tags: readonly string[];
  /** The pattern of its route, for the log. */
  route: string;
  /** The body compressed, made at the first request that accepts it. */
  encoded: Partial<Record<Encoding, Buffer>>;
  /** The place of each item of a list in the body, for lists to which users' own fields are added. */
  places?: readonly ItemPlace[] | undefined;
  compression?: Compression | undefined;
  /** No other response of this server has it. */
  version: number;
}

/** A response before it is cached. */
export interface FreshResponse {
  status: number;
  body: string | Buffer;
  headers: Readonly<Record<string, string>>;
  /** The response is removed from the cache when a change has one of these tags. */
  tags: readonly string[];
  route: string;
  places?: readonly ItemPlace[] | undefined;
  /** By default `cached`. `once` costs less, for a response that may not be sent often. */
  compression?: Compression | undefined;
}

interface ResponseCacheOptions {
  /** Whether the cache can be trusted (see `features/products/catalogue-changes.ts`). */
  isCurrent: () => boolean;
  /**
   * The seconds for which the database has been away; undefined while it is not.
   * @param hasReadFailed whether a read has just failed, which may be the first to notice
   */
  awaySeconds?: (hasReadFailed?: boolean) => number | undefined;
  /** The limit of bodies, headers and keys together. */
  maxBytes: number;
}

/** The longest address of a cached response. Those of the shop's own links are shorter than 200 characters. */
export const maxKeyLength = 512;

/** While the database is away, cached responses are sent for this long. */
const maxStaleSeconds = 60 * 60;
/** So many tags are remembered while responses are made. A change of a listing has some hundred. */
const maxRemoved = 20_000;

/**
 * Responses to guests, cached until what they show changes. While the server cannot know of changes made by other servers
 * (`isCurrent` is false), nothing is stored in the cache, and nothing is read from it unless the database is away. Then
 * there is nothing better, and the responses say that they may be stale.
 */
export class ResponseCache {
  private readonly responses: LRUCache<string, CachedResponse>;
  private readonly inFlight = new Map<string, Promise<CachedResponse>>();
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly deps: ResponseCacheOptions;
  private generation = 0;
  /** The tags that were removed while a response was being made, with the last generation that did. */
  private readonly removed = new Map<string, number>();
  /** The last generation that removed everything, or more tags than are remembered. */
  private allRemoved = 0;
  private beingMade = 0;

  constructor(deps: ResponseCacheOptions) {
    this.deps = deps;
    this.responses = new LRUCache<string, CachedResponse>({
      maxSize: deps.maxBytes,
      sizeCalculation: sizeOf,
      dispose: (response, key) => this.unindex(key, response.tags),
    });
  }

  /** Whether the cache can be trusted. While it is false, `get` gives what may be stale. */
  isCurrent(): boolean {
    return this.deps.isCurrent();
  }

  /** The cached response; undefined while the cache cannot be trusted. While the database is away it may be stale. */
  get(key: string): CachedResponse | undefined {
    return this.deps.isCurrent() ? this.responses.get(key) : this.getStale(key, false);
  }

  /**
   * The cached response, or a new one; a stale one when the database goes away while it is made. Concurrent requests with the
   * same key share one.
   */
  async getOrMake(key: string, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const known = this.get(key) ?? this.inFlight.get(key);
    telemetry.cacheLookup.publish({ result: known ? 'hit' : 'made' });
    if (known) return known;
    const making = this.store(key, make);
    this.inFlight.set(key, making);
    return making.finally(() => {
      if (this.inFlight.get(key) === making) this.inFlight.delete(key);
    });
  }

  /** Removes all responses with these tags; none that is being made and will have one of them is stored. */
  forget(tags: Iterable<string>): void {
    this.generation += 1;
    // The tags of what is being made are not known yet.
    this.inFlight.clear();
    for (const tag of tags) {
      if (this.beingMade > 0) this.removed.set(tag, this.generation);
      for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.responses.delete(key);
    }
    if (this.removed.size > maxRemoved) this.forgetRemoved(this.generation);
  }

  forgetAll(): void {
    this.generation += 1;
    this.forgetRemoved(this.generation);
    this.inFlight.clear();
    this.responses.clear();
  }

  private forgetRemoved(allRemoved: number): void {
    this.removed.clear();
    this.allRemoved = allRemoved;
  }

  private async store(key: string, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    this.beingMade += 1;
    try {
      return await this.makeAndStore(key, make);
    } finally {
      this.beingMade -= 1;
      if (this.beingMade === 0) this.removed.clear();
    }
  }

  private async makeAndStore(
    key: string,
    make: () => Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const generation = this.generation;
    const made = await make().catch((error: unknown) => {
      const stale = isOutage(error) ? this.getStale(key, true) : undefined;
      if (stale) return stale;
      throw error;
    });
    if ('version' in made) return made;
    if (made.status === 503) return this.getStale(key, true) ?? makeCachedResponse(made);
    const response = makeCachedResponse(made);
    const isCacheable = made.status === 200 && key.length <= maxKeyLength;
    if (isCacheable && !this.isRemovedSince(generation, made.tags) && this.deps.isCurrent()) {
      this.responses.set(key, response);
      // A response larger than the whole cache is not stored.
      if (this.responses.has(key)) this.index(key, made.tags);
    }
    return response;
  }

  /** Whether a response with these tags would have been removed if it had been stored in that generation. */
  private isRemovedSince(generation: number, tags: readonly string[]): boolean {
    const isLater = (tag: string) => (this.removed.get(tag) ?? 0) > generation;
    return this.allRemoved > generation || tags.some(isLater);
  }

  private getStale(key: string, hasReadFailed: boolean): CachedResponse | undefined {
    const seconds = this.deps.awaySeconds?.(hasReadFailed);
    if (seconds === undefined || seconds > maxStaleSeconds) return undefined;
    const response = this.responses.get(key);
    return response && markStale(response, seconds);
  }

  private index(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag) ?? new Set();
      this.keysByTag.set(tag, keys.add(key));
    }
  }

  private unindex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}

let lastVersion = 0;

/** Prepares a response to be sent many times. */
export function makeCachedResponse(made: FreshResponse): CachedResponse {
  const body = typeof made.body === 'string' ? Buffer.from(made.body, 'utf8') : made.body;
  lastVersion += 1;
  return { ...made, body, etag: entityTag(body), encoded: {}, version: lastVersion };
}

/** `Warning` 110 is what caches send with a stale response (RFC 7234, section 5.5.1); `Age` is how old it can be. */
function markStale(response: CachedResponse, seconds: number): CachedResponse {
  const marks = { age: String(seconds), warning: '110 - "Response is Stale"' };
  return { ...response, headers: { ...response.headers, ...marks } };
}

/** An object with two numbers and an id. */
const bytesOfPlace = 150;

/**
 * The bytes that an entry takes: the body, as much again for its encodings, the texts with two bytes per character, and
 * a rounded share for the maps and the prepared heads (`serve-from-cache.ts`).
 */
export function sizeOf({ body, headers, tags, places = [] }: CachedResponse, key: string): number {
  const texts = [key, ...Object.values(headers), ...tags];
  const characters = texts.reduce((length, text) => length + text.length, 0);
  return body.length * 2 + characters * 2 + places.length * bytesOfPlace + 2_000;
}
