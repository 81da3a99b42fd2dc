import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import type { Sql } from '../../../database/sql.ts';
import type { ProductReader } from '../../products/product-row.ts';
import { type Stems, stemReader } from '../words/read-stems.ts';

/** What it takes to find which products match. */
export interface MatchDeps {
  reader: Pick<ProductReader, 'sql'>;
  clock: Clock;
  stemsOf: (words: readonly string[]) => Promise<Stems>;
  /** Caches what is the same for everyone until a change has one of its tags; by default until any change. */
  shared: <Value>(
    key: string,
    make: () => Promise<Value>,
    tags?: readonly string[] | ((value: Value) => readonly string[]),
  ) => Promise<Value>;
  /** So many products of verified sellers, or sent to a zone, are read by themselves; of tests, another number. */
  fewProducts?: number;
}

/** A response that is the same for everyone may be this old where the response cache does not hold it. */
const maxAgeMs = 60_000;

/** The dependencies of searches outside of requests, where there is no response cache. */
export function createMatchDeps({ sql, clock }: { sql: Sql; clock: Clock }): MatchDeps {
  const cached = new LRUCache<string, Promise<{ value: unknown }>>({ max: 1_000, ttl: maxAgeMs });
  const shared = async <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = cached.get(key);
    if (known) return (await known).value as Value; // The key belongs to this type.
    const making = make().then((value) => ({ value }));
    cached.set(key, making);
    making.catch(() => cached.delete(key));
    return (await making).value;
  };
  return { reader: { sql }, clock, stemsOf: stemReader(sql), shared };
}
