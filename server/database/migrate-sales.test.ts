import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

/** The last migration before sales had a handover and a ledger. */
const lastBefore = '0009_let_admins_search_and_remove';
const migrations = fileURLToPath(new URL('migrations', import.meta.url));
const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

interface OldSale {
  about: string;
  paidAt: Date;
  booking: 'paid' | 'returned' | 'released';
  payment: 'recorded' | 'refund-due' | 'refunded';
  refundReason?: string;
  return?: 'requested' | 'accepted' | 'refused' | 'refunded';
  /** What the migration makes of it. */
  fulfilment: string | undefined;
  returnBecomes?: string;
  disputes?: number;
  kinds: string[];
  pending: number;
  available: number;
  unapplied?: number;
}

const accepted = 'The return was accepted';
const late = 'The booking was no longer live when it was charged';
const price = 25_000;

const sales: OldSale[] = [
  {
    about: 'paid long ago',
    paidAt: daysAgo(10),
    booking: 'paid',
    payment: 'recorded',
    fulfilment: 'completed',
    kinds: ['charge', 'release'],
    pending: 0,
    available: price,
  },
  {
    about: 'paid yesterday',
    paidAt: daysAgo(1),
    booking: 'paid',
    payment: 'recorded',
    fulfilment: 'awaiting',
    kinds: ['charge'],
    pending: price,
    available: 0,
  },
  {
    about: 'with a return requested',
    paidAt: daysAgo(2),
    booking: 'paid',
    payment: 'recorded',
    return: 'requested',
    returnBecomes: 'requested',
    fulfilment: 'received',
    kinds: ['charge'],
    pending: price,
    available: 0,
  },
  {
    about: 'with a return refused',
    paidAt: daysAgo(20),
    booking: 'paid',
    payment: 'recorded',
    return: 'refused',
    returnBecomes: 'contested',
    disputes: 1,
    fulfilment: 'received',
    kinds: ['charge'],
    pending: price,
    available: 0,
  },
  {
    about: 'with its refund due',
    paidAt: daysAgo(3),
    booking: 'paid',
    payment: 'refund-due',
    refundReason: accepted,
    return: 'accepted',
    returnBecomes: 'accepted',
    fulfilment: 'received',
    kinds: ['charge'],
    pending: price,
    available: 0,
  },
  {
    about: 'returned and refunded',
    paidAt: daysAgo(9),
    booking: 'returned',
    payment: 'refunded',
    refundReason: accepted,
    return: 'refunded',
    returnBecomes: 'refunded',
    fulfilment: 'returned',
    kinds: ['charge', 'refund'],
    pending: 0,
    available: 0,
  },
  {
    about: 'charged too late and refunded',
    paidAt: daysAgo(8),
    booking: 'released',
    payment: 'refunded',
    refundReason: late,
    fulfilment: undefined,
    kinds: ['charge', 'refund'],
    pending: 0,
    available: 0,
  },
  {
    about: 'charged too late, with the refund due',
    paidAt: daysAgo(1),
    booking: 'released',
    payment: 'refund-due',
    refundReason: late,
    unapplied: price,
    fulfilment: undefined,
    kinds: ['charge'],
    pending: 0,
    available: 0,
  },
];

let database: TestDatabase;
const ids = new Map<string, { bookingId: string; sellerId: string }>();

beforeAll(async () => {
  database = await createEmptyDatabase();
  const folder = await migrationsUntil(lastBefore);
  await migrate(database, folder);
  await rm(folder, { recursive: true });
  for (const sale of sales) ids.set(sale.about, await insertOldSale(sale));
  await migrate(database, migrations);
});
afterAll(() => database.close());

describe.each(sales)('a sale from before, $about,', (sale) => {
  const idsOf = () => ids.get(sale.about) ?? { bookingId: '', sellerId: '' };

  it('has the state of its handover, its return and its dispute', async () => {
    const { bookingId } = idsOf();
    const [row] = await database.sql`
      select (select state from fulfilments where booking_id = ${bookingId}) as fulfilment,
        (select state from returns where booking_id = ${bookingId}) as return,
        (select count(*) from disputes where booking_id = ${bookingId} and state = 'open') as disputes`;
    expect(row).toEqual({
      fulfilment: sale.fulfilment ?? null,
      return: sale.returnBecomes ?? null,
      disputes: sale.disputes ?? 0,
    });
  });

  it('is in the ledger, and its seller has what is theirs', async () => {
    const { bookingId, sellerId } = idsOf();
    const entries = await database.sql<{ kind: string; debit: string; credit: string }[]>`
      select kind, debit, credit from ledger_entries where booking_id = ${bookingId}
      order by created_at, id`;
    expect(entries.map(({ kind }) => kind)).toEqual(sale.kinds);
    expect(await balanceOf(`pending:${sellerId}`)).toBe(sale.pending);
    expect(await balanceOf(`available:${sellerId}`)).toBe(sale.available);
    const isLate = sale.refundReason === late;
    const owner = isLate ? 'unapplied' : `pending:${sellerId}`;
    expect(entries[0]).toMatchObject({ debit: 'provider:sandbox', credit: owner });
  });
});

it('the ledger of the sales from before sums to what the provider holds', async () => {
  const held = sales.filter(({ payment }) => payment !== 'refunded').length * price;
  expect(await balanceOf('provider:sandbox')).toBe(-held);
  const unapplied = sales.reduce((sum, { unapplied: cents = 0 }) => sum + cents, 0);
  expect(await balanceOf('unapplied')).toBe(unapplied);
});

async function balanceOf(account: string): Promise<number> {
  const [row] = await database.sql<{ cents: number }[]>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::int
      as cents
    from ledger_entries where ${account} in (debit, credit)`;
  return row?.cents ?? 0;
}

/** A copy of the migrations up to this one, as the version that had it shipped them. */
async function migrationsUntil(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
  await cp(migrations, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  const end = journal.entries.findIndex((entry) => entry.tag === tag) + 1;
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

/** Inserts a sale into the schema of that version. */
async function insertOldSale(sale: OldSale) {
  const { sql } = database;
  const { paidAt, booking, payment, refundReason = null } = sale;
  const [buyerId, sellerId, imageId, productId, bookingId, paymentId] = Array.from(
    { length: 6 },
    () => newId(paidAt),
  ) as [string, string, string, string, string, string];
  for (const [id, role] of [
    [buyerId, 'buyer'],
    [sellerId, 'seller'],
  ] as const) {
    await sql`
      insert into users (id, name, email, role, created_at)
      values (${id}, 'Clara', ${`${id}@reprise.test`}, ${role}, ${paidAt})`;
  }
  await sql`
    insert into images (id, host, width, height, widths, placeholder, bytes, created_at)
    values (${imageId}, 'disk', 16, 12, '{16}', 'data:image/webp;base64,', 100, ${paidAt})`;
  await sql`
    insert into products (id, seller_id, name, price_cents, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    values (${productId}, ${sellerId}, 'Violin', ${price}, 'Good', '555 0100', 'Leipzig', 'Warm.',
      2019, ${imageId}, 'available', ${paidAt})`;
  const isPaid = booking !== 'released';
  await sql`
    insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email, product_name,
      price_cents, image_id, phone, location, state, hold_expires_at, created_at, paid_at,
      returned_at, released_at, release_reason)
    values (${bookingId}, ${productId}, ${buyerId}, ${sellerId}, 'Clara', 'clara@reprise.test',
      'Violin', ${price}, ${imageId}, '555 0199', 'At the opera', ${booking}, ${paidAt}, ${paidAt},
      ${isPaid ? paidAt : null}, ${booking === 'returned' ? daysAgo(0) : null},
      ${isPaid ? null : paidAt}, ${isPaid ? null : 'expired'})`;
  if (booking === 'paid') {
    await sql`
      update products set status = 'sold', sold_booking_id = ${bookingId} where id = ${productId}`;
  }
  await sql`
    insert into payments (id, booking_id, product_id, buyer_id, amount_cents, provider,
      transaction_id, state, refund_reason, created_at, refunded_at)
    values (${paymentId}, ${bookingId}, ${productId}, ${buyerId}, ${price}, 'sandbox',
      ${`tx_${paymentId}`}, ${payment}, ${refundReason}, ${paidAt},
      ${payment === 'refunded' ? daysAgo(0) : null})`;
  if (sale.return) {
    const isDecided = sale.return !== 'requested';
    await sql`
      insert into returns (id, booking_id, reason, state, requested_at, decided_at, decided_by,
        refunded_at)
      values (${newId(paidAt)}, ${bookingId}, 'It does not sound', ${sale.return}, ${paidAt},
        ${isDecided ? daysAgo(0) : null}, ${isDecided ? sellerId : null},
        ${sale.return === 'refunded' ? daysAgo(0) : null})`;
  }
  return { bookingId, sellerId };
}
