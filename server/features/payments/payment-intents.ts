import { and, eq } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { newId } from '../../core/ids.ts';
import { type intentStates, paymentIntents } from '../../database/schema/payments.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CardIntent } from '../../providers/cards/port.ts';

type IntentState = (typeof intentStates)[number];

/** Whose intent this is, as the provider and we call it. */
export interface IntentName {
  provider: string;
  intentId: string;
}

/** What was asked for a booking so far: how often, and the intent that is open. */
export async function intentsOf(
  tx: Tx,
  bookingId: string,
): Promise<{ asked: number; open: IntentName | undefined }> {
  const rows = await tx
    .select({
      provider: paymentIntents.provider,
      intentId: paymentIntents.providerIntentId,
      state: paymentIntents.state,
    })
    .from(paymentIntents)
    .where(eq(paymentIntents.bookingId, bookingId));
  return { asked: rows.length, open: rows.find(({ state }) => state === 'open') };
}

/** Keeps an intent of ours. One that is known, or that is not the booking's open one, changes nothing. */
export async function storeIntent(
  tx: Tx,
  { provider, bookingId }: { provider: string; bookingId: string },
  intent: CardIntent,
  at: Date,
): Promise<void> {
  await tx
    .insert(paymentIntents)
    .values({
      ...{ id: newId(at), provider, bookingId, createdAt: at },
      providerIntentId: intent.id,
      amountCents: intent.amountCents,
      state: intent.state === 'cancelled' ? 'cancelled' : 'open',
    })
    .onConflictDoNothing();
}

/** The booking that an intent was made for; undefined for an intent that is not ours. */
export async function bookingOfIntent(
  sql: Sql,
  { provider, intentId }: IntentName,
): Promise<string | undefined> {
  const [row] = await sql<{ bookingId: string }[]>`
    select booking_id as "bookingId" from payment_intents
    where provider = ${provider} and provider_intent_id = ${intentId}`;
  return row?.bookingId;
}

/** An intent that can never be charged any more. A charge that was recorded stays what it is. */
export async function markIntentCancelled(
  tx: Tx,
  { provider, intentId }: IntentName,
  at: Date,
): Promise<void> {
  const cancelled: IntentState = 'cancelled';
  await tx
    .update(paymentIntents)
    .set({ state: cancelled, checkedAt: at })
    .where(
      and(
        eq(paymentIntents.provider, provider),
        eq(paymentIntents.providerIntentId, intentId),
        eq(paymentIntents.state, 'open'),
      ),
    );
}

/** The intent of a charge has succeeded, whatever was known of it before. */
export async function markIntentSucceeded(
  tx: Tx,
  charge: { bookingId: string; amountCents: number; provider: string; transactionId: string },
  at: Date,
): Promise<void> {
  await tx
    .insert(paymentIntents)
    .values({
      id: newId(at),
      bookingId: charge.bookingId,
      provider: charge.provider,
      providerIntentId: charge.transactionId,
      amountCents: charge.amountCents,
      state: 'succeeded',
      ...{ createdAt: at, checkedAt: at },
    })
    .onConflictDoUpdate({
      target: [paymentIntents.provider, paymentIntents.providerIntentId],
      set: { state: 'succeeded', checkedAt: at },
    });
}
