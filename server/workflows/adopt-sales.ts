import { returnDays } from '#contract/constants.ts';
import type { BookingState, PaymentState } from '#contract/states.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Database } from '../database/connection.ts';
import type { Tx } from '../database/transaction.ts';
import { processDueSales } from '../features/after-sale/process-due-sales.ts';
import { type LockedSale, lockSale } from '../features/bookings/lock-sale.ts';
import {
  writeCharge,
  writeLateCharge,
  writeLateRefund,
  writeRefund,
} from '../features/ledger/write-ledger.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { isLateCharge } from '../features/payments/payments.ts';

/** A server of the version before may run for this long beside the new one. */
const lookBackDays = 7;

interface AdoptedPayment {
  id: string;
  amountCents: number;
  refundCents: number;
  provider: string;
  state: PaymentState;
  refundReason: string | null;
  createdAt: Date;
  refundedAt: Date | null;
  isReleased: boolean;
}

/**
 * Brings in the sales, refunds and answers to returns that a server of the version before has recorded since the migration: it knows neither
 * the ledger nor the handover nor disputes. Nothing is written twice, so it may run at any time.
 * @returns how many sales were brought in
 * @throws AggregateError when some failed; the others were brought in
 */
export function adoptSales({
  database,
  clock,
}: {
  database: Pick<Database, 'orm' | 'sql'>;
  clock: Clock;
}): Promise<number> {
  const since = new Date(clock.now().getTime() - lookBackDays * 86_400_000);
  return processDueSales({
    database,
    // Ids begin with the time, so that the primary key finds the latest payments.
    findDue: (limit) => database.sql<{ id: string }[]>`
      select distinct booking_id as id from (
        select p.booking_id from payments p
        where p.id >= ${newId(since)} and not exists (
          select from ledger_entries e where e.kind = 'charge' and e.cause = p.id::text)
        union all
        select p.booking_id from payments p
        where p.state = 'refunded' and p.refunded_at >= ${since} and not exists (
          select from ledger_entries e
          where e.kind in ('refund', 'chargeback') and e.cause in (p.id::text, p.id::text || ':commission'))
        union all
        select p.booking_id from payments p
        join bookings b on b.id = p.booking_id and b.state = 'paid'
        where p.id >= ${newId(since)} and p.state = 'recorded'
          and not exists (select from fulfilments f where f.booking_id = b.id)
        union all
        select booking_id from returns where state = 'refused'
        union all
        select d.booking_id from disputes d
        where d.state = 'open' and d.cause = 'return-contested' and not exists (
          select from mails m where m.booking_id = d.booking_id and m.kind = 'return-contested')
        union all
        select r.booking_id from returns r
        join bookings b on b.id = r.booking_id and b.state = 'returned'
        where r.state = 'given-back'
      ) missing limit ${limit}`,
    async process(tx, bookingId) {
      const { booking } = await lockSale(tx, { bookingId });
      await writePayments(tx, booking);
      await writeFulfilment(tx, booking);
      await adoptReturn(tx, bookingId, clock.now());
      return true;
    },
  });
}

/** A movement that is written already is left out by its kind and cause. */
async function writePayments(tx: Tx, booking: LockedSale['booking']): Promise<void> {
  const { id: bookingId, sellerId, commissionBasisPoints } = booking;
  const payments = await tx.sql<AdoptedPayment[]>`
    select id, amount_cents as "amountCents", coalesce(refund_cents, amount_cents) as "refundCents",
      provider, state, refund_reason as "refundReason", created_at as "createdAt",
      refunded_at as "refundedAt", exists (
        select from ledger_entries where kind = 'release' and cause = ${bookingId}) as "isReleased"
    from payments p where booking_id = ${bookingId} and (
      not exists (
        select from ledger_entries e where e.kind = 'charge' and e.cause = p.id::text)
      or p.state = 'refunded' and not exists (
        select from ledger_entries e
        where e.kind in ('refund', 'chargeback') and e.cause in (p.id::text, p.id::text || ':commission')))
    order by id`;
  for (const payment of payments) {
    const { id: paymentId, amountCents, provider, createdAt, refundedAt } = payment;
    const charge = { paymentId, bookingId, provider, amountCents };
    if (isLateCharge(payment.refundReason)) {
      writeLateCharge(tx, charge, createdAt);
      if (refundedAt) writeLateRefund(tx, charge, refundedAt);
      continue;
    }
    writeCharge(tx, { ...charge, sellerId, commissionBasisPoints }, createdAt);
    if (!refundedAt) continue;
    const refund = { ...charge, amountCents: payment.refundCents, chargedCents: amountCents };
    const { isReleased } = payment;
    writeRefund(
      tx,
      { ...refund, sellerId, commissionBasisPoints, isReleased, kind: 'refund' },
      refundedAt,
    );
  }
}

/** As the migration does: a sale with a return was received, and any other awaits its handover. */
async function writeFulfilment(
  tx: Tx,
  { id, state, paidAt }: LockedSale['booking'],
): Promise<void> {
  const states: readonly BookingState[] = ['paid', 'returned'];
  if (!paidAt || !states.includes(state)) return;
  const returnUntil = new Date(paidAt.getTime() + returnDays * 86_400_000);
  tx.write`
    insert into fulfilments (booking_id, state, method, paid_at, received_at, return_until, returned_at)
    select b.id, case when b.state = 'returned' then 'returned' when r.id is null then 'awaiting'
        else 'received' end,
      case when b.state = 'returned' or r.id is not null then 'meeting' end, b.paid_at,
      case when b.state = 'returned' or r.id is not null then b.paid_at end,
      case when b.state = 'returned' or r.id is not null then ${returnUntil}::timestamptz end,
      b.returned_at
    from bookings b left join returns r on r.booking_id = b.id where b.id = ${id}
    on conflict (booking_id) do update
      set state = 'returned', returned_at = excluded.returned_at
      where excluded.state = 'returned' and fulfilments.state not in ('returned', 'cancelled')`;
}

/**
 * As the migration does: a refused return is contested, so that an admin decides. Both sides get a mail that says so, also
 * about a return that the migration has brought in.
 */
async function adoptReturn(tx: Tx, bookingId: string, at: Date): Promise<void> {
  tx.write`
    update returns r set state = 'refunded', refunded_at = b.returned_at
    from bookings b
    where b.id = r.booking_id and b.id = ${bookingId} and b.state = 'returned'
      and r.state in ('refused', 'given-back')`;
  const reason = 'The seller refused the return.';
  tx.write`
    update fulfilments f set state = 'received', method = 'meeting', received_at = f.paid_at,
      return_until = f.paid_at + make_interval(days => ${returnDays}::int)
    from returns r
    where r.booking_id = f.booking_id and f.booking_id = ${bookingId} and f.state = 'awaiting'
      and r.state = 'refused'`;
  tx.write`
    with refused as (
      update returns set state = 'contested', contest_reason = ${reason}
      where booking_id = ${bookingId} and state = 'refused'
      returning decided_at, decided_by)
    insert into disputes (id, booking_id, cause, state, reason, opened_at, opened_by)
    select ${newId(at)}, ${bookingId}, 'return-contested', 'open', ${reason}, decided_at, decided_by
    from refused
    on conflict do nothing`;
  const contested = await tx.sql`
    select from disputes
    where booking_id = ${bookingId} and state = 'open' and cause = 'return-contested'`;
  if (contested.length > 0) queueMail(tx, { kind: 'return-contested', bookingId }, at);
}
