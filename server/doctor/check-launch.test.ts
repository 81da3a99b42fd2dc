import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchStepId, launchStepIds } from '#contract/overview/launch-steps.ts';
import { connect } from '../backup/connect.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadShop } from '../config/shop/load-shop.ts';
import { defaultLoadedShop } from '../core/loaded-shop.ts';
import { StartupError } from '../core/startup-error.ts';
import { findLaunchSteps } from '../startup/find-launch-steps.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { checkLaunch } from './check-launch.ts';

let shop: TestShop;
let client: pg.Client;
let dataDir: string;
let path: string;

beforeAll(async () => {
  shop = await createTestShop();
  client = await connect(shop.database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-test-launch-'));
  path = join(dataDir, 'shop');
  await mkdir(path);
});
afterAll(async () => {
  await client.end();
  await shop.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ofPeople = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  TRUST_PROXY: '127.0.0.1',
};
const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
  PAYOUTS: 'manual',
};
const mail = { SMTP_URL: 'smtps://user:secret@mail.test', MAIL_FROM: 'shop@shop.test' };

const configOf = (environment: Record<string, string>): Config =>
  readConfig({ DATA_DIR: dataDir, ...environment });

const own = {
  name: 'Strings and Reeds',
  languages: ['en', 'fr'],
  country: 'BE',
  categories: [{ id: 'studio', name: 'DJ and studio' }],
  pages: [{ title: 'Terms', file: 'terms.md', path: '/terms' }],
};
/** The shop of this `shop.json` and these pages; each call begins with an empty folder. */
async function shopOf(settings: object, pages: Record<string, string> = complete) {
  await rm(path, { recursive: true, force: true });
  await mkdir(path);
  await writeFile(join(path, 'shop.json'), JSON.stringify(settings));
  for (const [name, text] of Object.entries(pages)) await writeFile(join(path, name), text);
  return loadShop({ path, isRequired: true }).catch((error: StartupError) => error);
}
const complete = { 'terms.md': '# Terms', 'terms.fr.md': '# Conditions' };

type Given = Partial<Parameters<typeof checkLaunch>[0]>;

const check = (given: Given) =>
  checkLaunch({
    config: configOf({ NODE_ENV: 'test' }),
    shop: defaultLoadedShop,
    client,
    at: new Date(),
    ...given,
  });

/** What is said of a step, and what to do about it, in one text. */
async function said(id: LaunchStepId, given: Given): Promise<string> {
  const found = (await check(given))[id];
  return found.map(({ text, remedy }) => `${text} ${remedy}`).join('\n');
}

it('a clone has every step before it, and says why the database was not asked', async () => {
  const found = await check({ client: undefined });
  for (const id of launchStepIds) expect(found[id], id).not.toEqual([]);
  expect(await said('backup', { client: undefined })).toContain('has no database yet');
  expect(await said('name', {})).toContain('npm run shop:new');
});

it('a folder that cannot be used leaves its five steps open, with the faults', async () => {
  const wrong = await shopOf({ ...own, country: 'Belgium' });
  expect(wrong).toBeInstanceOf(StartupError);
  for (const id of ['name', 'languages', 'country', 'categories', 'pages'] as const) {
    expect(await said(id, { shop: wrong })).toContain('country');
  }
});

it.each([
  ['name', { name: 'Reprise' }, 'still called'],
  ['languages', { name: 'Reprise' }, 'which languages'],
  ['country', { country: undefined }, 'in which country'],
  ['categories', { categories: undefined }, 'names no categories'],
  ['pages', { pages: undefined }, 'no imprint'],
] as const)('shop.json without its part leaves %s open', async (id, change, expected) => {
  expect(await said(id, { shop: await shopOf({ ...own, ...change }) })).toContain(expected);
  expect(await said(id, { shop: await shopOf(own) })).toBe('');
});

it('pages with a place to fill in, or without one of the languages, are missing', async () => {
  const gap = await shopOf(own, { ...complete, 'terms.fr.md': '# Conditions de [[votre nom]]' });
  expect(await said('pages', { shop: gap })).toContain('terms.fr.md has 1 place to fill in');
  expect(await said('languages', { shop: gap })).toBe('');
  const english = await shopOf(own, { 'terms.md': '# Terms' });
  expect(await said('languages', { shop: english })).toContain('not there in fr: /terms.');
  const named = { ...own, pages: [{ ...own.pages[0], lang: 'en' }] };
  expect(await said('languages', { shop: await shopOf(named, { 'terms.md': '# Terms' }) })).toBe(
    '',
  );
});

const sandbox = { ...ofPeople, CARDS: 'sandbox' };
const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const live = { ...ofPeople, ...stripe };

it.each([
  ['mail', 'without a mail server', {}, mail, 'SMTP_URL is not set'],
  ['cards', 'in the sandbox', sandbox, live, 'no money moves'],
  ['cards', 'with test keys', { ...live, ...testKeys }, live, 'a test key'],
  ['domain', 'without TLS', { ...sandbox, PUBLIC_URL: 'http://shop.test' }, sandbox, 'without TLS'],
  [
    'domain',
    'outside of production',
    { PUBLIC_URL: 'https://shop.test' },
    sandbox,
    'not production',
  ],
] as const)(
  'the step %s is open %s, and done with the setting',
  async (id, _, less, more, expected) => {
    expect(await said(id, { config: configOf(less) })).toContain(expected);
    expect(await said(id, { config: configOf(more) })).toBe('');
  },
);

it('admin, listings, categories and backup are done as soon as they are there', async () => {
  const usual = await shopOf({ ...own, categories: undefined });
  expect(await said('admin', {})).toContain('ADMIN_EMAILS');
  expect(await said('backup', {})).toContain('No backup was ever made');
  const admin = await shop.make.user({ role: 'admin' });
  const seller = await shop.make.user({ role: 'seller' });
  for (let count = 0; count < 9; count += 1) await shop.make.product(seller.id);
  expect(await said('listings', {})).toContain('9 of the first 10');
  await shop.make.product(seller.id);
  await recordBackup(dataDir, '/backups/monday', new Date());
  for (const id of ['admin', 'listings', 'backup', 'categories'] as const) {
    expect(await said(id, { shop: usual }), id).toBe('');
  }
  const nextWeek = new Date(Date.now() + 7 * 86_400_000);
  expect(await said('backup', { at: nextWeek })).toContain('168 hours old');
  await shop.database.sql`update users set removed_at = now() where id = ${admin.id}`;
  expect(await said('admin', {})).toContain('Nobody is an admin');
  await shop.database.sql`update users set removed_at = null where id = ${admin.id}`;
});

it('people and listings of the demo do not count', async () => {
  await shop.database.sql`
    insert into shared_secrets (name, value, created_at) values ('demo-catalogue', 'filled', now())`;
  for (const id of ['admin', 'listings', 'backup'] as const) {
    expect(await said(id, {}), id).toContain('contains the demo catalogue');
    expect(await said(id, {}), id).toContain('another DATA_DIR');
  }
  await shop.database.sql`delete from shared_secrets where name = 'demo-catalogue'`;
});

it('an admin reads the same steps as the program prints, and a demo has none', async () => {
  const config = configOf({ ...ofPeople, ...mail, CARDS: 'sandbox' });
  const loaded = await shopOf(own);
  if (loaded instanceof StartupError) throw loaded;
  const given = { config, shop: loaded, sql: shop.database.sql, at: new Date() };
  const steps = await findLaunchSteps(given);
  expect(steps.map(({ id }) => id)).toEqual(launchStepIds);
  const missing = await check({ config, shop: loaded });
  expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual(
    launchStepIds.filter((id) => missing[id].length === 0),
  );
  expect(steps).toContainEqual({ id: 'mail', isDone: true });
  expect(steps).toContainEqual({ id: 'cards', isDone: false });
  expect(await findLaunchSteps({ ...given, config: { ...config, demo: true } })).toEqual([]);
});
