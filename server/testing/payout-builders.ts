import { newId } from '../core/ids.ts';
import type { Database } from '../database/connection.ts';
import type { payouts } from '../database/schema/ledger.ts';
import { transaction } from '../database/transaction.ts';
import { lockSale } from '../features/bookings/lock-sale.ts';
import { writeRelease } from '../features/ledger/write-ledger.ts';
import { insertRow } from './builders.ts';

/** Releases the money of a sale to its seller, as the completion of the sale does. */
export function releaseMoney(database: Database, bookingId: string, at = new Date()) {
  return transaction(database, async (tx) => {
    const { booking } = await lockSale(tx, { bookingId, withSeller: true });
    return writeRelease(tx, { bookingId, sellerId: booking.sellerId }, at);
  });
}

/** A payout with defaults, as a bare row: nothing is written to the ledger. */
export async function addPayout(
  database: Pick<Database, 'sql'>,
  given: Partial<typeof payouts.$inferInsert> & { sellerId: string },
): Promise<string> {
  const at = new Date();
  const row = {
    id: newId(at),
    amountCents: 12_050,
    currency: 'USD',
    provider: 'manual' as const,
    state: 'started' as const,
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'payouts', row);
  return row.id;
}

/** An invoice as a bare row, without entries of the ledger. */
export async function addInvoice(
  database: Pick<Database, 'sql'>,
  sellerId: string,
  content: object = {
    from: { name: 'The shop', address: ['1 High Street'], country: 'GB' },
    to: { name: 'Ada Fife', address: [] },
  },
): Promise<string> {
  const at = new Date();
  const [last] = await database.sql<{ serial: number | null }[]>`
    select max(serial) as serial from invoices where year = 2020`;
  const serial = (last?.serial ?? 0) + 1;
  const row = {
    id: newId(at),
    year: 2020,
    serial,
    number: `2020-${serial}`,
    kind: 'invoice',
    sellerId,
    month: '2020-01',
    grossCents: 904,
    vatCents: 0,
    vatBasisPoints: 0,
    vatTreatment: 'none',
    currency: 'USD',
    content,
    issuedAt: at,
  };
  await insertRow(database, 'invoices', row);
  return row.id;
}
