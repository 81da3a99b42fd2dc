import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { lockSale } from '../../features/bookings/lock-sale.ts';

const pauseMs = 50;
/** The time is longer than an attempt to pay or refund takes. While one is made, the shop makes no other one. */
const attemptSeconds = 10;

export type PassingTime = ReturnType<typeof passingTime>;

/** Lets time pass in the database of a running shop, which may be killed at any time. */
export function passingTime(database: Database) {
  const { sql } = database;

  /** Moves everything that happened to a sale, and its deadlines, into the past. Repeated while PostgreSQL is away. */
  async function pass(bookingId: string, days: number): Promise<void> {
    const hours = days * 24;
    await whilePostgresIsAway(() =>
      transaction(database, async (tx) => {
        await lockSale(tx, { bookingId });
        const earlier = tx.sql`make_interval(secs => ${hours * 3_600})`;
        tx.write`
          update fulfilments set paid_at = paid_at - ${earlier}, sent_at = sent_at - ${earlier},
            received_at = received_at - ${earlier}, return_until = return_until - ${earlier},
            permit_due_at = permit_due_at - ${earlier},
            permit_given_at = permit_given_at - ${earlier}
          where booking_id = ${bookingId}`;
        tx.write`
          update returns set requested_at = requested_at - ${earlier},
            decided_at = decided_at - ${earlier}, give_back_by = give_back_by - ${earlier},
            sent_back_at = sent_back_at - ${earlier}, lapsed_at = lapsed_at - ${earlier}
          where booking_id = ${bookingId}`;
        tx.write`
          update disputes set opened_at = opened_at - ${earlier}, decided_at = decided_at - ${earlier}
          where booking_id = ${bookingId}`;
        tx.write`
          update payment_intents set created_at = created_at - ${earlier}, checked_at = null
          where booking_id = ${bookingId}`;
      }),
    );
  }

  /** Makes every job due, and what waits for its next attempt. A killed server's leases are over. */
  async function hurryJobs({ isServerDead = false } = {}): Promise<void> {
    const hasEnded = sql`now() - make_interval(secs => ${attemptSeconds})`;
    await sql`update payment_intents set checked_at = null where state = 'open'`;
    await sql`
      update payment_events set received_at = received_at - interval '20 seconds'
      where settled_at is null and received_at > now() - interval '20 seconds'`;
    await sql`
      update payments set refund_tried_at = null
      where id in (
        select id from payments
        where state = 'refund-due' and (${isServerDead} or refund_tried_at < ${hasEnded})
        for update skip locked)`;
    await sql`
      update payouts set tried_at = tried_at - interval '7 hours'
      where state in ('started', 'taken')
        and (${isServerDead} or tried_at < ${hasEnded})`;
    await sql`
      update payouts set failed_at = failed_at - interval '1 day'
      where failed_at > now() - interval '1 day'`;
    await sql`
      update payout_reversals set tried_at = tried_at - interval '7 hours',
        created_at = created_at - interval '1 day'
      where state in ('started', 'refused')`;
    await sql`
      update chargebacks set checked_at = checked_at - interval '1 hour'
      where state = 'open' and checked_at > now() - interval '1 hour'`;
    await sql`
      update job_runs set due_at = clock_timestamp(),
        leased_until = case when ${isServerDead} then clock_timestamp() else leased_until end
      where ${isServerDead} or leased_by is null`;
  }

  return { pass, hurryJobs };
}

/** Repeats statements until PostgreSQL has answered them. */
export async function whilePostgresIsAway<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 2_000; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
    }
    await pause(pauseMs);
  }
}
