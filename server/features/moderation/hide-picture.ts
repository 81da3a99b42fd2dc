import { limits } from '#contract/constants.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { readFurtherPictures, saveFurtherPictures } from '../products/listing-pictures.ts';
import { hideListings, lockListings, showListing } from './hide-listings.ts';

interface PictureOfPerson {
  imageId: string;
  personId: string;
}

interface Listing {
  id: string;
  imageId: string;
  hiddenFor: string | null;
}

/**
 * Takes a picture out of all listings of a person and stops serving it, unless another user shows it, whom the decision
 * does not concern: only a picture from before pictures had an owner can be shown by two. The next picture takes the
 * place of a first one; a listing that has no other is hidden. Bookings show that the picture was removed. A picture at
 * a hosting service leaves the listings only.
 */
export async function hidePicture(
  tx: Tx,
  { imageId, personId }: PictureOfPerson,
  outcome: 'hidden' | 'removed',
  at: Date,
): Promise<void> {
  for (const listing of await lockListingsWith(tx, { imageId, personId })) {
    const further = await readFurtherPictures(tx, listing.id);
    const left = [listing.imageId, ...further].filter((id) => id !== imageId);
    const [first, ...others] = left;
    if (first === undefined) {
      await hideListings(tx, tx.sql`id = ${listing.id}`, outcome, at);
    } else {
      tx.write`update products set image_id = ${first} where id = ${listing.id}`;
      saveFurtherPictures(tx, listing.id, others);
    }
    recordCatalogueChange(tx, listing.id, at);
  }
  tx.write`
    update images i set hidden_widths = widths, widths = '{}'
    where id = ${imageId} and hidden_widths is null and external_url is null
      and not exists (select from users where image_id = i.id and id <> ${personId})
      and not exists (select from products where image_id = i.id and seller_id <> ${personId})
      and not exists (select from product_images f join products p on p.id = f.product_id
        where f.image_id = i.id and p.seller_id <> ${personId})`;
}

/** Serves it again, and adds it to the listing that it was reported in, as long as that is there and has room. */
export async function showPicture(
  tx: Tx,
  { imageId, personId }: PictureOfPerson,
  at: Date,
): Promise<void> {
  tx.write`
    update images set widths = hidden_widths, hidden_widths = null
    where id = ${imageId} and hidden_widths is not null`;
  for (const { id, hiddenFor } of await lockListingsWith(tx, { imageId, personId })) {
    if (hiddenFor === 'hidden' || hiddenFor === 'removed') await showListing(tx, id, at);
  }
  const [listing] = await tx.sql<{ id: string }[]>`
    select id from products where hidden_for is null and withdrawn_at is null and status <> 'sold'
      and image_id <> ${imageId} and id = (
        select product_id from cases where subject_kind = 'picture' and subject_id = ${imageId} and person_id = ${personId}
        order by id desc limit 1)
    for update`;
  if (!listing) return;
  const further = await readFurtherPictures(tx, listing.id);
  if (further.includes(imageId) || further.length + 1 >= limits.picturesPerProduct) return;
  saveFurtherPictures(tx, listing.id, [...further, imageId]);
  recordCatalogueChange(tx, listing.id, at);
}

async function lockListingsWith(
  tx: Tx,
  { imageId, personId }: PictureOfPerson,
): Promise<Listing[]> {
  const shows = tx.sql`seller_id = ${personId} and (image_id = ${imageId}
    or id in (select product_id from product_images where image_id = ${imageId}))`;
  await lockListings(tx, shows);
  return tx.sql<Listing[]>`
    select id, image_id as "imageId", hidden_for as "hiddenFor" from products
    where ${shows} order by id`;
}
