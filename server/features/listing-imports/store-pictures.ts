import { LRUCache } from 'lru-cache';
import { sayKnown } from '#contract/language.ts';
import { msg, plural } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import type { FetchPicture } from '../../providers/images/port.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { uploadImage } from '../images/upload-image.ts';
import type { UploadQuota } from '../images/upload-quota.ts';
import { isShown } from '../products/product-row.ts';
import type { PictureSource } from './picture-sources.ts';

export interface PictureStoreDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  fetchPicture: FetchPicture;
  uploadQuota: UploadQuota;
}

export type Storable = Extract<PictureSource, { key: string }>;

interface Stored<Source> {
  /** Why some are not, by their keys. */
  faults: ReadonlyMap<string, string>;
  /** Those for which there was no time. */
  left: readonly Source[];
}

/**
 * Stores those of these pictures that are not stored yet for the seller, before the transaction that uses them: it fetches
 * addresses and reads files of a ZIP file. It stops after 15 seconds; the rest is for the next call.
 * @throws Problem too-many-requests when too much that was stored is not used; unavailable when it can store nothing
 */
export type StorePictures = <Source extends Storable>(
  wanted: readonly Source[],
  of: { sellerId: string; importId?: string },
) => Promise<Stored<Source>>;

const storeMs = 15_000;
const concurrency = 4;
/** Addresses that are fetched for a seller in a day, whether or not there are pictures. */
const maxFetches = 3_000;
const dayMs = 24 * 3_600_000;

export function createPictureStore(deps: PictureStoreDeps): StorePictures {
  const { sql } = deps.database;
  /** What is being stored, so that requests at the same time store it once. */
  const underWay = new Map<string, Promise<string | undefined>>();
  const fetches = new LRUCache<string, number>({ max: 10_000, ttl: dayMs, noUpdateTTL: true });

  /** @returns why there is no picture */
  async function storePicture(
    source: Storable,
    { importId, sellerId }: { importId?: string; sellerId: string },
  ): Promise<string | undefined> {
    const fetched = fetches.get(sellerId) ?? 0;
    if (source.kind === 'address' && fetched >= maxFetches) {
      return sayKnown(
        msg`At most ${plural(maxFetches, { one: '# picture', other: '# pictures' })} are fetched in a day. Import the row again tomorrow.`,
      );
    }
    if (source.kind === 'address') fetches.set(sellerId, fetched + 1);
    // Counted by the seller, because an admin's address would be that of all sellers they import for.
    await deps.uploadQuota.require(sellerId);
    try {
      const image = await uploadImage(
        deps,
        source.kind === 'address'
          ? deps.fetchPicture(source.url)
          : source.kind === 'copy'
            ? contentToCopy(deps, source.imageId)
            : contentOf(sql, importId ?? '', source.key),
        sellerId,
      );
      deps.uploadQuota.record(sellerId, { id: image.id, bytes: image.size });
      await transaction(deps.database, (tx) => {
        tx.write`
          insert into imported_pictures (seller_id, source, image_id)
          values (${sellerId}, ${source.key}, ${image.id})
          on conflict (seller_id, source) do update set image_id = excluded.image_id`;
      });
      return undefined;
    } catch (error) {
      if (error instanceof Problem && ofPicture.includes(error.code)) return error.message;
      throw error;
    }
  }

  function storeOnce(source: Storable, of: { importId?: string; sellerId: string }) {
    const key = `${of.sellerId} ${source.key}`;
    const store = async () => {
      // Another request may have stored it since this one looked.
      const [missing] = await withoutStored(deps, of.sellerId, [source]);
      return missing && storePicture(missing, of);
    };
    const stored = underWay.get(key) ?? store().finally(() => underWay.delete(key));
    underWay.set(key, stored);
    return stored;
  }

  return async (wanted, of) => {
    const missing = await withoutStored(deps, of.sellerId, wanted);
    const end = performance.now() + storeMs;
    const done = new Set<string>();
    const faults = new Map<string, string>();
    const { failures } = await mapWithConcurrency(missing, concurrency, async (source) => {
      if (performance.now() > end) return false;
      const fault = await storeOnce(source, of);
      if (fault !== undefined) faults.set(source.key, fault);
      done.add(source.key);
      return true;
    });
    if (done.size === 0 && failures.length > 0) throw failures[0];
    return { faults, left: missing.filter(({ key }) => !done.has(key)) };
  };
}

/** What is wrong with the picture and not with the shop. */
const ofPicture: readonly string[] = ['bad-input', 'too-large', 'wrong-content', 'cannot-process'];

/** Those that are not stored yet, each once. */
export async function withoutStored<Source extends Storable>(
  { database: { sql }, imageHost }: Pick<PictureStoreDeps, 'database' | 'imageHost'>,
  sellerId: string,
  sources: readonly Source[],
): Promise<Source[]> {
  const wanted = new Map<string, Source>();
  for (const source of sources) if (!wanted.has(source.key)) wanted.set(source.key, source);
  const stored = await sql<{ source: string }[]>`
    select p.source from imported_pictures p join images i on i.id = p.image_id
    where p.seller_id = ${sellerId} and p.source = any(${[...wanted.keys()]})
      and i.host = ${imageHost.name} and cardinality(i.widths) > 0`;
  for (const { source } of stored) wanted.delete(source);
  const missing = [...wanted.values()];
  // What a listing can refer to without a copy is neither fetched nor copied.
  const urls = missing.flatMap((source) => (source.kind === 'address' ? [source.url.href] : []));
  const ids = missing.flatMap((source) => (source.kind === 'copy' ? [source.imageId] : []));
  const usable = await sql<{ id: string; url: string | null }[]>`
    select id, external_url as url from images
    where (external_url = any(${urls}) or id = any(${ids}::uuid[]))
      and (owner_id is null or owner_id = ${sellerId})`;
  const known = new Set(usable.flatMap(({ id, url }) => [id, url]));
  return missing.filter((source) => {
    if (source.kind === 'file') return true;
    return !known.has(source.kind === 'copy' ? source.imageId : source.url.href);
  });
}

/** The largest file of a picture of another seller that everyone can see. */
async function* contentToCopy(
  { database: { sql }, imageHost }: Pick<PictureStoreDeps, 'database' | 'imageHost'>,
  imageId: string,
): AsyncGenerator<Buffer> {
  const [image] = await sql<{ width: number }[]>`
    select i.width from images i
    where i.id = ${imageId} and i.host = ${imageHost.name} and cardinality(i.widths) > 0
      and exists (
        select from products p where ${isShown} and (p.image_id = i.id
          or exists (select from product_images where product_id = p.id and image_id = i.id)))`;
  const content = image && (await imageHost.read(imageId, { width: image.width, format: 'webp' }));
  if (!content) throw new Problem('bad-input', msg`This shop no longer has this picture`);
  yield content;
}

async function* contentOf(sql: Sql, importId: string, digest: string): AsyncGenerator<Buffer> {
  const [file] = await sql<{ content: Buffer }[]>`
    select content from listing_import_files
    where import_id = ${importId} and digest = ${digest} limit 1`;
  if (file) yield file.content;
}
