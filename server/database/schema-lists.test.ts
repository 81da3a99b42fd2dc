import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPersonalFields } from '../features/products/personal-fields.ts';
import { addImage, addUser } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { wordsOfUser } from './schema/users.ts';
import { type Fragment, rawSql, type Sql, type SqlValue } from './sql.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

const PRODUCTS = 4_000;
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
let one = { user: '', image: '' };

/** Enough rows for the planner to care, and more than one to whom they could belong. */
beforeAll(async () => {
  const image = await addImage(database);
  const seller = await addUser(database, { role: 'seller' });
  await sql`
    insert into users (id, name, email, role, created_at)
    select gen_random_uuid(), 'U', n || '@x', (array['buyer', 'seller', 'admin'])[n % 3 + 1], now()
    from generate_series(1, 1000) n`;
  await sql`
    insert into products (id, seller_id, name, price_cents, category, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    select gen_random_uuid(), case when n % 10 = 0 then ${seller}::uuid else u.id end, 'P', 100,
      (array['Brass', 'Keyboard', 'Woodwind', 'String', 'Percussion'])[n % 5 + 1], 'Good', '1', 'L', 'D',
      2000, ${image}, case when n % 20 = 0 then 'advertise' else 'available' end, now()
    from generate_series(1, ${PRODUCTS}::int) n join users u on u.email = (n % 1000 + 1) || '@x'`;
  await sql`
    insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email, product_name, price_cents, image_id,
      phone, location, state, hold_expires_at, created_at)
    select gen_random_uuid(), id, seller_id, seller_id, 'B', 'b@x', 'P', 100, image_id, '1', 'L', 'held',
      now() + random() * interval '1 day', now() from products`;
  await sql`
    insert into wishlist_items (id, user_id, product_id, created_at)
    select gen_random_uuid(), seller_id, id, now() from products`;
  await sql`
    insert into payment_intents (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at)
    select gen_random_uuid(), id, 'p', id, 100, 'open', now() from bookings`;
  await sql`
    insert into alert_subscriptions (id, user_id, topic, due_at, created_at)
    select gen_random_uuid(), id, 'searches', now() + random() * interval '1 day', now() from users`;
  await sql`analyze`;
  one = { user: seller, image };
});

const LISTS: Record<string, () => Fragment> = {
  products_advertised: () => sql`
    from products where status = 'advertise' and withdrawn_at is null and id < ${AFTER_ALL} order by id desc`,
  products_by_category: () => sql`
    from products where category = 'Brass' and status <> 'sold' and withdrawn_at is null and id < ${AFTER_ALL}
    order by id desc`,
  products_by_seller: () => sql`
    from products where seller_id = ${one.user} and withdrawn_at is null and id < ${AFTER_ALL} order by id desc`,
  bookings_by_buyer: () => sql`
    from bookings where buyer_id = ${one.user} and id < ${AFTER_ALL} order by id desc`,
  bookings_by_seller: () => sql`
    from bookings where seller_id = ${one.user} and id < ${AFTER_ALL} order by id desc`,
  wishlist_items_by_user: () => sql`
    from wishlist_items where user_id = ${one.user} and id < ${AFTER_ALL} order by id desc`,
  users_by_role: () => sql`
    from users where role = 'seller' and removed_at is null and id < ${AFTER_ALL} order by id desc`,
  bookings_by_expiry: () => sql`
    from bookings where state = 'held' and hold_expires_at <= now() + interval '1 hour' order by hold_expires_at`,
  alert_subscriptions_due: () => sql`
    from alert_subscriptions where topic = 'searches' and is_on and due_at <= now() order by due_at`,
  payment_intents_to_check: () => sql`
    from payment_intents where state = 'open' order by checked_at nulls first`,
};

type PlanNode = { 'Node Type': string; 'Index Name'?: string; Plans?: PlanNode[] };

test.each(Object.entries(LISTS))('%s returns its list in order', async (index, list) => {
  const nodes = await planOf(list());
  expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
  expect(nodes[1]?.['Index Name']).toBe(index);
});

test('a search for users uses the full-text index', async () => {
  const nodes = await planOf(sql`
    from users where ${rawSql(wordsOfUser)} @@ to_tsquery('simple', 'u:* & 77:*')
      and removed_at is null order by id desc`);
  expect(nodes.map((node) => node['Index Name'])).toContain('users_by_words');
});

test('a user’s own fields of a page of products are found by indexes alone', async () => {
  const listed = await sql<{ id: string }[]>`select id from products order by id limit 24`;
  const ids = listed.map(({ id }) => id);
  const nodes = await database.transaction(async (tx) => {
    await tx.sql`set local enable_seqscan = off`;
    let rows: object[] = [];
    const explaining = (strings: TemplateStringsArray, ...values: SqlValue[]) => {
      const [first = '', ...rest] = strings;
      if (!first.trim().startsWith('select')) return tx.sql(strings, ...values);
      const explained = Object.assign([`explain (format json) ${first}`, ...rest], { raw: [] });
      return tx.sql<object[]>(explained, ...values).then((found) => {
        rows = found;
        return [];
      });
    };
    // A tag that explains a statement in place of running it.
    await readPersonalFields(explaining as Sql, { id: one.user, role: 'seller' }, ids);
    const [row] = rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
    return row ? everyNode(row['QUERY PLAN'][0].Plan) : [];
  });
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
  expect(indexes).toEqual(
    expect.arrayContaining(['wishlist_items_once', 'bookings_one_live_per_product']),
  );
});

function planOf(list: Fragment): Promise<PlanNode[]> {
  return database.transaction(async (tx) => {
    await tx.sql`set local enable_seqscan = off`;
    const [row] = await tx.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>`
      explain (format json) select * ${list} limit 24`;
    return row ? everyNode(row['QUERY PLAN'][0].Plan) : [];
  });
}

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}
