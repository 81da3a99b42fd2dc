import type { Tx } from '../../database/transaction.ts';

/** Erases what a person who is being removed has written. Their stars stay, without an author. */
export function eraseReviews(tx: Tx, userId: string): void {
  tx.write`update reviews set text = null where author_id = ${userId} and text is not null`;
  tx.write`
    update reviews set reply = null, replied_at = null
    where subject_id = ${userId} and reply is not null`;
}
