import { LRUCache } from 'lru-cache';
import { bodyWithFields, type PersonalFieldsById } from './list-body.ts';
import {
  type CachedResponse,
  type FreshResponse,
  makeCachedResponse,
  maxKeyLength,
  ResponseCache,
  sizeOf,
} from './response-cache.ts';

/** A list that differs between users only in some fields of some items. */
export interface PersonalList {
  /** Reads the list as everyone sees it, and the fields that this user sees differently, in one statement. */
  read: () => Promise<{ shared: FreshResponse; personal: PersonalFieldsById }>;
  /** Reads just these fields, for the items with these ids. */
  readFields: (ids: readonly string[]) => Promise<PersonalFieldsById>;
  serializeItem: (item: object) => string;
}

interface PersonalResponsesOptions {
  /** Whether the cache can be trusted (see `features/products/catalogue-changes.ts`). */
  isCurrent: () => boolean;
  /** The limit of lists that all users share. */
  maxSharedBytes: number;
  /** The limit of responses to one user. */
  maxPersonalBytes: number;
}

interface PersonalResponse {
  userId: string;
  /** The list that it was made of. When another one has taken its place, this response is no longer used. */
  sharedVersion: number;
  /** Undefined when the user sees what everyone sees, so that most users' responses take no space. */
  own: CachedResponse | undefined;
}

/** How many addresses are remembered, about a megabyte. */
const maxRemembered = 10_000;

/**
 * Responses with lists to signed-in users. What everyone sees of a list is cached once, and what one user sees is made
 * of it. A response to a user is dropped with the list that it is made of, or when that user's own fields change.
 */
export class PersonalResponses {
  private readonly deps: PersonalResponsesOptions;
  /** Never sent to guests, who may not read all of these lists. */
  private readonly lists: ResponseCache;
  private readonly responses: LRUCache<string, PersonalResponse>;
  private readonly keysByUser = new Map<string, Set<string>>();
  /** The addresses of lists that were requested last. */
  private readonly requested = new LRUCache<string, true>({ max: maxRemembered });
  private generation = 0;

  constructor(deps: PersonalResponsesOptions) {
    this.deps = deps;
    this.lists = new ResponseCache({ isCurrent: deps.isCurrent, maxBytes: deps.maxSharedBytes });
    this.responses = new LRUCache<string, PersonalResponse>({
      maxSize: deps.maxPersonalBytes,
      sizeCalculation: ({ own }, key) => (own ? sizeOf(own, key) : key.length * 2 + 500),
      dispose: ({ userId }, key) => this.unindex(userId, key),
    });
  }

  isCurrent(): boolean {
    return this.deps.isCurrent();
  }

  /**
   * Whether a list is worth caching, because it was requested before. Most pages far down the lists are requested once:
   * to cache them would cost more than to read them, and push out what is requested often.
   */
  isRequestedAgain(address: string): boolean {
    if (this.requested.has(address)) return true;
    if (address.length <= maxKeyLength) this.requested.set(address, true);
    return false;
  }

  /** The cached response to this user; undefined while the cache cannot be trusted. */
  get(userId: string, address: string): CachedResponse | undefined {
    const shared = this.lists.get(address);
    const known = shared && this.responses.get(userId + address);
    if (!known || known.sharedVersion !== shared.version) return undefined;
    return known.own ?? shared;
  }

  /** The cached response to this user, or a new one. */
  async getOrMake(userId: string, address: string, list: PersonalList): Promise<CachedResponse> {
    const known = this.get(userId, address);
    if (known) return known;
    const { generation } = this;
    const read: { personal?: PersonalFieldsById } = {};
    const shared = await this.lists.getOrMake(address, async () => {
      const made = await list.read();
      read.personal = made.personal;
      return made.shared;
    });
    const ids = shared.places?.map(({ id }) => id) ?? [];
    const personal = read.personal ?? (await list.readFields(ids));
    const body = bodyWithFields(shared, personal, list.serializeItem);
    const own = body && makeCachedResponse({ ...shared, body, places: undefined });
    // A change of the user's own fields may have come after they were read.
    if (generation === this.generation) this.store(userId, address, shared, own);
    return own ?? shared;
  }

  /** What everyone sees of a reply that is not a list: cached, or new. Nothing that is anyone's own may be in it. */
  getOrMakeShared(address: string, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    return this.lists.getOrMake(address, make);
  }

  /** Removes the lists with these tags, and what was made of them. */
  forget(tags: Iterable<string>): void {
    this.lists.forget(tags);
  }

  /** Removes the responses to these users; none that is being made is stored. */
  forgetUsers(userIds: Iterable<string>): void {
    this.generation += 1;
    for (const userId of userIds) {
      for (const key of [...(this.keysByUser.get(userId) ?? [])]) this.responses.delete(key);
    }
  }

  forgetAll(): void {
    this.generation += 1;
    this.lists.forgetAll();
    this.responses.clear();
  }

  private store(
    userId: string,
    address: string,
    shared: CachedResponse,
    own: CachedResponse | undefined,
  ): void {
    if (this.lists.get(address) !== shared) return;
    const key = userId + address;
    this.responses.set(key, { userId, sharedVersion: shared.version, own });
    // A response larger than the whole cache is not stored.
    if (!this.responses.has(key)) return;
    this.keysByUser.set(userId, (this.keysByUser.get(userId) ?? new Set()).add(key));
  }

  private unindex(userId: string, key: string): void {
    const keys = this.keysByUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.keysByUser.delete(userId);
  }
}
