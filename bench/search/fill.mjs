import { availableParallelism } from 'node:os';
import { inTransaction } from '../support/database.mjs';
import {
  answers,
  instruments,
  kindOf,
  languages,
  makerNames,
  sentences,
  towns,
} from './vocabulary.mjs';

/**
 * Fills an empty, migrated database with believable listings: few instruments, brands, models, towns, and sellers have most of
 * them, prices lie around what the instrument costs, descriptions have 2 to 10 sentences, and names of makers are the rare
 * words. Half are in English, the others in the other languages of the shop; most say kind, maker, model and facts, and some
 * of the facts in their name. One in eight is sold, one in a hundred on hold, one in a thousand (at least a hundred) advertised, one in
 * twenty-five has no category. PostgreSQL makes each row from its number, so that two runs are alike.
 * @param {import('pg').Pool} pool
 * @param {number} count
 * @param {{ say?: (text: string) => void }} [options]
 */
export async function fillListings(pool, count, { say = () => undefined } = {}) {
  const people = peopleOf(count);
  await inTransaction(pool, async (client) => {
    await client.query(insertPeople, [people.sellers, people.buyers]);
    await client.query(insertPictures);
  });
  const advertisedEvery = Math.max(2, Math.floor(count / Math.max(100, count / 1_000)));
  const stepMs = Math.max(1, Math.floor(spanMs / count));
  let [first, filled] = [1, 0];
  const fill = async () => {
    while (first <= count) {
      const last = Math.min(count, first + part - 1);
      const numbers = [first, last];
      first = last + 1;
      await inTransaction(pool, (client) =>
        client.query(insertProducts, [
          ...numbers,
          advertisedEvery,
          people.sellers,
          people.buyers,
          stepMs,
          ...arrays,
        ]),
      );
      filled += part;
      if (filled % 500_000 === 0) say(`${filled.toLocaleString('en')} listings`);
    }
  };
  // A core for each: most of the time goes to the words of the listings.
  await withoutWordIndexes(pool, () =>
    Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, fill)),
  );
  await pool.query('vacuum (analyze)');
}

/**
 * Makes the indexes of words after the work: together they cost a tenth of what they cost row by row.
 * @param {import('pg').Pool} pool
 * @param {() => Promise<unknown>} work
 */
async function withoutWordIndexes(pool, work) {
  const { rows } = await pool.query(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = 'products'::regclass and m.amname = 'gin'`);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) {
    await inTransaction(pool, async (client) => {
      await client.query(`set local maintenance_work_mem = '1GB'`);
      await client.query(definition);
    });
  }
}

/** @param {number} count */
const peopleOf = (count) => ({
  sellers: Math.min(25_000, Math.max(20, Math.ceil(count / 400))),
  buyers: Math.max(20, Math.ceil(count / 500)),
});

/** Rows of one transaction: the foreign keys that are checked at its end stay few. */
const part = 50_000;
const started = Date.UTC(2024, 10, 1);
/** The listings are spread over two years. */
const spanMs = 2 * 365 * 24 * 3_600_000;

/** Each brand, and each model of a brand, is drawn less often than the one before it. */
const models = instruments.flatMap(({ category, name, share, dollars, models: brands }) =>
  Object.entries(brands).flatMap(([brand, names], brandRank) =>
    names.map((model, modelRank) => ({
      category,
      instrument: name,
      brand,
      model,
      dollars,
      weight: share / ((brandRank + 1) * (modelRank + 1) ** 1.2),
    })),
  ),
);
const totalWeight = models.reduce((sum, { weight }) => sum + weight, 0);
let weightBefore = 0;
/** The position of each model on a scale from 0 to 1, for width_bucket. */
const thresholds = models.map(({ weight }) => {
  const threshold = weightBefore / totalWeight;
  weightBefore += weight;
  return threshold;
});

/** The parameters $7 to $24 of the statement. */
const arrays = [
  thresholds,
  models.map(({ category }) => category),
  models.map(({ instrument }) => instrument),
  models.map(({ brand }) => brand),
  models.map(({ model }) => model),
  models.map(({ dollars }) => dollars),
  towns,
  sentences,
  makerNames.starts,
  makerNames.middles,
  makerNames.ends,
  models.map(({ instrument }) => kindOf(instrument).id),
  models.map(({ instrument }) => kindOf(instrument).names.join('|')),
  answers.map(({ kind }) => kind),
  answers.map((one, at) => answers.slice(0, at).filter(({ kind }) => kind === one.kind).length),
  answers.map(({ facts }) => JSON.stringify(facts)),
  answers.map(({ words }) => words.join('|')),
  languages,
];

/**
 * A number from 0 to below 1 that looks random and depends only on the row and the seed.
 * @param {number | string} seed
 */
const chance = (seed) => `((hashint8extended(n, ${seed}) & 2147483647) / 2147483648::float8)`;
/**
 * An element of an array; a greater skew draws the first ones more often.
 * @param {string} array
 * @param {number | string} seed
 * @param {number} skew
 */
const pick = (array, seed, skew) =>
  `(${array})[1 + floor(cardinality(${array}) * power(${chance(seed)}, ${skew}))::integer]`;

/**
 * A UUIDv7 whose tail is the row's number.
 * @param {string} number
 * @param {number} kind tells the tables apart
 * @param {string} stepMs
 */
const idOf = (number, kind, stepMs = '1') =>
  `(lpad(to_hex(${started}::bigint + ${number} * ${stepMs}), 12, '0') || '7000800${kind}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const epoch = `to_timestamp(${started / 1_000})`;

const insertPeople = `
  insert into users (id, name, email, role, verified_at, email_proven_at, created_at)
  select ${idOf('n', 1)}, 'Person ' || n, 'person' || n || '@example.com',
    case when n > $1::bigint then 'buyer' else 'seller' end,
    case when n <= $1::bigint and n % 3 = 0 then ${epoch} end, ${epoch}, ${epoch}
  from generate_series(1::bigint, $1::bigint + $2::bigint) n`;

const insertPictures = `
  insert into images (id, host, width, height, widths, placeholder, bytes, avif, created_at)
  select ${idOf('n', 2)}, 'disk', 1200, 900, '{400,800,1200}', '${`data:image/webp;base64,${'A'.repeat(120)}`}',
    80000 + n, true, ${epoch}
  from generate_series(1::bigint, 400) n`;

const maker = (/** @type {number | string} */ seed) =>
  `(${pick('$15::text[]', seed, 1.3)} || ${pick('$16::text[]', `${seed} + 1`, 1)} || ${pick('$17::text[]', `${seed} + 2`, 1.3)})`;

const insertProducts = `
  with drawn as (
    select n, width_bucket(${chance(1)}::float8, $7::float8[]) as at_model,
      ${chance(2)} as draw, n % $3::bigint = 0 as advertised
    from generate_series($1::bigint, $2::bigint) n
  ), models as (
    select * from unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::integer[], $18::text[], $19::text[])
      with ordinality as models (category, instrument, brand, model, dollars, kind, names, at_model)
  ), answers as (
    select * from unnest($20::text[], $21::integer[], $22::text[], $23::text[]) as answers (of_kind, rank, facts, words)
  ), rows as (
    select n, draw, advertised, category, brand, model, dollars, kind, names,
      width_bucket(${chance(31)}::float8, array[0, 0.5, 0.65, 0.75, 0.85, 0.93]::float8[]) as language,
      floor(24 * ${chance(32)})::integer as rank, ${chance(33)} < 0.9 as has_kind, ${chance(34)} < 0.7 as has_facts,
      ${chance(35)} < 0.35 as names_facts,
      ${pick('$13::text[]', 3, 2)} as town, ${maker(20)} as maker,
      1940 + floor(84 * (1 - power(${chance(4)}, 2)))::integer as year,
      epoch + n * $6::bigint * interval '1 millisecond' as at,
      not advertised and ${chance(5)} < 0.125 as sold,
      not advertised and ${chance(5)} between 0.125 and 0.135 as held,
      ${idOf('n', 3, '$6::bigint')} as id, ${idOf('n', 4, '$6::bigint')} as booking_id,
      ${idOf(`(1 + floor($4::bigint * power(${chance(6)}, 2))::bigint)`, 1)} as seller_id,
      $4::bigint + 1 + floor($5::bigint * ${chance(7)})::bigint as buyer,
      ${idOf('(1 + n * 7 % 400)', 2)} as image_id
    from drawn join models using (at_model), (select ${epoch} as epoch) times
  ), said as (
    select rows.*, split_part(names, '|', language) as instrument, has_kind and has_facts as says_facts,
      answers.facts, split_part(answers.words, '|', language) as words
    from rows left join answers on of_kind = kind and answers.rank = rows.rank
  ), texts as (
    select *, left(case
        when draw < 0.04 then 'Handmade ' || instrument || ' by ' || maker
        when draw < 0.34 then brand || ' ' || model || ' ' || instrument
        when draw < 0.54 then brand || ' ' || model
        when draw < 0.68 then year || ' ' || brand || ' ' || model || ' ' || instrument
        when draw < 0.80 then brand || ' ' || instrument || ' ' || model || ' with case'
        when draw < 0.90 then initcap(instrument) || ' ' || brand || ' ' || model
        else 'Used ' || instrument || ' ' || brand end || case when says_facts and names_facts then ', ' || words else '' end, 120) as name,
      greatest(100, (dollars * 100 * (0.35 + 1.1 * power(${chance(8)}, 1.5) + case when ${chance(9)} < 0.02 then 6 else 0 end))::bigint / 100 * 100)::integer as price
    from said
  ), described as (
    select *, (
        select replace(replace(replace(replace(replace(string_agg(sentence, ' ' order by position), '{instrument}', instrument),
          '{brand}', brand), '{model}', model), '{town}', town), '{maker}', maker)
        from (
          select position, ${pick('$14::text[]', '100 + position', 1.7)} as sentence
          from generate_series(1, 2 + floor(9 * power(${chance(10)}, 1.5))::integer) position
        ) chosen
      ) as description
    from texts
  ), booked as (
    insert into bookings (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, product_name, price_cents, image_id,
      phone, location, state, hold_expires_at, paid_at, created_at)
    select booking_id, id, seller_id, ${idOf('buyer', 1)}, 'Person ' || buyer, 'person' || buyer || '@example.com', name,
      price, image_id, '+49 30 000000', 'At the station', case when sold then 'paid' else 'held' end,
      case when sold then at else now() end + interval '48 hours', case when sold then at + interval '1 hour' end, at
    from described where sold or held
  )
  insert into products (id, seller_id, name, price_cents, original_price_cents, category, condition, phone, location,
    description, purchase_year, image_id, status, sold_booking_id, created_at, kind, kind_from, brand, brand_normal, model,
    facts, made_year, made_sure, language)
  select id, seller_id, name, price, case when draw < 0.6 then price * 2 end,
    case when ${chance(11)} >= 0.04 then category end,
    case when ${chance(12)} < 0.3 then 'Excellent' when ${chance(12)} < 0.8 then 'Good' else 'Fair' end, '0300000000', town,
    description, year, image_id,
    case when sold then 'sold' when advertised then 'advertise' else 'available' end, case when sold then booking_id end, at,
    case when has_kind then kind end, 'name', case when draw >= 0.04 then brand end,
    case when draw >= 0.04 then regexp_replace(lower(brand), '[^[:alnum:]]', '', 'g') end,
    case when draw >= 0.04 and draw < 0.9 then model end,
    case when says_facts then facts::jsonb end, case when has_facts then year end, case when has_facts then 'about' end,
    ($24::text[])[language]
  from described`;
