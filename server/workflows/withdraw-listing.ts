import type { CallReply } from '#contract/calls.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../core/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { hasChanged, versionOf } from '../features/inventory/upsert-listing.ts';
import { findKnown } from '../features/listing-imports/known-listings.ts';
import { lockUserExclusively } from '../features/users/lock-user.ts';
import { withdrawProduct } from './withdraw-product.ts';

/**
 * Withdraws what a seller has listed under this external id, or takes it down because it was sold in another place. What is
 * withdrawn already stays so.
 * @throws Problem not-found; conflict with the reason `sold`; precondition-failed
 */
export async function withdrawListing(
  tx: Tx,
  sellerId: string,
  {
    externalId,
    because,
    ifVersion,
  }: {
    externalId: string;
    because: 'withdrawn' | 'sold-elsewhere';
    ifVersion?: number | undefined;
  },
  at: Date,
): Promise<CallReply<'withdrawListing'>> {
  await lockUserExclusively(tx, sellerId);
  const known = (await findKnown(tx, sellerId, [externalId], true)).get(externalId);
  if (!known) throw new Problem('not-found', msg`There is no listing with this external id`);
  const { id: _id } = known;
  const version = await versionOf(tx, _id);
  if (known.status === 'sold') {
    throw new Problem(
      'conflict',
      because === 'withdrawn'
        ? msg`It is sold, so its listing stays as it is`
        : msg`It was paid here before. Hand it over, or cancel the sale with a reason: the buyer then gets the money back.`,
      { reason: 'sold' },
    );
  }
  if (known.withdrawnAt) return { _id, externalId, outcome: 'unchanged', version };
  if (ifVersion !== undefined && ifVersion !== version) throw hasChanged(version);
  await withdrawProduct(tx, { id: sellerId, role: 'seller' }, _id, at, { because });
  return { _id, externalId, outcome: 'withdrawn', version: await versionOf(tx, _id) };
}
