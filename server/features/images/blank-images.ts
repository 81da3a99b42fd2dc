import type { Tx } from '../../database/transaction.ts';

/**
 * Makes the pictures of a person unloadable within a minute. Their rows stay as long as a booking refers to them, and
 * pages then show that the picture was removed; a job removes the files within a day (`removeStrayImageFiles`). What
 * another user shows too stays. The file of evidence stays until the evidence is erased, but not its public address.
 * @param which all, or only those that show nothing that was sold
 */
export async function blankImages(
  tx: Tx,
  userId: string,
  which: 'all' | 'not sold',
): Promise<void> {
  const isSold = which === 'all' ? tx.sql`false` : tx.sql`p.status = 'sold'`;
  const isEvidence = tx.sql`exists (select from evidence_images where image_id = i.id)`;
  await tx.sql`
    update images i set
      hidden_widths = case when ${isEvidence} and external_url is null
        then coalesce(hidden_widths, widths) end,
      external_url = case when ${isEvidence} then external_url end,
      widths = '{}', placeholder = '', avif = true
    where (owner_id = ${userId} or id in (
      select image_id from users where id = ${userId}
      union select image_id from products where seller_id = ${userId}
      union select f.image_id from product_images f join products p on p.id = f.product_id
        where p.seller_id = ${userId}
    ))
    and not exists (select from users where image_id = i.id and id <> ${userId})
    and not exists (
      select from products p where image_id = i.id and (seller_id <> ${userId} or ${isSold}))
    and not exists (
      select from product_images f join products p on p.id = f.product_id
      where f.image_id = i.id and (p.seller_id <> ${userId} or ${isSold}))
    and not exists (select from bookings where image_id = i.id and seller_id <> ${userId})`;
}
