import { inTransaction } from '../support/database.mjs';

/**
 * Fills an empty, migrated database with a catalogue of a given size: 200 sellers, 400 pictures, the five categories in
 * turn, descriptions of 40 to 1,500 characters, one product in five sold by a paid booking, one in a thousand (at least
 * a hundred) advertised. Every buyer has about a hundred bookings, whatever the size, and the first twenty
 * of them a hundred wishes each. Everything is made by PostgreSQL itself from a row's number, so that two runs are alike.
 * @param {import('pg').Pool} pool
 * @param {number} count
 */
export async function fillCatalogue(pool, count) {
  await inTransaction(pool, async (client) => {
    const buyers = Math.ceil(count / productsPerBuyer);
    await client.query(people, [buyers]);
    await client.query(pictures);
    const advertisedEvery = Math.max(1, Math.floor(count / Math.max(100, count / 1_000)));
    for (let first = 1; first <= count; first += part) {
      const last = Math.min(count, first + part - 1);
      await client.query(products, [first, last, advertisedEvery, buyers]);
    }
    await client.query(wishes);
  });
  await pool.query('vacuum analyze');
}

/** One statement a part, so that the foreign keys that are checked at its end stay few. */
const part = 50_000;
const started = Date.UTC(2024, 0, 1);

/**
 * A UUIDv7 whose time and tail are the row's number.
 * @param {string} number
 * @param {number} kind tells the tables apart
 */
const idOf = (number, kind) =>
  `(lpad(to_hex(${started}::bigint + ${number}), 12, '0') || '7000800${kind}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
/** @param {string} number */
const timeOf = (number) => `to_timestamp(${started / 1_000} + ${number} / 1000.0)`;

const sellers = 200;
/** One in five is sold, so that this makes a hundred bookings each. */
const productsPerBuyer = 500;

const people = `
  insert into users (id, name, email, role, verified_at, email_proven_at, created_at)
  select ${idOf('n', 1)}, 'Person ' || n, 'person' || n || '@example.com',
    case when n > ${sellers} then 'buyer' else 'seller' end,
    case when n <= ${sellers} and n % 2 = 0 then ${timeOf('n')} end, ${timeOf('n')}, ${timeOf('n')}
  from generate_series(1::bigint, ${sellers} + $1::bigint) n`;

const pictures = `
  insert into images (id, host, width, height, widths, placeholder, bytes, avif, created_at)
  select ${idOf('n', 2)}, 'disk', 1200, 900, '{400,800,1200}', '${`data:image/webp;base64,${'A'.repeat(120)}`}',
    80000 + n, true, ${timeOf('n')}
  from generate_series(1::bigint, 400) n`;

const isSold = 'n % 5 = 2 and n % $3 <> 0';
const sentence = 'Played every week in a small orchestra, kept dry, serviced last spring. ';

const products = `
  with numbers as (
    select n, ${idOf('n', 3)} as id, ${idOf('n', 4)} as booking_id,
      ${idOf(`(n % ${sellers} + 1)`, 1)} as seller_id, ${idOf('(n * 7 % 400 + 1)', 2)} as image_id,
      ${sellers} + 1 + n / 5 % $4::bigint as buyer,
      'Instrument number ' || n as name, 5000 + (n * 977 % 400000)::integer as price,
      ${timeOf('n')} as at, ${isSold} as sold
    from generate_series($1::bigint, $2::bigint) n
  ), sales as (
    insert into bookings (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, product_name, price_cents, image_id,
      phone, location, state, hold_expires_at, paid_at, created_at)
    select booking_id, id, seller_id, ${idOf('buyer', 1)}, 'Person ' || buyer, 'person' || buyer || '@example.com', name, price, image_id,
      '+49 30 000000', 'At the station', 'paid', at + interval '48 hours', at + interval '1 hour', at
    from numbers where sold
  )
  insert into products (id, seller_id, name, price_cents, original_price_cents, category, condition, phone, location,
    description, purchase_year, image_id, status, sold_booking_id, created_at)
  select id, seller_id, name, price, case when n % 3 > 0 then price * 2 end,
    (array['Brass', 'Keyboard', 'Woodwind', 'String', 'Percussion'])[n / 7 % 5 + 1],
    (array['Excellent', 'Good', 'Fair'])[n % 3 + 1], '0300000000', 'Town ' || n % 90,
    left(repeat('${sentence}', 21), 40 + (n * 7919 % 1461)::integer), 1950 + (n % 74)::integer, image_id,
    case when sold then 'sold' when n % $3 = 0 then 'advertise' else 'available' end,
    case when sold then booking_id end, at
  from numbers`;

const wishes = `
  insert into wishlist_items (id, user_id, product_id, created_at)
  select ${idOf('n', 5)}, user_id, product_id, ${timeOf('n')}
  from (
    select row_number() over () as n, u.id as user_id, p.id as product_id
    from (select id from users where role = 'buyer' order by id limit 20) u,
      (select id from products where status = 'available' order by id desc limit 100) p
  ) pairs`;
