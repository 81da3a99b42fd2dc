import { parseArgs } from 'node:util';
import { createDatabase } from './load/servers.mjs';
import { fillListings } from './search/fill.mjs';
import { openPool } from './support/database.mjs';
import { openModules } from './support/project.mjs';
import { say } from './support/results.mjs';

/**
 * Judges what the queries of `search/queries.json` find among generated listings, and fails when they find less than they must.
 * `node bench/relevance.mjs [--products 100000] [--faults]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    /** Prints each query that does not find what it must. */
    faults: { type: 'boolean', default: false },
  },
});
/** Lower than in the demo (`demo/relevance.test.ts`): generated texts name what their facts do not say. */
const limit = { leastFound: 0.97, mostWrong: 0.02 };

const modules = await openModules();
const { startTestServer } = await modules.load('server/testing/test-server.ts');
const server = await startTestServer({ isDurable: false });
try {
  const { openDatabase } = await modules.load('server/database/connection.ts');
  const { migrate } = await modules.load('server/database/migrate.ts');
  const { judgeSearches } = await modules.load('server/testing/judge-searches.ts');
  const search = 'server/features/search';
  const { collectVocabulary } = await modules.load(`${search}/words/collect-vocabulary.ts`);
  const { stemReader } = await modules.load(`${search}/words/read-stems.ts`);
  const { searchProducts } = await modules.load(`${search}/results/search-products.ts`);

  const url = await createDatabase(String(server.url), 'relevance');
  const database = await openDatabase({ url, poolSize: 4 }, { info: () => undefined });
  await migrate(database, 'server/database/migrations');
  const pool = openPool(url, 4);
  await fillListings(pool, Number(values.products));
  await pool.end();
  const clock = { now: () => new Date() };
  while ((await collectVocabulary({ database, clock })) > 0);

  const { sql } = database;
  const deps = {
    reader: { sql, pictureOf: () => ({ url: '', picture: undefined }) },
    clock,
    stemsOf: stemReader(sql),
    /** @param {string} _key @param {() => Promise<unknown>} make */
    shared: (_key, make) => make(),
  };
  const viewer = { viewer: null, onlyAdvertised: false };
  /** @param {string} q */
  const searchFor = (q) => searchProducts(deps, { q, limit: 10 }, viewer);
  const { queries, wanted, found, wrong, faults } = await judgeSearches(sql, searchFor);
  if (values.faults) say(faults.join('\n'));
  say(
    `${queries} queries among ${Number(values.products).toLocaleString('en')} listings: ${percent(found)} found of what ${wanted} of them ask for, ${percent(wrong)} wrong`,
  );
  if (found < limit.leastFound || wrong > limit.mostWrong) process.exitCode = 1;
  await database.close();
} finally {
  await server.stop();
  await modules.close();
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
