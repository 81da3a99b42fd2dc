import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { rawSql } from '../../database/sql.ts';
import { sqlState } from '../../database/sql-state.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { addWishlistItem } from '../../testing/builders.ts';
import { featureBuilders } from '../../testing/feature-builders.ts';
import { createTestDatabase, poolSize, type TestDatabase } from '../../testing/test-database.ts';
import { bookItem } from '../bookings/book-item.ts';
import { recordCharge } from './record-charge.ts';

/*
 * When one statement of a pipeline fails, those behind it fail too, and the error that is thrown must be the first one.
 * Statements are pipelined only after a connection has prepared them, so every connection records a payment beforehand.
 */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (let round = 0; round < 2; round += 1) {
    const sales = await Promise.all(Array.from({ length: 3 * poolSize }, () => addBooking()));
    await Promise.all(
      sales.map(({ bookingId }) => transaction(database, (tx) => record(tx, bookingId))),
    );
  }
});
afterAll(() => database.close());

async function addBooking() {
  const make = featureBuilders(database);
  const seller = await make.user({ role: 'seller' });
  const buyer = await make.user();
  const productId = await make.product(seller.id, { price: 75 });
  const request = { productId, price: 75, phone: '555 0199', location: 'the pier' };
  const bookingId = await transaction(database, (tx) =>
    bookItem(tx, buyer, request, { at: new Date(), holdHours: 48 }),
  );
  await addWishlistItem(database, { productId });
  return { productId, bookingId };
}

function record(tx: Tx, bookingId: string) {
  const charge = { bookingId, amountCents: 7_500, provider: 'sandbox' };
  return recordCharge(tx, { ...charge, transactionId: `t-${bookingId}` }, new Date());
}

const lockProduct = (tx: Tx, id: string) =>
  tx.sql`select from products where id = ${id} for update`;

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

async function secondsWaited(): Promise<number> {
  const [row] = await database.sql<{ seconds: number }[]>`
    select extract(epoch from clock_timestamp() - query_start)::float8 as seconds
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.seconds ?? 0;
}

/** Locks rows in another transaction. @returns ends that transaction */
async function holdLock(lock: (tx: Tx) => Promise<unknown>) {
  const [isOver, isHeld] = [signal(), signal()];
  const held = transaction(database, async (tx) => {
    await lock(tx);
    isHeld.give();
    await isOver.given;
  });
  await isHeld.given;
  return async () => {
    isOver.give();
    await held;
  };
}

test.each(['products', 'bookings', 'wishlist_items'])(
  'a charge that waits too long for a row of %s fails with the statement timeout',
  async (table) => {
    const { productId, bookingId } = await addBooking();
    const column = table === 'products' ? 'id' : 'product_id';
    const releaseLock = await holdLock(
      (tx) =>
        tx.sql`
        select from ${rawSql(table)} where ${rawSql(column)} = ${productId} for update`,
    );
    const failure: unknown = await transaction(database, async (tx) => {
      await tx.sql`set local statement_timeout = 200`;
      await record(tx, bookingId);
    }).catch((error: unknown) => error);
    await releaseLock();
    expect(sqlState(failure)).toBe('57014');
  },
);

it('a charge that is aborted by a deadlock is recorded at the second attempt', async () => {
  const [one, other] = [await addBooking(), await addBooking()];
  const [isHeld, isAwaited] = [signal(), signal()];
  let attempts = 0;
  const recorded = transaction(database, async (tx) => {
    attempts += 1;
    await lockProduct(tx, other.productId);
    isHeld.give();
    await isAwaited.given;
    return record(tx, one.bookingId);
  });
  await isHeld.given;
  const blocking = transaction(database, async (tx) => {
    await lockProduct(tx, one.productId);
    await lockProduct(tx, other.productId);
  });
  // After a second of waiting a transaction looks once for a deadlock: the one that begins to wait later finds it and is aborted.
  await expect.poll(secondsWaited, { interval: 50 }).toBeGreaterThan(2);
  isAwaited.give();
  await blocking;
  expect(await recorded).toMatchObject({ state: 'recorded' });
  expect(attempts).toBe(2);
});
