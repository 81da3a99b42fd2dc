import { newId } from '../core/ids.ts';
import type { Database } from '../database/connection.ts';
import type { images } from '../database/schema/images.ts';
import type { paymentIntents, payments } from '../database/schema/payments.ts';
import type { bookings, products } from '../database/schema/sales.ts';
import type { users } from '../database/schema/users.ts';
import type { wishlistItems } from '../database/schema/wishlist.ts';
import { rawSql } from '../database/sql.ts';

/*
 * A builder per entity. Each inserts one valid row, made of defaults and the given columns, and returns its id. Rows that
 * it must refer to are inserted too unless the test gives their ids.
 */
type Writer = Pick<Database, 'sql'>;
type Given<Row> = Partial<Row>;

/** Inserts a row given by the names that its columns have in the schema's types. Undefined columns get their defaults. */
export async function insertRow({ sql }: Writer, table: string, row: object): Promise<void> {
  const columns = Object.entries(row).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]],
  );
  const names = rawSql(columns.map(([name]) => name).join(', '));
  await sql`
    insert into ${rawSql(table)} (${names})
    select ${names} from jsonb_populate_record(null::${rawSql(table)},
      ${JSON.stringify(Object.fromEntries(columns))}::jsonb)`;
}

const weekMs = 7 * 24 * 3_600_000;

export async function addImage(
  database: Writer,
  given: Given<typeof images.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const row = {
    id: newId(at),
    host: 'disk',
    width: 1600,
    height: 1200,
    widths: [480, 960, 1600],
    placeholder: 'data:image/webp;base64,',
    bytes: 100_000,
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'images', row);
  return row.id;
}

export async function addUser(
  database: Writer,
  given: Given<typeof users.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const id = newId(at);
  const row = {
    id,
    name: 'Clara',
    email: `${id}@reprise.test`,
    role: 'buyer' as const,
    emailProvenAt: at,
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'users', row);
  return row.id;
}

export async function addProduct(
  database: Writer,
  given: Given<typeof products.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const row = {
    id: newId(at),
    sellerId: given.sellerId ?? (await addUser(database, { role: 'seller' })),
    name: 'Violin',
    priceCents: 25_000,
    category: 'String' as const,
    condition: 'Good' as const,
    phone: '555 0100',
    location: 'Leipzig',
    description: 'Warm and even over all four strings.',
    purchaseYear: 2019,
    imageId: given.imageId ?? (await addImage(database)),
    status: 'available' as const,
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'products', row);
  return row.id;
}

export async function addBooking(
  database: Writer,
  given: Given<typeof bookings.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const row = {
    id: newId(at),
    productId: given.productId ?? (await addProduct(database)),
    buyerId: given.buyerId ?? (await addUser(database)),
    sellerId: given.sellerId ?? (await addUser(database, { role: 'seller' })),
    buyerName: 'Clara',
    buyerEmail: 'clara@reprise.test',
    productName: 'Violin',
    priceCents: 25_000,
    imageId: given.imageId ?? (await addImage(database)),
    phone: '555 0199',
    location: 'At the opera',
    state: 'held' as const,
    holdExpiresAt: new Date(at.getTime() + weekMs),
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'bookings', row);
  return row.id;
}

export async function addPaymentIntent(
  database: Writer,
  given: Given<typeof paymentIntents.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const id = newId(at);
  const row = {
    id,
    bookingId: given.bookingId ?? (await addBooking(database)),
    provider: 'sandbox',
    providerIntentId: `pi_${id}`,
    amountCents: 25_000,
    state: 'open' as const,
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'payment_intents', row);
  return row.id;
}

export async function addPayment(
  database: Writer,
  given: Given<typeof payments.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const id = newId(at);
  const row = {
    id,
    bookingId: given.bookingId ?? (await addBooking(database)),
    productId: given.productId ?? (await addProduct(database)),
    buyerId: given.buyerId ?? (await addUser(database)),
    amountCents: 25_000,
    provider: 'sandbox',
    transactionId: `tx_${id}`,
    state: 'recorded' as const,
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'payments', row);
  return row.id;
}

export async function addWishlistItem(
  database: Writer,
  given: Given<typeof wishlistItems.$inferInsert> = {},
): Promise<string> {
  const at = new Date();
  const row = {
    id: newId(at),
    userId: given.userId ?? (await addUser(database)),
    productId: given.productId ?? (await addProduct(database)),
    createdAt: at,
    ...given,
  };
  await insertRow(database, 'wishlist_items', row);
  return row.id;
}

/** Marks a paid booking as received, as if it was handed over right after the payment, unless it was before. */
export async function receiveSale(
  { sql }: Pick<Database, 'sql'>,
  bookingId: string,
): Promise<void> {
  await sql`
    update fulfilments set state = 'received', method = 'meeting', received_at = paid_at,
      return_until = paid_at + interval '3 days'
    where booking_id = ${bookingId} and state = 'awaiting'`;
}

/** Marks a paid booking as sent. */
export async function sendSale(
  { sql }: Pick<Database, 'sql'>,
  bookingId: string,
  at = new Date(),
): Promise<void> {
  await sql`
    update fulfilments set state = 'sent', method = 'shipping', carrier = 'Post', sent_at = ${at}
    where booking_id = ${bookingId} and state = 'awaiting'`;
}
