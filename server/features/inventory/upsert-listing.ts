import type { InventoryListing, Upserted } from '#contract/inventory/inventory.ts';
import { listProduct as listProductCall } from '#contract/products/listing.ts';
import { msg } from '#contract/text.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { pictureFinder, RowFault } from '../listing-imports/find-picture.ts';
import { findBooked, findKnown, isSold } from '../listing-imports/known-listings.ts';
import { type PictureFiles, sourceOf } from '../listing-imports/picture-sources.ts';
import type { Storable } from '../listing-imports/store-pictures.ts';
import { changeProduct } from '../products/change-product.ts';
import { listProduct } from '../products/list-product.ts';
import { orderPictures } from '../products/listing-pictures.ts';
import type { LockedProduct } from '../products/lock-own-product.ts';
import type { SerialNumbers } from '../products/serial-numbers.ts';
import { lockUserExclusively } from '../users/lock-user.ts';
import { requireTraderAnswer } from '../users/state-trader.ts';

export interface SentListing {
  sellerId: string;
  externalId: string;
  listing: InventoryListing;
  ifVersion?: number | undefined;
}

interface UpsertDeps extends ImageDeps {
  serialNumbers: SerialNumbers;
  /** Why pictures are not stored, by the keys of their sources. */
  faults: ReadonlyMap<string, string>;
  /** Whether sellers say in this shop whether they are traders. */
  asksTraders: boolean;
}

/** No file comes with a listing. */
const noFiles: PictureFiles = { find: () => undefined, examples: [] };

/** The pictures of a listing that can be stored, in their order. */
export const picturesToStore = ({ images = [] }: InventoryListing, deps: ImageDeps): Storable[] =>
  images.flatMap((address) => {
    const source = sourceOf(address, noFiles, deps);
    return 'key' in source ? [source] : [];
  });

/**
 * Lists what the seller has not listed under this external id, or changes it, by the rules of the form and of files: what is left
 * out stays, and a request that is repeated finds nothing to change.
 * @throws Problem bad-input naming the fields; conflict with the reasons `sold`, `booked` and `withdrawn`; precondition-failed with
 * the version that it has now
 */
export async function upsertListing(
  tx: Tx,
  deps: UpsertDeps,
  sent: SentListing,
  at: Date,
): Promise<Upserted> {
  const { sellerId, externalId, ifVersion } = sent;
  // While it runs, no other request of the seller lists the same.
  await lockUserExclusively(tx, sellerId);
  const known = (await findKnown(tx, sellerId, [externalId], true)).get(externalId);
  if (!known) {
    if (ifVersion !== undefined) throw hasChanged(undefined);
    const _id = await create(tx, deps, sent, at);
    return { _id, externalId, outcome: 'created', version: 1 };
  }
  await requireChangeable(tx, known, at);
  // One that its seller listed by the form is known by its own id.
  await tx.sql`
    insert into external_ids (seller_id, external_id, product_id, created_at)
    values (${sellerId}, ${externalId}, ${known.id}, ${at}) on conflict do nothing`;
  const before = await versionOf(tx, known.id);
  const seller = { id: sellerId, role: 'seller' } as const;
  const { images, ...fields } = sent.listing;
  const found = images && (await findPictures(tx, deps, sent));
  const changes = { ...fields, ...(found && { images: found.map(({ address }) => address) }) };
  const imageDeps = deps;
  // The number stays, and is compared with those of the maker that the listing has now.
  const { serialNumbers } = deps;
  const isChanged =
    Object.keys(changes).length > 0 &&
    (await changeProduct(tx, seller, { ...changes, id: known.id, imageDeps, serialNumbers }, at));
  if (!isChanged) return { _id: known.id, externalId, outcome: 'unchanged', version: before };
  if (ifVersion !== undefined && ifVersion !== before) throw hasChanged(before);
  const version = await versionOf(tx, known.id);
  return { _id: known.id, externalId, outcome: 'changed', version };
}

async function create(tx: Tx, deps: UpsertDeps, sent: SentListing, at: Date): Promise<string> {
  const { sellerId, externalId, listing } = sent;
  const { images, delivery, ...fields } = listing;
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const parsed = newListing.safeParse(said);
  const errors = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))),
    ...(images
      ? []
      : [{ field: 'images', message: msg`Give the address of at least one picture` }]),
  ];
  if (!parsed.success || errors.length > 0) throw badInput(errors);
  const { sellerName, sellerEmail, time, ...data } = parsed.data;
  const pictures = orderPictures((await findPictures(tx, deps, sent)).map(({ id }) => id));
  const productId = await listProduct(
    tx,
    sellerId,
    { ...data, ...(delivery && { delivery }), ...pictures },
    at,
  );
  if (deps.asksTraders) await requireTraderAnswer(tx, sellerId, at);
  tx.write`
    insert into external_ids (seller_id, external_id, product_id, created_at)
    values (${sellerId}, ${externalId}, ${productId}, ${at})`;
  return productId;
}

/** The form's rules, but for what is stored before. */
const newListing = listProductCall.body.omit({
  image: true,
  images: true,
  clips: true,
  delivery: true,
});

async function findPictures(tx: Tx, deps: UpsertDeps, { sellerId, listing }: SentListing) {
  const gathered = { lastRow: 0, faults: deps.faults };
  const find = pictureFinder(tx, { imageDeps: deps, sellerId, files: noFiles, gathered });
  const found: Awaited<ReturnType<typeof find>>[] = [];
  for (const [at, address] of (listing.images ?? []).entries()) {
    found.push(
      await find(address).catch((error: unknown) => {
        if (!(error instanceof RowFault)) throw error;
        throw badInput([{ field: `images.${at}`, message: error.error.message }]);
      }),
    );
  }
  return found;
}

async function requireChangeable(tx: Tx, product: LockedProduct, at: Date): Promise<void> {
  if (product.status === 'sold') throw new Problem('conflict', isSold, { reason: 'sold' });
  if (product.withdrawnAt) {
    throw new Problem(
      'conflict',
      msg`This listing was withdrawn. To sell it again, give it another external id.`,
      { reason: 'withdrawn' },
    );
  }
  if ((await findBooked(tx, [product.id], at)).size === 0) return;
  throw new Problem(
    'conflict',
    msg`It is booked. Send the change again when the booking has ended.`,
    { reason: 'booked' },
  );
}

/** The version of a listing that has an external id. */
export async function versionOf(tx: Tx, productId: string): Promise<number> {
  const [row] = await tx.sql<{ version: number }[]>`
    select version from external_ids where product_id = ${productId}`;
  return row?.version ?? 1;
}

/** @param version that it has now; undefined when there is no such listing */
export function hasChanged(version: number | undefined): Problem {
  return new Problem(
    'precondition-failed',
    version === undefined
      ? msg`There is no listing with this external id`
      : msg`It has changed since: it has version ${version} now`,
    version === undefined ? {} : { version },
  );
}
