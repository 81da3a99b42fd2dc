import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { loadLanguages } from '../../config/shop/load-languages.ts';
import { loadShop } from '../../config/shop/load-shop.ts';
import { withCatalogue } from '../../startup/apply-shop.ts';
import { findProjectFiles } from '../../startup/project-files.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/** A shop in French, Dutch and Arabic with a kind of its owner that has Dutch texts, and a check in French as well. */
const instruments = {
  kinds: [
    {
      kind: 'barrel-organ',
      label: { nl: 'Draaiorgel' },
      category: 'Keyboard',
      attributes: [{ id: 'organ-size' }, { id: 'organ-width' }],
      checks: ['bellows-tight', 'book-runs'],
      photos: ['organ-front'],
    },
  ],
  attributes: {
    'organ-size': {
      label: { nl: 'Formaat' },
      ask: { nl: 'Past het door een deur?', fr: 'Passe-t-il par une porte ?' },
      type: 'choice',
      values: { small: { nl: 'Klein' }, street: { nl: 'Straatorgel', fr: 'Orgue de rue' } },
    },
    'organ-width': {
      label: { nl: 'Breedte', fr: 'Largeur', ar: 'العرض' },
      type: 'number',
      unit: { nl: 'cm' },
      min: 1,
      max: 900,
    },
  },
  checks: {
    'bellows-tight': {
      ask: { nl: 'Is de balg dicht?' },
      good: 'yes',
      fine: { nl: 'De balg is dicht' },
      flaw: { nl: 'De balg lekt' },
    },
    'book-runs': {
      ask: { nl: 'Loopt het boek?', fr: 'Le carton défile-t-il ?' },
      good: 'yes',
      fine: { nl: 'Het boek loopt', fr: 'Le carton défile' },
      flaw: { nl: 'Het boek hapert' },
    },
  },
  photos: {
    'organ-front': { label: { nl: 'De voorkant' }, why: { nl: 'De beelden', fr: 'Les figures' } },
  },
};

const folder = await mkdtemp(join(tmpdir(), 'reprise-text-languages-'));
await writeFile(
  join(folder, 'shop.json'),
  JSON.stringify({ name: 'Orgues', languages: ['fr', 'nl', 'ar'], instruments }),
);
const shopFolder = { path: folder, isRequired: true };
const loaded = await loadShop(shopFolder);
const texts = { textsFolder: findProjectFiles().texts, config: { shopFolder, texts: undefined } };
const { languages } = await loadLanguages(loaded, texts);
await rm(folder, { recursive: true });
withCatalogue(loaded);
const shop: TestShop = await createTestShop({ shop: loaded, languages, openCatalogue: true });
await shop.catalogue.start();
const { list } = selling(() => shop);

beforeEach(() => withCatalogue(loaded));
afterAll(async () => {
  setShopInstruments(undefined);
  await shop.close();
});

const get = async (url: string) => (await shop.app.inject({ url: `/api${url}` })).json();

it('a kind says the languages of its texts that are missing in the language of the reply', async () => {
  const kind = await get('/kinds/barrel-organ?language=fr');
  expect(kind).toMatchObject({ name: 'Draaiorgel', languages: { name: 'nl' } });
  const [size, width] = kind.attributes;
  expect(size).toMatchObject({
    label: 'Formaat',
    ask: 'Passe-t-il par une porte ?',
    languages: { label: 'nl' },
    values: [
      { id: 'small', label: 'Klein', languages: { label: 'nl' } },
      { id: 'street', label: 'Orgue de rue' },
    ],
  });
  expect(size.languages).toEqual({ label: 'nl' });
  expect(size.values[1]).not.toHaveProperty('languages');
  expect(width).toMatchObject({ label: 'Largeur', unit: 'cm', languages: { unit: 'nl' } });
  expect(kind.checks[0].languages).toEqual({ ask: 'nl', fine: 'nl', flaw: 'nl' });
  expect(kind.checks[1].languages).toEqual({ flaw: 'nl' });
  expect(kind.photos[0]).toMatchObject({ label: 'De voorkant', languages: { label: 'nl' } });
});

it('a kind whose texts are all in the language of the reply says none', async () => {
  expect(JSON.stringify(await get('/kinds/barrel-organ?language=nl'))).not.toContain('languages');
  expect(JSON.stringify(await get('/kinds/violin?language=ar'))).not.toContain('languages');
});

it('a kind in a third language falls back to the first language of the shop, then to what there is', async () => {
  const kind = await get('/kinds/barrel-organ?language=ar');
  expect(kind.languages).toEqual({ name: 'nl' });
  expect(kind.attributes[0].languages).toEqual({ label: 'nl', ask: 'fr' });
  expect(kind.attributes[1].languages).toEqual({ unit: 'nl' });
  expect(kind.checks[1].languages).toEqual({ ask: 'fr', fine: 'fr', flaw: 'nl' });
});

it('lists, suggestions and pages of kinds say the language of a name', async () => {
  const seller = await shop.make.user({ role: 'seller' });
  const listed = await list(seller, {
    name: 'Draaiorgel van Limonaire',
    category: 'Keyboard',
    kind: 'barrel-organ',
  });
  expect(listed.status).toBe(201);
  const named = { id: 'barrel-organ', languages: { name: 'nl' } };
  const kinds: { id: string }[] = await get('/kinds?language=fr');
  const organ = kinds.find(({ id }) => id === 'barrel-organ');
  expect(organ).toMatchObject({ ...named, leading: [{ id: 'organ-size' }] });
  expect((await get('/kinds?q=draai&language=fr')).kinds).toMatchObject([named]);
  expect(await get('/search/suggestions?q=draai&language=ar')).toContainEqual({
    kind: 'kind',
    text: 'Draaiorgel',
    id: 'barrel-organ',
    languages: { text: 'nl' },
  });
  expect((await get('/instruments?language=fr')).kinds).toMatchObject([named]);
  const { kind } = await get('/instruments?kind=barrel-organ&language=fr');
  expect(kind).toMatchObject(named);
  expect(kind.lookFor).toEqual(['Is de balg dicht?', 'Le carton défile-t-il ?']);
  expect(kind.lookForLanguages).toEqual({ 0: 'nl' });
  const { kind: inDutch } = await get('/instruments?kind=barrel-organ&language=nl');
  expect(inDutch).not.toHaveProperty('lookForLanguages');
});

it('the figures of a listing say the language of what it lacks', async () => {
  const seller = await shop.make.user({ role: 'seller' });
  const listed = await list(seller, {
    name: 'Orgue',
    category: 'Keyboard',
    kind: 'barrel-organ',
    brand: 'Limonaire',
  });
  const { insertedId: id } = listed.body;
  const reply = await shop.app.inject({
    url: `/api/products/figures?email=${seller.email}&ids=${id}&language=fr`,
    headers: await shop.as(seller),
  });
  expect(reply.json()).toMatchObject([
    { missing: { field: 'fact', label: 'Formaat', languages: { label: 'nl' } } },
  ]);
});
