import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { transaction } from '../../database/transaction.ts';
import { releaseExpiredHolds } from '../bookings/release-holds.ts';
import type { PaymentDeps } from './payments.ts';
import { applyIntent } from './sync-intent.ts';

const batchSize = 100;
const concurrency = 4;

/**
 * Releases the expired holds and queues mails to their buyers. Cancels the open intent of a hold at the provider first:
 * if it was charged in the meantime, the charge is recorded instead, and while the provider is processing the card the
 * hold stays. Any number of servers may run this concurrently.
 * @returns how many holds were released
 * @throws AggregateError when the provider could not cancel some intents; their holds stay until the next run
 */
export async function expireHolds(deps: PaymentDeps): Promise<number> {
  const failures = await cancelIntents(deps);
  let total = 0;
  // Stops also when all that is left is locked by others: the next run takes it up.
  for (let released = -1; released !== 0; total += released) {
    released = await releaseBatch(deps);
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, 'Some expired holds have an intent that is not cancelled');
  }
  return total;
}

async function cancelIntents(deps: PaymentDeps): Promise<unknown[]> {
  const { database, cards, clock } = deps;
  const open = await database.sql<{ intentId: string; bookingId: string }[]>`
    select i.provider_intent_id as "intentId", i.booking_id as "bookingId"
    from bookings b join payment_intents i on i.booking_id = b.id and i.state = 'open'
    where b.state = 'held' and b.hold_expires_at <= ${clock.now()} and i.provider = ${cards.name}
    order by b.hold_expires_at limit ${batchSize}`;
  const { failures } = await mapWithConcurrency(
    open,
    concurrency,
    async ({ intentId, bookingId }) => {
      const intent = await cards.cancelIntent(intentId);
      const { state } = await applyIntent(deps, intent, { bookingId });
      return state === 'cancelled';
    },
  );
  return failures;
}

/**
 * Locks the products before the bookings (see `lockSale`) and skips those that are locked. Intents of a provider that
 * is no longer in use keep no hold.
 * @returns how many holds were released
 */
async function releaseBatch({ database, cards, clock }: PaymentDeps): Promise<number> {
  const at = clock.now();
  const due = await database.sql<{ id: string; productId: string }[]>`
    select b.id, b.product_id as "productId" from bookings b
    where b.state = 'held' and b.hold_expires_at <= ${at} and not exists (
      select from payment_intents i
      where i.booking_id = b.id and i.state = 'open' and i.provider = ${cards.name})
    order by b.hold_expires_at limit ${batchSize}`;
  if (due.length === 0) return 0;
  return transaction(database, async (tx) => {
    const locked = await tx.sql<{ id: string }[]>`
      select id from products where id = any(${due.map(({ productId }) => productId)}::uuid[])
      order by id for update skip locked`;
    const free = new Set(locked.map(({ id }) => id));
    const ids = due.filter(({ productId }) => free.has(productId)).map(({ id }) => id);
    // Checked again under the locks: a payment page may have been opened since.
    const selected = tx.sql`id = any(${ids}::uuid[]) and not exists (
      select from payment_intents i
      where i.booking_id = bookings.id and i.state = 'open' and i.provider = ${cards.name})`;
    return releaseExpiredHolds(tx, selected, at);
  });
}
