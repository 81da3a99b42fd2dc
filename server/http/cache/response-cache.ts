import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoding.ts';
import { entityTag } from './entity-tag.ts';

/** What was answered once and can be answered again as it stands. */
export interface Answer {
  status: number;
  body: Buffer;
  etag: string;
  headers: Readonly<Record<string, string>>;
  tags: readonly string[];
  /** The route that made it, as a pattern, for the log. */
  route: string;
  /** The body compressed, made at the first request that accepts it. */
  encoded: Partial<Record<Encoding, Buffer>>;
}

/** An answer as it was just made. */
export interface CachedResponse {
  status: number;
  body: string;
  headers: Readonly<Record<string, string>>;
  /** What it was made from: the answer is forgotten when any of it changes. */
  tags: readonly string[];
  route: string;
}

export interface ResponseCacheOptions {
  /** Whether this server has heard of all changes that are old enough to matter (see `products/catalogue.ts`). */
  isCurrent: () => boolean;
  maxBytes: number;
}

/**
 * Answers to guests, kept in memory until what they are made from changes. While the server cannot know of changes
 * made elsewhere (`isCurrent` says no) it remembers nothing and reads every time: right before fast.
 */
export class ResponseCache {
  private readonly answers: LRUCache<string, Answer>;
  private readonly underway = new Map<string, Promise<Answer>>();
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly deps: ResponseCacheOptions;
  private generation = 0;

  constructor(deps: ResponseCacheOptions) {
    this.deps = deps;
    this.answers = new LRUCache<string, Answer>({
      maxSize: deps.maxBytes,
      sizeCalculation: (answer) => answer.body.length * 2 + 500,
      dispose: (answer, key) => this.untie(key, answer.tags),
    });
  }

  /** The remembered answer, as long as it may be trusted. */
  recall(key: string): Answer | undefined {
    return this.deps.isCurrent() ? this.answers.get(key) : undefined;
  }

  /** The remembered answer, or a new one. Requests for the same that come while it is made share it. */
  async find(key: string, make: () => Promise<CachedResponse>): Promise<Answer> {
    const known = this.recall(key);
    if (known) return known;
    const running = this.underway.get(key);
    if (running) return running;
    const making = this.remember(key, make);
    this.underway.set(key, making);
    return making.finally(() => {
      if (this.underway.get(key) === making) this.underway.delete(key);
    });
  }

  /** Forgets all answers with these tags, those too that are being made. */
  forget(tags: Iterable<string>): void {
    this.generation += 1;
    this.underway.clear();
    for (const tag of tags) {
      for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.answers.delete(key);
    }
  }

  forgetAll(): void {
    this.generation += 1;
    this.underway.clear();
    this.answers.clear();
  }

  private async remember(key: string, make: () => Promise<CachedResponse>): Promise<Answer> {
    const generation = this.generation;
    const made = await make();
    const answer = makeCachedResponse(made);
    if (generation === this.generation && this.deps.isCurrent() && made.status === 200) {
      this.answers.set(key, answer);
      // An answer larger than the whole memory is not kept.
      if (this.answers.has(key)) this.tie(key, made.tags);
    }
    return answer;
  }

  private tie(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag) ?? new Set();
      this.keysByTag.set(tag, keys.add(key));
    }
  }

  private untie(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}

/** Makes what was just produced ready to be sent many times. */
export function makeCachedResponse(made: CachedResponse): Answer {
  const body = Buffer.from(made.body, 'utf8');
  return { ...made, body, etag: entityTag(body), encoded: {} };
}
