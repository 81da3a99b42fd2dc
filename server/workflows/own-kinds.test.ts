import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { loadLanguages } from '../config/shop/load-languages.ts';
import { loadShop } from '../config/shop/load-shop.ts';
import { withCatalogue } from '../startup/apply-shop.ts';
import { findProjectFiles } from '../startup/project-files.ts';
import { addImage } from '../testing/builders.ts';
import { importing } from '../testing/importing.ts';
import { addressOf, selling } from '../testing/selling.ts';
import { writeShopOfDocs } from '../testing/shop-of-docs.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { moveCategories } from './move-categories.ts';

async function loadShopOfDocs() {
  const folder = await writeShopOfDocs();
  const shopFolder = { path: folder, isRequired: true };
  const loaded = await loadShop(shopFolder);
  const textsFolder = findProjectFiles().texts;
  const config = { shopFolder, texts: undefined };
  const { languages } = await loadLanguages(loaded, { textsFolder, config });
  await rm(folder, { recursive: true });
  return { loaded, languages };
}

const { loaded, languages } = await loadShopOfDocs();
withCatalogue(loaded);
const { change, list, read } = selling(() => shop);
const shop: TestShop = await createTestShop({ shop: loaded, languages, openCatalogue: true });
await moveCategories(shop.database);
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller' });

beforeEach(() => withCatalogue(loaded));
afterEach(() => {
  setShopCategories();
  setShopInstruments(undefined);
});
afterAll(() => shop.close());

const get = async (url: string, language = 'fr') => {
  const headers = { 'accept-language': language, ...(await shop.as(seller)) };
  const reply = await shop.app.inject({ url: `/api${url}`, headers });
  return { status: reply.statusCode, body: reply.json() };
};
const idsOf = (kinds: { id: string }[]) => kinds.map(({ id }) => id);

it('the kinds of the owner are in the list of kinds, and those that the owner hides are not', async () => {
  const { body } = await get('/kinds');
  expect(body.at(-3)).toMatchObject({
    id: 'mixer',
    name: 'Table de mixage',
    category: 'dj-and-studio',
    isInstrument: false,
  });
  expect(idsOf(body)).not.toContain('bagpipes');
  expect(body.find(({ id }: { id: string }) => id === 'sampler').category).toBe('dj-and-studio');
});

it('a kind of the owner asks what the owner asks, in the language of the reader', async () => {
  const { body } = await get('/kinds/mixer');
  const first = body.attributes.filter((one: { first: boolean }) => one.first);
  expect(first).toMatchObject([
    { id: 'mixer-use', label: 'Usage', values: [{ id: 'dj', label: 'DJ' }, {}, {}] },
    { id: 'mixer-channels', label: 'Voies', type: 'number', min: 1, max: 128 },
    { id: 'power-supply', label: 'Alimentation' },
  ]);
  expect(body.checks.map(({ ask }: { ask: string }) => ask)).toEqual([
    'Tous les faders coulissent-ils bien ?',
    expect.stringContaining('entrées et sorties'),
    expect.any(String),
  ]);
  expect(body.photos.map(({ label }: { label: string }) => label)).toContain('Les faders, de près');
  const english = (await get('/kinds/interface', 'en')).body;
  expect(english.name).toBe('Audio interface');
  expect(english.attributes[0]).toMatchObject({
    label: 'Connection',
    values: [{ label: 'USB' }, { label: 'Thunderbolt' }, { label: 'FireWire' }, { label: 'Other' }],
  });
});

it('a kind of the owner is taken from the name, stored with its answers, found by any of its words and filtered', async () => {
  const { status, body } = await list(seller, {
    name: 'Xone 92 console de mixage',
    category: 'dj-and-studio',
    facts: { 'mixer-use': 'dj', 'mixer-channels': 6 },
    checks: { 'faders-smooth': 'yes' },
    brand: 'A&H',
  });
  expect(body).toMatchObject({ acknowledged: true });
  expect(status).toBe(201);
  const id = body.insertedId;
  expect(await read(id)).toMatchObject({
    kind: 'mixer',
    kindFrom: 'name',
    facts: { 'mixer-use': 'dj', 'mixer-channels': 6 },
    checks: { 'faders-smooth': 'yes' },
    makerId: 'allen-heath',
  });
  await list(seller, {
    name: 'Desk for the stage',
    category: 'dj-and-studio',
    kind: 'mixer',
    facts: { 'mixer-use': 'live' },
  });
  const names = (found: { body: { items: { name: string }[] } }) =>
    found.body.items.map(({ name }) => name);
  for (const q of ['table de mixage', 'mixing desk', 'tables de mixage', 'mixer']) {
    const found = await get(`/search?q=${encodeURIComponent(q)}`);
    expect(names(found), q).toEqual(['Desk for the stage', 'Xone 92 console de mixage']);
    expect(found.body.facets.facts).toMatchObject({
      kind: 'mixer',
      attributes: [
        {
          attribute: 'mixer-use',
          choices: [
            { value: 'dj', count: 1 },
            { value: 'live', count: 1 },
          ],
        },
      ],
    });
  }
  const filtered = await get('/search?kind=mixer&fact=mixer-use:dj');
  expect(names(filtered)).toEqual(['Xone 92 console de mixage']);
  expect(names(await get('/search?kind=mixer&brand=Allen%20%26%20Heath'))).toHaveLength(1);
});

it('answers that the owner does not allow are refused by their field', async () => {
  const facts = { 'mixer-use': 'cooking', 'mixer-channels': 500, 'microphone-type': 'ribbon' };
  const { status, body } = await list(seller, { kind: 'mixer', category: 'String', facts });
  expect(status).toBe(400);
  expect(body.errors.map(({ field }) => field)).toEqual([
    'facts.mixer-use',
    'facts.mixer-channels',
    'facts.microphone-type',
  ]);
  expect((await list(seller, { kind: 'handpan', category: 'String' })).body.errors).toMatchObject([
    { field: 'kind' },
  ]);
});

it('a kind of the owner is found by its word in other languages and misspelled, and is suggested', async () => {
  await list(seller, { name: 'Shure SM7B microphone', category: 'dj-and-studio' });
  expect((await get('/kinds?q=micro')).body.kinds).toMatchObject([{ id: 'microphone' }]);
  for (const q of ['mikrofon', 'microfone']) {
    expect((await get(`/search?q=${q}`)).body.items, q).toMatchObject([
      { name: 'Shure SM7B microphone', kind: 'microphone' },
    ]);
  }
  expect((await get('/search/suggestions?q=micro&language=fr')).body).toContainEqual({
    kind: 'kind',
    text: 'Microphone',
    id: 'microphone',
  });
});

it('makers of the owner are suggested for their kind, beside those that the shop knows', async () => {
  const names = async (query: string) =>
    (await get(`/brands?${query}`)).body.map(({ name }: { name: string }) => name);
  expect(await names('q=allen')).toEqual(['Allen & Heath']);
  expect(await names('q=a&kind=mixer')).toEqual(expect.arrayContaining(['Allen & Heath']));
  expect((await names('q=y&kind=mixer'))[0]).toBe('Yamaha');
});

it('the kind of the owner has a page, an entry in the sitemap and in feeds', async () => {
  await list(seller, {
    name: 'Scarlett 2i2 audio interface',
    category: 'dj-and-studio',
    brand: 'Focusrite',
  });
  const { body } = await get('/instruments?kind=interface');
  expect(body).toMatchObject({
    kind: { id: 'interface', name: 'Interface audio', category: 'dj-and-studio' },
    makers: [{ id: 'focusrite', name: 'Focusrite' }],
  });
  expect(body.kind.lookFor).toContain('Existe-t-il des pilotes pour les ordinateurs actuels ?');
  const text = async (url: string) => (await shop.app.inject({ url })).body;
  expect(await text('/sitemap-instruments.xml')).toContain('/instruments/interface/focusrite');
  expect(await text('/feeds/google.xml')).toContain(
    '<g:google_product_category>54</g:google_product_category><g:product_type>DJ et studio &gt; Interface audio</g:product_type><g:brand>Focusrite</g:brand>',
  );
});

it('a listing of a kind that the owner hides keeps it, and its kind is offered nowhere', async () => {
  const { body } = await list(seller, { name: 'Steel pan', category: 'dj-and-studio', price: 77 });
  const id = body.insertedId;
  await shop.database.sql`
    update products set kind = 'handpan', kind_from = 'seller' where id = ${id}`;
  expect((await change(seller, id, { price: '78' })).status).toBe(200);
  expect((await read(id)).kind).toBe('handpan');
  expect((await get('/kinds/handpan')).body.name).toBe('Handpan et steelpan');
  const found = await get('/search?q=&minPrice=78&maxPrice=78');
  expect(found.body).toMatchObject({ total: { count: 1 }, facets: { kind: [] } });
  expect(idsOf((await get('/instruments')).body.kinds)).not.toContain('handpan');
  expect((await get('/kinds?q=handpan')).body.kinds).toEqual([]);
});

it('a file of listings has kinds, answers and checks of the owner in its columns', async () => {
  const { upload, run, send } = importing(() => shop);
  const person = await shop.make.user({ role: 'seller' });
  const picture = addressOf(await addImage(shop.database));
  const columns =
    'id,name,price,category,kind,condition,Usage,fact:mixer-channels,check:faders-smooth,phone,location,description,purchase_year,pictures';
  const row = `X1,DJM 900,900,DJ et studio,Table de mixage,Good,Sonorisation,4,oui,555-0101,Lille,Plays,2020,${picture}`;
  const { body } = await upload(person, `${columns}\n${row}`);
  expect(body.answerColumns).toEqual(['Usage', 'fact:mixer-channels', 'check:faders-smooth']);
  await send(person, 'PUT', body._id, { mapping: body.mapping });
  const checked = await run(person, body._id, 'check');
  expect(checked.refusals).toEqual([]);
  await run(person, body._id, 'import');
  const [listed] = await shop.database.sql`
    select kind, category, facts, checks from products where seller_id = ${person.id}`;
  expect(listed).toEqual({
    kind: 'mixer',
    category: 'dj-and-studio',
    facts: { 'mixer-use': 'live', 'mixer-channels': 4 },
    checks: { 'faders-smooth': 'yes' },
  });
});
