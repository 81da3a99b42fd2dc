import { msg } from '#contract/text.ts';
import type { AuditAction } from '#contract/users/audit.ts';
import { Problem } from '../../core/problem.ts';
import { selected } from '../../database/row-sql.ts';
import type { products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Actor, lockUser } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { codePhotoColumns } from './code-photo-columns.ts';
import { listingColumns } from './listing-columns.ts';
import { serialColumns } from './serial-numbers.ts';

const lockedColumns = [
  ...([
    'id',
    'sellerId',
    'imageId',
    'pickup',
    'ships',
    'dispatchDays',
    'status',
    'withdrawnAt',
    'createdAt',
    'priceBeforeCents',
    'priceDroppedAt',
  ] as const),
  ...codePhotoColumns,
  ...serialColumns,
  'comparisonDueAt' as const,
  ...listingColumns,
];
export type LockedProduct = Pick<typeof products.$inferSelect, (typeof lockedColumns)[number]>;

/** The columns of `LockedProduct`. */
export const productColumns = selected(lockedColumns);

/**
 * Locks a product for a change by its seller or by an admin, who may change any product. Until the transaction ends no
 * other one can book it, pay for it or change it.
 * @param options.includesHidden also one that a decision of the admins hides, as far as the actor sees it in a list
 * @throws Problem not-signed-in when the actor was removed; not-found, also when it is withdrawn or another user's;
 * conflict when it is sold
 */
export async function lockOwnProduct(
  tx: Tx,
  actor: Actor,
  id: string,
  { includesHidden = false } = {},
): Promise<LockedProduct> {
  const { role } = await lockUser(tx, actor.id, 'listings');
  const isAdmin = role === 'admin';
  const [product] = await tx.sql<LockedProduct[]>`
    select ${productColumns} from products
    where id = ${id} and (${isAdmin} or seller_id = ${actor.id})
      and (withdrawn_at is null or ${includesHidden} and hidden_for is not null
        and (${isAdmin} or hidden_for <> 'removed'))
    for update`;
  if (!product) throw new Problem('not-found', isAdmin ? notOnSale : notYours);
  if (product.status === 'sold') throw new Problem('conflict', msg`This instrument is sold`);
  return product;
}

const notYours = msg`You have no such instrument`;
/** The variant for admins, who may change the instruments of all sellers. */
const notOnSale = msg`There is no such instrument on sale. It may have been removed already.`;

/** Writes an audit entry when the actor is not the product's seller. */
export async function auditAdminChange(
  tx: Tx,
  action: Extract<AuditAction, `product-${string}`>,
  { actor, product, reason }: { actor: Actor; product: LockedProduct; reason?: string | undefined },
  at: Date,
): Promise<void> {
  if (actor.id === product.sellerId) return;
  const [subject] = await tx.sql<{ id: string; name: string; email: string }[]>`
    select id, name, email from users where id = ${product.sellerId}`;
  if (!subject) return;
  const { id, name } = product;
  const entry = { action, actorId: actor.id, subject, product: { id, name } };
  await writeAuditEntry(tx, reason === undefined ? entry : { ...entry, reason }, at);
}

/** With a higher lowest offer, every offer would be declined: a buyer can offer less than the price only. */
export const leastOfferTooHigh = msg`The lowest offer must be below the price`;

/** The field of these changes by which no offer could reach the lowest one any more. */
export function findLeastOfferFault(
  product: Pick<LockedProduct, 'priceCents' | 'leastOfferCents'>,
  changes: { priceCents?: number | undefined; leastOfferCents?: number | null | undefined },
): 'price' | 'leastOffer' | undefined {
  const { priceCents = product.priceCents, leastOfferCents = product.leastOfferCents } = changes;
  const isChanged = changes.priceCents !== undefined || changes.leastOfferCents !== undefined;
  if (!isChanged || leastOfferCents === null || leastOfferCents < priceCents) return undefined;
  return changes.leastOfferCents === undefined ? 'price' : 'leastOffer';
}
