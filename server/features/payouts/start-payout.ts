import { shopCurrency } from '#contract/money/shop-currency.ts';
import { msg } from '#contract/text.ts';
import { type Idempotency, requireSameRequest } from '../../core/idempotency.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { accounts } from '../ledger/write-ledger.ts';
import { type Actor, lacksArea, requirePresent, roleWithin } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { disputedMoney } from './disputed-money.ts';
import type { Payee } from './find-payee.ts';
import { queuePayoutMail } from './mails.ts';

interface NewPayout {
  sellerId: string;
  provider: PayoutProvider['name'];
  idempotency?: Idempotency | undefined;
}

/**
 * Stores a payout of all that is available to a seller, without the money of disputed sales. It is counted from now on, and the provider has yet to be asked
 * (`sendPayout`).
 * @param admin null when a job starts it
 * @returns the payout's id; for the same admin and key that of the first request
 * @throws Problem not-signed-in, not-allowed when the actor is no admin any more; conflict when nothing is available, or
 *   another payout to this seller has been started; cannot-process when the key was used for another seller
 */
export async function startPayout(
  tx: Tx,
  admin: Actor | null,
  { sellerId, provider, idempotency }: NewPayout,
  at: Date,
): Promise<string> {
  const seller = await lockPayee(tx, admin, sellerId);
  const earlier = admin && (await findEarlier(tx, admin.id, idempotency));
  if (earlier) return earlier.id;
  const { cents, isStarted, hasAccount } = await readDue(tx, sellerId, provider);
  if (isStarted) throw alreadyStarted();
  if (cents <= 0)
    throw new Problem('conflict', msg`Nothing is ready to be paid out to this seller`);
  const id = newId(at);
  tx.refuseDuplicates('payouts_one_started_per_seller', alreadyStarted);
  tx.write`
    insert into payouts (id, seller_id, amount_cents, currency, provider, state, started_by,
      idempotency_key, idempotency_digest, created_at)
    values (${id}, ${sellerId}, ${cents}, ${shopCurrency().code}, ${provider}, 'started',
      ${admin?.id ?? null}, ${(admin && idempotency?.key) ?? null}, ${(admin && idempotency?.digest) ?? null}, ${at})`;
  if (!hasAccount) queuePayoutMail(tx, 'payout-account-needed', { payoutId: id }, at);
  const entry = { action: 'payout-started', actorId: admin?.id ?? null, subject: seller } as const;
  await writeAuditEntry(tx, entry, at);
  return id;
}

/** Locks the seller, removed or not, so that payouts to them are started one after the other, and the admin. */
async function lockPayee(tx: Tx, admin: Actor | null, sellerId: string): Promise<Payee> {
  const ids = admin === null ? [sellerId] : [admin.id, sellerId];
  const locked = await tx.sql<(Payee & Actor & { isRemoved: boolean })[]>`
    select id, name, email, ${roleWithin('money')} as role, removed_at is not null as "isRemoved" from users
    where id = any(${ids}::uuid[]) order by id for no key update`;
  if (admin !== null) {
    const present = locked.filter(({ isRemoved }) => !isRemoved);
    const { role } = requirePresent(present, admin.id);
    if (role !== 'admin') throw lacksArea('money');
  }
  const seller = locked.find(({ id }) => id === sellerId);
  if (!seller) throw new Problem('not-found', msg`There is no such user`);
  return { id: seller.id, name: seller.name, email: seller.email };
}

/** @throws Problem cannot-process when the earlier request was different */
async function findEarlier(tx: Tx, adminId: string, idempotency: Idempotency | undefined) {
  if (!idempotency) return undefined;
  const [earlier] = await tx.sql<{ id: string; digest: string | null }[]>`
    select id, idempotency_digest as digest from payouts
    where started_by = ${adminId} and idempotency_key = ${idempotency.key}`;
  if (earlier) requireSameRequest(earlier.digest, idempotency);
  return earlier;
}

/** Read by one statement: a payout that is taken in the meantime is in the ledger or among the started ones, never in neither. */
async function readDue(tx: Tx, sellerId: string, provider: string) {
  const [due] = await tx.sql<{ cents: number; isStarted: boolean; hasAccount: boolean }[]>`
    select ${payableCents(tx.sql, sellerId)} as cents,
      exists (select from payouts where seller_id = ${sellerId} and state = 'started') as "isStarted",
      exists (
        select from payout_accounts where user_id = ${sellerId} and provider = ${provider}
      ) as "hasAccount"`;
  return due ?? { cents: 0, isStarted: false, hasAccount: false };
}

/** What is available to a seller and not disputed, in cents. A started payout is part of it. */
export async function readPayableCents(tx: Tx, sellerId: string): Promise<number> {
  const [payable] = await tx.sql<{ cents: number }[]>`
    select ${payableCents(tx.sql, sellerId)} as cents`;
  return payable?.cents ?? 0;
}

function payableCents(sql: Sql, sellerId: string): Fragment {
  const account = accounts.available(sellerId);
  return sql`((select coalesce(sum(amount_cents), 0) from ledger_entries where credit = ${account})
    - (select coalesce(sum(amount_cents), 0) from ledger_entries where debit = ${account})
    - (select coalesce(sum(cents), 0) from (${rawSql(disputedMoney)}) disputed
      where seller_id = ${sellerId}))::bigint`;
}

function alreadyStarted(): Problem {
  return new Problem('conflict', msg`A payout to this seller has already been started`);
}
