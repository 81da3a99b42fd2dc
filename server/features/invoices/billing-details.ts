import type { BillingDetails } from '#contract/invoices/billing-details.ts';
import { readVatNumber } from '#contract/invoices/vat-number.ts';
import type { billingDetails } from '../../database/schema/invoices.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockPresentUsersExclusively, requirePresent } from '../users/lock-user.ts';
import type { Customer } from './decide-vat.ts';

export type BillingInput = Pick<BillingDetails, 'name' | 'address' | 'vatNumber'> & {
  country: string;
};

/**
 * Stores to whom the invoices of a seller are issued. It counts for those that are issued from now on.
 * @throws Problem not-signed-in when the seller was removed
 */
export async function changeBillingDetails(
  tx: Tx,
  userId: string,
  { name, address, country, vatNumber }: BillingInput,
  at: Date,
): Promise<void> {
  requirePresent(await lockPresentUsersExclusively(tx, [userId, userId]), userId);
  const number = vatNumber && (readVatNumber(vatNumber)?.number ?? vatNumber);
  tx.write`
    insert into billing_details (user_id, name, address, country, vat_number, changed_at)
    values (${userId}, ${name}, ${address}, ${country}, ${number ?? null}, ${at})
    on conflict (user_id) do update set name = excluded.name, address = excluded.address,
      country = excluded.country, vat_number = excluded.vat_number, changed_at = excluded.changed_at`;
}

/** What the seller has said, or else what the shop knows: who they are as a trader, or the name of their account. */
export async function readBillingDetails(sql: Sql, userId: string): Promise<BillingDetails> {
  const { customer, changedAt } = await readCustomer(sql, userId);
  return {
    name: customer.name,
    address: customer.address.join('\n'),
    country: customer.country,
    vatNumber: customer.vatNumber,
    changedAt: changedAt?.toISOString(),
  };
}

type BillingRow = {
  [Name in keyof typeof billingDetails.$inferSelect]:
    | (typeof billingDetails.$inferSelect)[Name]
    | null;
} & {
  userName: string;
  isTrader: boolean;
  traderName: string | null;
  traderAddress: string | null;
  traderVat: string | null;
};

/** To whom an invoice of this seller is issued now. */
export async function readCustomer(
  sql: Sql,
  userId: string,
): Promise<{ customer: Customer; changedAt: Date | null }> {
  const [row] = await sql<BillingRow[]>`
    select b.name, b.address, b.country, b.vat_number as "vatNumber", b.changed_at as "changedAt",
      u.name as "userName", coalesce(t.status = 'trader', false) as "isTrader",
      t.name as "traderName", t.address as "traderAddress", t.vat as "traderVat"
    from users u left join billing_details b on b.user_id = u.id left join traders t on t.user_id = u.id
    where u.id = ${userId}`;
  if (!row) throw new Error(`There is no user ${userId}`);
  return { customer: customerOf(row), changedAt: row.changedAt };
}

function customerOf(row: BillingRow): Customer {
  const { isTrader } = row;
  if (row.name !== null) {
    return {
      name: row.name,
      address: linesOf(row.address),
      country: row.country ?? undefined,
      vatNumber: row.vatNumber ?? undefined,
      isTrader,
    };
  }
  if (!isTrader) return { name: row.userName, address: [], isTrader };
  // A trader may write anything there: it counts as a number when it looks like one.
  const known = row.traderVat === null ? undefined : readVatNumber(row.traderVat);
  return {
    name: row.traderName ?? row.userName,
    address: linesOf(row.traderAddress),
    country: known?.country,
    vatNumber: known?.number,
    isTrader,
  };
}

function linesOf(address: string | null): string[] {
  return (address ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
