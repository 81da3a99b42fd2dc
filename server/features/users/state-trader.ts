import type { CallRequest } from '#contract/calls.ts';
import { traderAnswerDays } from '#contract/constants.ts';
import { msg, plural } from '#contract/text.ts';
import type { TraderStatement } from '#contract/users/traders.ts';
import { Problem } from '../../core/problem.ts';
import type { traders } from '../../database/schema/traders.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockPresentUsersExclusively, requirePresent } from './lock-user.ts';
import { writeAuditEntry } from './write-audit-entry.ts';

/** Whether a user sells as a trader, and who they are then, as they have said it. */
export type TraderColumns = Omit<typeof traders.$inferSelect, 'userId' | 'askedAt' | 'statedAt'>;

/**
 * Stores what a seller says about themselves. Presence is checked, not truth. It counts for bookings that are made from now
 * on: those that were made keep what was said then. An audit entry says that it was said. The caller drops cached pages of the
 * seller's products.
 * @returns how many changed: 0 when the same was said before
 * @throws Problem not-signed-in when the seller was removed
 */
export async function stateTrader(
  tx: Tx,
  userId: string,
  statement: CallRequest<'stateTrader'>['body'],
  at: Date,
): Promise<0 | 1> {
  const subject = requirePresent(await lockPresentUsersExclusively(tx, [userId, userId]), userId);
  const {
    status,
    name = null,
    address = null,
    phone = null,
    register = null,
    vat = null,
  } = statement;
  // Bookings from before the copy keep what was said until now.
  tx.write`
    update bookings b set trader_name = t.name, trader_address = t.address from traders t
    where t.user_id = ${userId} and t.status = 'trader' and b.seller_id = t.user_id
      and b.withdrawal_days is not null and b.trader_name is null`;
  const changed = await tx.sql`
    insert into traders (user_id, status, name, address, phone, register, vat, asked_at, stated_at)
    values (${userId}, ${status}, ${name}, ${address}, ${phone}, ${register}, ${vat}, ${at}, ${at})
    on conflict (user_id) do update set status = excluded.status, name = excluded.name,
      address = excluded.address, phone = excluded.phone, register = excluded.register,
      vat = excluded.vat, stated_at = excluded.stated_at
    where (traders.status, traders.name, traders.address, traders.phone, traders.register,
        traders.vat)
      is distinct from (excluded.status, excluded.name, excluded.address, excluded.phone,
        excluded.register, excluded.vat)
    returning user_id`;
  if (changed.length === 0) return 0;
  await writeAuditEntry(tx, { action: `stated-${status}`, actorId: userId, subject }, at);
  return 1;
}

/**
 * Lets a seller who has not said whether they are a trader list for `traderAnswerDays` from their first listing on. The
 * caller has locked the seller.
 * @throws Problem conflict afterwards
 */
export async function requireTraderAnswer(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.sql`
    insert into traders (user_id, asked_at) values (${userId}, ${at}) on conflict do nothing`;
  const [asked] = await tx.sql<{ status: string | null; askedAt: Date }[]>`
    select status, asked_at as "askedAt" from traders where user_id = ${userId}`;
  if (!asked || asked.status !== null) return;
  if (at.getTime() < asked.askedAt.getTime() + traderAnswerDays * 86_400_000) return;
  throw new Problem(
    'conflict',
    msg`First say in your profile whether you sell as a trader. You were asked ${plural(traderAnswerDays, { one: '# day', other: '# days' })} ago.`,
    { reason: 'trader-unsaid' },
  );
}

/** @returns undefined while the seller has not said it */
export async function readTraderStatement(
  sql: Sql,
  userId: string,
): Promise<TraderStatement | undefined> {
  const [row] = await sql<TraderColumns[]>`
    select status, name, address, phone, register, vat from traders where user_id = ${userId}`;
  return traderFrom(row ?? null);
}

/** From the columns, or from the JSON of a row of `traders`. */
export function traderFrom(row: TraderColumns | null): TraderStatement | undefined {
  if (!row?.status) return undefined;
  const { status, name, address, phone, register, vat } = row;
  return {
    status,
    name: name ?? undefined,
    address: address ?? undefined,
    phone: phone ?? undefined,
    register: register ?? undefined,
    vat: vat ?? undefined,
  };
}
