import type { CallReply } from '#contract/calls.ts';
import { inventoryListing, type Upserted } from '#contract/inventory/inventory.ts';
import { sayKnown } from '#contract/language.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { StorePictures } from '../listing-imports/store-pictures.ts';
import type { SerialNumbers } from '../products/serial-numbers.ts';
import { listInventory } from './list-inventory.ts';
import { picturesToStore, type SentListing, upsertListing } from './upsert-listing.ts';

export interface InventoryDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  storePictures: StorePictures;
  serialNumbers: SerialNumbers;
  shop: Pick<LoadedShop, 'public'>;
}

type Result = CallReply<'upsertListings'>['results'][number];

export function inventoryHandlers(deps: InventoryDeps): Handlers {
  const { database, clock } = deps;
  const upsert = async (sent: SentListing, faults: ReadonlyMap<string, string>) => {
    const asksTraders = hasPart(deps.shop.public, 'traders');
    return transaction(database, (tx) =>
      upsertListing(tx, { ...deps, faults, asksTraders }, sent, clock.now()),
    );
  };
  return {
    async upsertListing({ params: { externalId }, body: listing, caller, ifVersion }) {
      const sent = { sellerId: caller.id, externalId, listing, ifVersion };
      return upsert(sent, await storePictures(deps, caller.id, [listing]));
    },

    async upsertListings({ body, caller }) {
      const read = body.listings.map(readListing);
      const right = read.flatMap((one) => (one instanceof Problem ? [] : one.listing));
      const faults = await storePictures(deps, caller.id, right);
      const results: Result[] = [];
      // One after the other: they lock their seller.
      for (const [at, one] of read.entries()) {
        const externalId = body.listings[at]?.externalId ?? '';
        const outcome =
          one instanceof Problem
            ? one
            : await upsert({ sellerId: caller.id, externalId, ...one }, faults).catch(refusalIn);
        results.push(resultOf(externalId, outcome));
      }
      return { results };
    },

    listInventory: ({ query, caller }) =>
      // The time until which all has been read is that of the main database.
      listInventory(database.sql, caller.id, query, clock.now()),
  };
}

/** Stores the pictures that are not stored yet. @returns why some are not, by the keys of their sources */
async function storePictures(
  deps: InventoryDeps,
  sellerId: string,
  listings: readonly SentListing['listing'][],
): Promise<ReadonlyMap<string, string>> {
  const wanted = listings.flatMap((listing) => picturesToStore(listing, deps));
  if (wanted.length === 0) return new Map();
  const { faults, left } = await deps.storePictures(wanted, { sellerId });
  const noTime = sayKnown(msg`There was no time to fetch this picture. Send the listing again.`);
  return new Map([...faults, ...left.map(({ key }) => [key, noTime] as const)]);
}

function readListing({
  externalId: _,
  ifVersion,
  ...sent
}: { externalId: string; ifVersion?: number | undefined } & Record<string, unknown>) {
  const parsed = inventoryListing.safeParse(sent);
  if (parsed.success) return { listing: parsed.data, ifVersion };
  return badInput(
    parsed.error.issues.map(({ path, message }) => ({
      field: path.join('.') || 'listing',
      message,
    })),
  );
}

/** What one listing of several is refused for; anything else ends the request. */
function refusalIn(error: unknown): Problem {
  if (error instanceof Problem && error.status < 500 && error.code !== 'not-signed-in')
    return error;
  throw error;
}

function resultOf(externalId: string, outcome: Upserted | Problem): Result {
  if (!(outcome instanceof Problem)) return { status: 200, ...outcome };
  const { status, code, reason = code, message, version, errors } = outcome;
  return {
    externalId,
    status,
    code: reason,
    detail: message,
    ...(version !== undefined && { version }),
    ...(errors.length > 0 && { errors: [...errors] }),
  };
}
