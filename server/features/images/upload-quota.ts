import { LRUCache } from 'lru-cache';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';

/** Bytes of pictures that nothing refers to: such a picture is removed after a day, and uploading needs no account. */
export interface UploadCeilings {
  /** From one place (an IPv4 address or an IPv6 /64), or for one seller's imports, counted by each process: about 600 pictures. */
  perPlace: number;
  /** The limit of the whole shop: about 10,000 pictures. */
  perShop: number;
}

const defaultCeilings: UploadCeilings = { perPlace: 250_000_000, perShop: 4_000_000_000 };
const dayMs = 24 * 3_600_000;
/** So that a busy shop counts its unused pictures once in a while, and not for each upload. */
const countedForMs = 10_000;

export interface UploadQuota {
  /** @throws Problem too-many-requests while too much that was uploaded from there, or at all, is not used */
  require(place: string): Promise<void>;
  record(place: string, picture: { id: string; bytes: number }): void;
}

export function createUploadQuota(
  { sql, clock }: { sql: Sql; clock: Clock },
  ceilings = defaultCeilings,
): UploadQuota {
  const places = new LRUCache<string, Map<string, number>>({ max: 50_000, ttl: dayMs });
  let counted: { atMs: number; bytes: Promise<number> } | undefined;

  /** Forgets what has come into use, or is gone. */
  async function unusedFrom(uploads: Map<string, number>): Promise<number> {
    if (sumOf(uploads) <= ceilings.perPlace) return 0;
    const unused = await sql<{ id: string }[]>`
      select id from images i where id = any(${[...uploads.keys()]}::uuid[]) and ${isUnused(sql)}`;
    const ids = new Set(unused.map(({ id }) => id));
    for (const id of uploads.keys()) if (!ids.has(id)) uploads.delete(id);
    return sumOf(uploads);
  }

  function unusedOfShop(): Promise<number> {
    const nowMs = clock.now().getTime();
    if (!counted || nowMs - counted.atMs > countedForMs) {
      counted = { atMs: nowMs, bytes: readUnused(sql, new Date(nowMs - dayMs)) };
      // A failure is not remembered.
      counted.bytes.catch(() => {
        counted = undefined;
      });
    }
    return counted.bytes;
  }

  return {
    async require(place) {
      const uploads = places.get(place);
      if (uploads && (await unusedFrom(uploads)) > ceilings.perPlace) {
        throw refusal(
          msg`Many pictures from here are not used yet. Use them in a listing, or try again tomorrow.`,
        );
      }
      if ((await unusedOfShop()) > ceilings.perShop) {
        throw refusal(msg`The shop has received too many pictures. Please try again in an hour.`);
      }
    },
    record(place, { id, bytes }) {
      const uploads = places.get(place) ?? new Map<string, number>();
      uploads.set(id, bytes);
      places.set(place, uploads);
    },
  };
}

const sumOf = (uploads: Map<string, number>) =>
  [...uploads.values()].reduce((sum, bytes) => sum + bytes, 0);

async function readUnused(sql: Sql, since: Date): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::bigint as bytes from images i
    where created_at > ${since} and ${isUnused(sql)}`;
  return row?.bytes ?? 0;
}

function isUnused(sql: Sql) {
  return sql`not exists (select from products where image_id = i.id)
    and not exists (select from product_images where image_id = i.id)
    and not exists (select from users where image_id = i.id)
    and not exists (select from bookings where image_id = i.id)
    and not exists (select from evidence_images where image_id = i.id)`;
}

function refusal(detail: ProblemText): Problem {
  return new Problem('too-many-requests', detail, {
    retryAfterSeconds: 3_600,
    errors: [{ field: 'image', message: detail }],
  });
}
