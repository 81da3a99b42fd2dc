import type { CallInput } from '#contract/calls.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import { type ShopCommission, takesMore } from '#contract/payments/commission.ts';
import { commissionNoticeDays, commissionPlanDays } from '#contract/payouts/seller-commissions.ts';
import { msg, plural } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { type AgreedTerms, agreedTerms, commissionOfSeller } from '../bookings/seller-terms.ts';
import { type Actor, lockActorAndSubject } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { readAgreedPeriods } from './agreed-periods.ts';
import { queueCommissionMail } from './commission-mail.ts';

const dayMs = 86_400_000;

type Agreement = CallInput<'agreeCommission'>['body'] & { sellerId: string };

interface LatestRow {
  id: string;
  terms: AgreedTerms;
  reason: string;
  setBy: string;
  appliesFrom: Date;
  createdAt: Date;
}

/**
 * Agrees on a commission with a seller, in place of the shop's, and tells them. Bookings take the terms that hold when
 * they are made, so a sale that has begun keeps its own. Locks the admin and the seller, so that agreements with a seller
 * are made one after the other.
 * @param shop the shop's commission
 * @returns its id; that of the latest when it is the same again
 * @throws Problem not-signed-in, not-allowed without the area and about oneself; not-found; bad-input for a time that has
 *   passed, is too far ahead, or is too early for terms that take more; conflict for a buyer, when another was agreed
 *   since, and when nothing would change
 */
export async function agreeCommission(
  tx: Tx,
  admin: Actor,
  agreement: Agreement,
  { at, shop }: { at: Date; shop: ShopCommission },
): Promise<string> {
  const { sellerId, commission, reason, latestId } = agreement;
  const { actor, subject } = await lockActorAndSubject(tx, admin, sellerId, 'admin', 'money');
  if (actor.id === subject.id) {
    throw new Problem('not-allowed', msg`This is about you: another admin has to do it`);
  }
  if (subject.role === 'buyer') throw new Problem('conflict', msg`This person does not sell`);
  const latest = await findLatest(tx, sellerId);
  const row = rowOf(commission);
  const isSaidAgain =
    latest?.setBy === actor.id && latest.reason === reason && isSame(latest.terms, row);
  if (latest && isSaidAgain && isSameTime(latest, agreement.appliesFrom)) return latest.id;
  if (latestId !== undefined && latestId !== (latest?.id ?? null)) throw otherAgreed();
  // Ids are in the order of the agreements, also when the clocks of two servers differ.
  const madeAt = new Date(Math.max(at.getTime(), (latest?.createdAt.getTime() ?? 0) + 1));
  const from = agreement.appliesFrom === undefined ? madeAt : new Date(agreement.appliesFrom);
  requireTime(from, madeAt);
  const before = await requireFair(tx, { sellerId, row, from }, { at: madeAt, shop });
  const id = newId(madeAt);
  tx.write`
    insert into seller_commissions (id, seller_id, basis_points, fixed_cents, minimum_cents,
      maximum_cents, reason, set_by, applies_from, created_at)
    values (${id}, ${sellerId}, ${row.basisPoints}, ${row.fixedCents}, ${row.minimumCents},
      ${row.maximumCents}, ${reason}, ${actor.id}, ${from}, ${madeAt})`;
  const after = commissionOfSeller(shop, row);
  queueCommissionMail(tx, { id, sellerId, before, after }, at);
  const entry = { action: 'commission-agreed', actorId: actor.id, subject, reason } as const;
  await writeAuditEntry(tx, entry, at);
  return id;
}

async function findLatest(tx: Tx, sellerId: string): Promise<LatestRow | undefined> {
  const [latest] = await tx.sql<LatestRow[]>`
    select id, ${agreedTerms} as terms, reason, set_by as "setBy", applies_from as "appliesFrom",
      created_at as "createdAt"
    from seller_commissions where seller_id = ${sellerId} order by id desc limit 1`;
  return latest;
}

function rowOf(commission: Agreement['commission']): AgreedTerms {
  const { percent, fixed = 0, minimum = 0, maximum } = commission ?? {};
  return {
    basisPoints: percent === undefined ? null : Math.round(percent * 100),
    fixedCents: toMinorUnits(fixed),
    minimumCents: toMinorUnits(minimum),
    maximumCents: maximum === undefined ? null : toMinorUnits(maximum),
  };
}

function isSame(one: AgreedTerms, other: AgreedTerms): boolean {
  return (
    one.basisPoints === other.basisPoints &&
    one.fixedCents === other.fixedCents &&
    one.minimumCents === other.minimumCents &&
    one.maximumCents === other.maximumCents
  );
}

/** What applied at once has the time when it was agreed. */
function isSameTime({ appliesFrom, createdAt }: LatestRow, sent: string | undefined): boolean {
  const isAtOnce = appliesFrom.getTime() === createdAt.getTime();
  return sent === undefined ? isAtOnce : Date.parse(sent) === appliesFrom.getTime();
}

function requireTime(from: Date, at: Date): void {
  const aheadMs = from.getTime() - at.getTime();
  if (aheadMs < 0) throw wrongTime(msg`This time has passed`);
  if (aheadMs > commissionPlanDays * dayMs) throw wrongTime(msg`This is more than a year ahead`);
}

/**
 * Refuses terms that would take more within the days of notice than what was agreed for then.
 * @returns what held until these terms apply
 */
async function requireFair(
  tx: Tx,
  { sellerId, row, from }: { sellerId: string; row: AgreedTerms; from: Date },
  { at, shop }: { at: Date; shop: ShopCommission },
): Promise<ShopCommission> {
  const periods = await readAgreedPeriods(tx.sql, sellerId, from);
  const [current] = periods;
  const isHeld = periods.length === 1 && isSame(current.terms ?? rowOf(null), row);
  if (isHeld) throw new Problem('conflict', msg`These terms hold then already`);
  const noticeEnd = at.getTime() + commissionNoticeDays * dayMs;
  const after = commissionOfSeller(shop, row);
  const isEarly = periods.some(
    (period) =>
      period.from.getTime() < noticeEnd && takesMore(commissionOfSeller(shop, period.terms), after),
  );
  if (isEarly) {
    const days = commissionNoticeDays;
    throw wrongTime(
      msg`They take more of some sale than what holds then, so they can apply in ${plural(days, { one: '# day', other: '# days' })} at the earliest`,
    );
  }
  return commissionOfSeller(shop, current.terms);
}

function wrongTime(message: Parameters<typeof badInput>[0][number]['message']) {
  return badInput([{ field: 'appliesFrom', message }]);
}

function otherAgreed(): Problem {
  return new Problem(
    'conflict',
    msg`Something else was agreed with this seller since. Look at it again.`,
  );
}
