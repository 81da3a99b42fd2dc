import type { OfferVoidReason } from '#contract/bookings/states.ts';
import type { Fragment } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Ends the selected offers that could still be answered. Those whose time is over stay as they are. The caller has locked
 * their products, or both sides.
 * @param selected a condition on `offers`
 */
export function voidOffers(tx: Tx, selected: Fragment, reason: OfferVoidReason, at: Date): void {
  tx.write`
    update offers set state = 'void', void_reason = ${reason}, changed_at = ${at}
    where (${selected}) and state in ('open', 'countered') and expires_at > ${at}`;
}
