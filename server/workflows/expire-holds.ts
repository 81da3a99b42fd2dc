import { and, eq, inArray, notExists } from 'drizzle-orm';
import { mapWithConcurrency } from '../core/map-with-concurrency.ts';
import { paymentIntents } from '../database/schema/payments.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { releaseRunOut } from '../features/bookings/hold-end.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { applyIntent } from './sync-intent.ts';

const batch = 100;
const askedAtOnce = 4;

/**
 * Releases the holds that have run out, and has their buyers told. A charge in flight is never cut off: the card
 * provider first says that nothing can be charged any more; what was charged meanwhile is recorded, and while a card is
 * being asked the hold stays. Any number of servers may do this at once.
 * @returns how many holds were released
 * @throws AggregateError when the provider could not be asked about some; these stay for the next time
 */
export async function expireHolds(deps: PaymentDeps): Promise<number> {
  const failures = await closeIntents(deps);
  let released = 0;
  for (let more = true; more; ) {
    const ended = await releaseBatch(deps);
    released += ended;
    // What others had locked is left to them, or to the next minute.
    more = ended > 0;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some holds wait for their charge');
  return released;
}

/** Sees to it that none of the holds that ran out is charged from now on, or learns that it was. */
async function closeIntents(deps: PaymentDeps): Promise<unknown[]> {
  const { database, cards, clock } = deps;
  const open = await database.sql<{ intentId: string }[]>`
    select i.provider_intent_id as "intentId"
    from bookings b join payment_intents i on i.booking_id = b.id and i.state = 'open'
    where b.state = 'held' and b.hold_expires_at <= ${clock.now()} and i.provider = ${cards.name}
    order by b.hold_expires_at limit ${batch}`;
  const { failures } = await mapWithConcurrency(open, askedAtOnce, async ({ intentId }) => {
    const { state } = await applyIntent(deps, await cards.cancelIntent(intentId));
    return state === 'cancelled';
  });
  return failures;
}

/**
 * Locks the products first, as everything does, and passes over those that somebody is busy with.
 * @returns how many holds were released
 */
async function releaseBatch({ database, cards, clock }: PaymentDeps): Promise<number> {
  const at = clock.now();
  const due = await database.sql<{ id: string; productId: string }[]>`
    select b.id, b.product_id as "productId" from bookings b
    where b.state = 'held' and b.hold_expires_at <= ${at} and not exists (
      select from payment_intents i
      where i.booking_id = b.id and i.state = 'open' and i.provider = ${cards.name})
    order by b.hold_expires_at limit ${batch}`;
  if (due.length === 0) return 0;
  return transaction(database, async (tx) => {
    const locked = await tx
      .select({ id: products.id })
      .from(products)
      .where(
        inArray(
          products.id,
          due.map(({ productId }) => productId),
        ),
      )
      .orderBy(products.id)
      .for('update', { skipLocked: true });
    const free = new Set(locked.map(({ id }) => id));
    const ids = due.filter(({ productId }) => free.has(productId)).map(({ id }) => id);
    // Asked again now that nobody else touches them: a payment page may have been opened since.
    const open = openIntents(tx, cards.name);
    return releaseRunOut(tx, and(inArray(bookings.id, ids), notExists(open)), at);
  });
}

/** Those of one booking. An intent of a provider that the shop has left can't be asked about, and keeps nothing. */
function openIntents(tx: Tx, provider: string) {
  return tx
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.bookingId, bookings.id),
        eq(paymentIntents.state, 'open'),
        eq(paymentIntents.provider, provider),
      ),
    );
}
