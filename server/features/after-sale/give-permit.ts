import { permitLateReason, permitRefusedReason } from '#contract/after-sale/shop-reasons.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Tx } from '../../database/transaction.ts';
import { cancelFrom, hasNoOpenDispute, isPermitMissing } from '../bookings/deadline-start.ts';
import { auditTargetOf } from '../bookings/lock-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { cancelAwaitingSale } from '../payments/cancel-awaiting-sale.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import {
  isShipped,
  lockFulfilment,
  requireSide,
  requireTransition,
  requireUndisputed,
} from './lock-fulfilment.ts';
import { processDueSales } from './process-due-sales.ts';

/** The number of the permit, or that the authority has refused it. */
export type PermitAnswer = { state: 'given'; number: string } | { state: 'refused' };

/**
 * Records the number of the permit without which an instrument is not sent: the days to send it begin, and the buyer gets a
 * mail. Until it is sent the number may be corrected. A refused permit cancels the sale and makes its refund due. An admin may
 * do either for a removed seller; that writes an audit entry.
 * @returns how many sales changed: 0 when just this was said before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it is not
 * paid, needs no permit, was sent or received, is over, the two have agreed to meet, a dispute is open, or a permit is refused
 * whose number is there
 */
export async function givePermit(
  tx: Tx,
  actor: { id: string },
  { bookingId, ...answer }: PermitAnswer & { bookingId: string },
  at: Date,
): Promise<0 | 1> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const isAdmins = await requireSide(tx, sale, actor.id, 'seller');
  if (sale.fulfilment && sale.fulfilment.permitDueAt === null) {
    throw new Problem('conflict', msg`This sale needs no permit`);
  }
  const isRefused = answer.state === 'refused';
  if (isRefused && sale.fulfilment?.cancelReason === permitRefusedReason) return 0;
  const fulfilment = requireUndisputed(sale.fulfilment);
  requireTransition(fulfilment.state, 'sent', 'seller');
  if (!isShipped(sale)) {
    throw new Problem(
      'conflict',
      msg`You have agreed to meet. If that is not possible, cancel the sale`,
    );
  }
  if (isRefused) {
    if (fulfilment.permitNumber !== null) {
      throw new Problem(
        'conflict',
        msg`The number of the permit is there. Cancel the sale instead`,
      );
    }
    const cancelledBy = actor.id;
    await cancelAwaitingSale(tx, { bookingId, cancelledBy, cancelReason: permitRefusedReason }, at);
  } else {
    if (fulfilment.permitNumber === answer.number) return 0;
    tx.write`
      update fulfilments set permit_number = ${answer.number},
        permit_given_at = coalesce(permit_given_at, ${at})
      where booking_id = ${bookingId} and state = 'awaiting'`;
    if (fulfilment.isPermitMissing) {
      queueSaleMail(tx, { kind: 'permit-given', bookingId, readers: ['buyer'] }, at);
    }
  }
  if (isAdmins) {
    const entry = isRefused
      ? ({ action: 'sale-cancelled', reason: permitRefusedReason } as const)
      : ({ action: 'sale-permit-given' } as const);
    await writeAuditEntry(tx, { ...entry, actorId: actor.id, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}

/**
 * Cancels the sales whose permit did not come in time, and makes their refunds due, unless a dispute is open; both sides get a
 * mail.
 * @returns how many sales changed
 * @throws AggregateError when some failed; the others changed
 */
export function cancelWithoutPermit({
  database,
  clock,
}: {
  database: Pick<Database, 'sql' | 'transaction'>;
  clock: Clock;
}): Promise<number> {
  const at = clock.now();
  const { sql } = database;
  return processDueSales({
    database,
    findDue: (limit) => sql<{ id: string }[]>`
      select f.booking_id as id from fulfilments f join bookings b on b.id = f.booking_id
      where f.state = 'awaiting' and f.permit_due_at <= ${at} and ${isPermitMissing}
        and ${cancelFrom(sql)} <= ${at} and ${hasNoOpenDispute(sql, 'f')}
      order by f.permit_due_at limit ${limit}`,
    async process(tx, bookingId) {
      const { fulfilment } = await lockFulfilment(tx, { bookingId });
      if (fulfilment?.state !== 'awaiting' || !fulfilment.isPermitMissing) return false;
      if (fulfilment.hasOpenDispute || fulfilment.cancelFrom > at) return false;
      await cancelAwaitingSale(tx, { bookingId, cancelReason: permitLateReason }, at);
      return true;
    },
  });
}
