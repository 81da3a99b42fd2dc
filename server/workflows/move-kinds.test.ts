import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { instrumentSettings } from '#contract/instruments/instrument-settings.ts';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { connect } from '../backup/connect.ts';
import { systemClock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { checkCategories } from '../doctor/check-categories.ts';
import { readKindsOfNames } from '../features/products/read-kinds-of-names.ts';
import { addProduct, addUser, insertRow } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { moveKinds } from './move-kinds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`delete from products`;
  await database.sql`delete from saved_searches`;
});
afterEach(() => setShopInstruments(undefined));

const withKinds = (kinds: readonly object[], others = {}) =>
  setShopInstruments(instrumentSettings.parse({ kinds, ...others }));
const mixer = { kind: 'mixer', label: { en: 'Mixer', fr: 'Table de mixage' } };

const kindsNow = async () => {
  await readKindsOfNames({ database, clock: systemClock });
  const rows = await database.sql<{ kind: string | null }[]>`select kind from products order by id`;
  return rows.map(({ kind }) => kind);
};

async function saveSearch(query: object): Promise<void> {
  const at = new Date();
  const times = { mailedUntil: at, seenAt: at, createdAt: at };
  const userId = await addUser(database);
  const row = { id: newId(at), userId, name: 'S', query, hasAlert: false, ...times };
  await insertRow(database, 'saved_searches', row);
}

it('listings and saved searches of a former kind move to the one that says what it was', async () => {
  await addProduct(database, { kind: 'dj-mixer', kindFrom: 'seller' });
  await addProduct(database, { kind: 'trumpet', kindFrom: 'seller' });
  await saveSearch({ q: 'xone', kind: 'dj-mixer' });
  withKinds([{ ...mixer, was: ['dj-mixer'] }]);
  expect(await moveKinds(database)).toEqual([
    '1 listing and 1 saved search of the former kind dj-mixer are of the kind mixer now.',
  ]);
  expect(await kindsNow()).toEqual(['mixer', 'trumpet']);
  const [search] = await database.sql<{ query: object }[]>`select query from saved_searches`;
  expect(search?.query).toEqual({ q: 'xone', kind: 'mixer' });
  expect(await moveKinds(database)).toEqual([]);
});

it('a kind that is gone is told with its listings, keeps those of sellers, and leaves those of names', async () => {
  await addProduct(database, { kind: 'turntable', kindFrom: 'seller' });
  await addProduct(database, {
    kind: 'turntable',
    kindFrom: 'name',
    name: 'Trumpet, silver',
    category: 'Brass',
  });
  withKinds([mixer]);
  expect(await moveKinds(database)).toEqual([
    'The shop has no kind turntable, but 2 listings with it, shown without kind and details. Nothing is lost. "was": ["turntable"] at one of your kinds moves them there at the start; or name the kind again.',
  ]);
  expect(await kindsNow()).toEqual(['turntable', 'trumpet']);
});

it('listings whose name says a new kind have it after the start', async () => {
  await addProduct(database, { kind: null, kindFrom: 'name', name: 'TABLE DE MIXAGE Xone 92' });
  await addProduct(database, { kind: null, kindFrom: 'seller', name: 'Mixer, not as a kind' });
  await addProduct(database, { kind: null, kindFrom: 'name', name: 'Box of things' });
  withKinds([mixer]);
  expect(await moveKinds(database)).toEqual([]);
  expect(await kindsNow()).toEqual(['mixer', null, null]);
});

it('doctor tells of listings of kinds that are gone or hidden', async () => {
  await addProduct(database, { kind: 'turntable', kindFrom: 'seller' });
  await addProduct(database, { kind: 'oud', kindFrom: 'seller' });
  withKinds([mixer], { hide: ['oud'] });
  const client = await connect(database.url);
  const findings = await checkCategories(client).finally(() => client.end());
  expect(findings.map(({ level, text }) => [level, text])).toEqual([
    [
      'advice',
      'The shop has no kind turntable, but 1 listing with it, shown without kind and details.',
    ],
    [
      'advice',
      'The shop hides the kind oud and has 1 listing with it. What is there stays as it is, and nobody can choose the kind any more.',
    ],
  ]);
});
