import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { idInAddress } from './image-address.ts';
import type { ImageDeps } from './image-deps.ts';

/** The owner of a reference to an image, and its place. */
export interface PictureUse {
  /** The user whose listing, profile, message or evidence it is for. */
  ownerId: string;
  /** The admin who sent the request, if it was one: what they uploaded themselves can be used too. */
  actorId?: string;
  /** The images that are shown there already, also those of other people. */
  shown?: readonly string[];
  /** The field of the request that contained the address. */
  field?: string;
}

/**
 * The id of the image at an address. Locks its row, so that it cannot be removed before this transaction has stored a
 * reference to it. An image that has no owner and that no one else shows becomes the owner's: it was uploaded without
 * an account, or before images had owners. An image at a hosting service must be registered first
 * (`registerHostedPictures`).
 * @throws Problem bad-input naming the field when our image host did not issue the address, or the image is gone or of
 * another user
 */
export async function findImageId(
  tx: Tx,
  deps: ImageDeps,
  address: string,
  { ownerId, actorId = ownerId, shown = [], field = 'image' }: PictureUse,
): Promise<string> {
  const isAtAddress = imageAt(tx.sql, address, deps);
  if (isAtAddress) {
    const people = tx.sql`(${ownerId}::uuid, ${actorId}::uuid)`;
    const isTheirs = tx.sql`(owner_id in ${people} or owner_id is null
      and not exists (select from users where image_id = i.id and id not in ${people})
      and not exists (select from products where image_id = i.id and seller_id not in ${people})
      and not exists (select from product_images f join products p on p.id = f.product_id
        where f.image_id = i.id and p.seller_id not in ${people})
      and not exists (
        select from bookings where image_id = i.id and seller_id not in ${people}))`;
    const [row] = await tx.sql<{ id: string; isOwned: boolean }[]>`
      select id, owner_id is not null or id = any(${shown}::uuid[]) as "isOwned" from images i
      where ${isAtAddress} and hidden_widths is null and (${isTheirs} or id = any(${shown}::uuid[]))
      for key share`;
    if (row?.isOwned) return row.id;
    // The second of two people who use it first at the same time does not get it.
    const [claimed] = row
      ? await tx.sql<{ id: string }[]>`
          update images i set owner_id = coalesce(owner_id, ${ownerId})
          where id = ${row.id} and ${isTheirs} returning id`
      : [];
    if (claimed) return claimed.id;
  }
  const detail = msg`Upload the picture here first; this address is not one of ours`;
  throw new Problem('bad-input', detail, { errors: [{ field, message: detail }] });
}

/**
 * The condition on `images` for the image at an address; undefined when the address is not a URL. The address of every
 * size identifies the image. Images at a hosting service are found by their address, even after the shop has moved to
 * another image host.
 */
function imageAt(sql: Sql, address: string, deps: ImageDeps): Fragment | undefined {
  const id = idInAddress(address, deps);
  if (id !== null) return sql`id = ${id} and host = ${deps.imageHost.name}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hash = '';
  return sql`external_url = ${url.href}`;
}
