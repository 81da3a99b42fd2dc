import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { idInAddress } from './image-address.ts';
import type { ImageDeps } from './image-deps.ts';

/**
 * The id of the image at an address. Locks its row, so that it cannot be removed before this transaction has stored a
 * reference to it. An image at a hosting service must be registered first (`registerHostedPictures`).
 * @param field the field of the request that contained the address
 * @throws Problem bad-input naming the field when our image host did not issue the address, or the image is gone
 */
export async function findImageId(
  tx: Tx,
  deps: ImageDeps,
  address: string,
  field = 'image',
): Promise<string> {
  const isAtAddress = imageAt(tx.sql, address, deps);
  if (isAtAddress) {
    const [row] = await tx.sql<{ id: string }[]>`
      select id from images where ${isAtAddress} and hidden_widths is null for key share`;
    if (row) return row.id;
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
