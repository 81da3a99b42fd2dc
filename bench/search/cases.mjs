import { instruments, makerNames, towns } from './vocabulary.mjs';

/**
 * A kind of request. Each has many different paths, so that no answer is simply repeated from the cache.
 * @typedef {object} Case
 * @property {string} name
 * @property {string[]} paths asked in turn
 * @property {number} [aimP99] milliseconds, with the most products
 * @property {number} [aimFirstP99] the same of requests that nobody has made before
 * @property {number} [aimGrowth] how many times longer a request may take with the most products than with the fewest
 */

const list = { aimGrowth: 1.5 };
const search = { aimP99: 50, aimFirstP99: 150 };

/**
 * @param {import('pg').Pool} pool
 * @returns {Promise<Case[]>}
 */
export async function casesOf(pool) {
  const ids = await sample(pool, 300);
  const categories = [...new Set(instruments.map(({ category }) => category))];
  const models = instruments.flatMap(({ models: brands }) => Object.values(brands).flat());
  const brands = [...new Set(instruments.flatMap(({ models: named }) => Object.keys(named)))];
  const names = instruments.map(({ name }) => name);
  const frequent = [
    ...new Set([...names, ...brands.slice(0, 30)].flatMap((name) => name.split(' '))),
  ];
  const descriptive = [
    'case',
    'plays',
    'beautifully',
    'serviced',
    'scratches',
    'original',
    'beginners',
    'tone',
  ];
  const withDigits = models.filter((model) => /\d/.test(model));
  const frequentPaths = [...frequent, ...descriptive].map((word) => find({ q: word }));
  return [
    {
      ...list,
      name: 'category, first page',
      paths: categories.flatMap((name) =>
        Array.from({ length: 40 }, (_, at) => `/api/category/${name}?limit=${24 + at}`),
      ),
    },
    {
      ...list,
      name: 'category, deep page',
      paths: ids.flatMap((id) =>
        categories.map((name) => `/api/category/${name}?limit=24&cursor=${id}`),
      ),
    },
    { ...list, name: 'product', paths: ids.map((id) => `/api/products/${id}`) },
    { ...search, name: 'search, frequent word', paths: frequentPaths },
    { ...search, name: 'search, rare word', paths: makers(400).map((q) => find({ q })) },
    {
      ...search,
      name: 'search, two words',
      paths: names.flatMap((name) =>
        ['case', 'Berlin', 'serviced', 'Yamaha', 'restored', 'Madrid', 'tone'].map((word) =>
          find({ q: `${name.split(' ').at(-1)} ${word}` }),
        ),
      ),
    },
    {
      ...search,
      name: 'search, misspelled word',
      paths: [...names, ...brands].map((name) => find({ q: misspelled(name) })),
    },
    { ...search, name: 'search, model with digits', paths: withDigits.map((q) => find({ q })) },
    {
      ...search,
      name: 'search, word and three filters',
      paths: frequent.flatMap((q, at) =>
        ['Excellent', 'Good', 'Fair'].map((condition) =>
          find({
            q,
            condition,
            minPrice: 100 + at,
            maxPrice: 1_500 + at,
            place: towns[at % 20] ?? '',
          }),
        ),
      ),
    },
    {
      ...search,
      name: 'search, price order',
      paths: [...frequent, ...brands].flatMap((q) =>
        ['price', '-price'].map((sort) => find({ q, sort })),
      ),
    },
    {
      ...search,
      name: 'search, filters without words',
      paths: categories.flatMap((category) =>
        towns.slice(0, 40).map((place) => find({ category, place, free: '1', sort: 'price' })),
      ),
    },
    {
      ...search,
      name: 'suggestions',
      paths: [...names, ...brands, ...models].flatMap((name) =>
        [2, 3, 5].map(
          (length) => `/api/search/suggestions?q=${encodeURIComponent(name.slice(0, length))}`,
        ),
      ),
    },
  ];
}

/** @param {Record<string, string | number>} query */
function find(query) {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/search?${new URLSearchParams([...words, ['limit', '24']])}`;
}

/**
 * Different rare names, spread over all makers.
 * @param {number} count
 */
function makers(count) {
  const { starts, middles, ends } = makerNames;
  return Array.from({ length: count }, (_, at) =>
    [
      starts[(at * 37) % starts.length],
      middles[(at * 5) % middles.length],
      ends[(at * 11) % ends.length],
    ].join(''),
  );
}

/**
 * Two letters in the middle of the longest word are exchanged.
 * @param {string} name
 */
function misspelled(name) {
  const [longest = ''] = name.split(' ').sort((a, b) => b.length - a.length);
  const at = Math.floor(longest.length / 2);
  const wrong = `${longest.slice(0, at - 1)}${longest[at]}${longest[at - 1]}${longest.slice(at + 1)}`;
  return name.replace(longest, wrong);
}

/**
 * Existing products, spread over the table and the same in each run.
 * @param {import('pg').Pool} pool
 * @param {number} count
 * @returns {Promise<string[]>}
 */
async function sample(pool, count) {
  const { rows } = await pool.query(
    `select id from products tablesample bernoulli (least(100, 2_000_000.0 / (select greatest(1, reltuples) from pg_class where relname = 'products')))
      repeatable (1) where status = 'available' order by md5(id::text) limit $1`,
    [count],
  );
  return rows.map(({ id }) => String(id));
}
