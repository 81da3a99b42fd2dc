import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from '#contract/language.ts';
import { formatMoney } from '#contract/money/shop-currency.ts';
import { shopLanguages } from '#contract/shop/shop.ts';
import { t } from '#contract/text.ts';
import { catalogueNames, compileCatalogue } from '../../../scripts/build/texts.mjs';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { acceptedLanguage, languageOf } from '../../core/shop-language.ts';
import { serveOwnScripts } from '../../http/pages/own-scripts.ts';
import { loadLanguages, withOffers } from './load-languages.ts';
import { loadShop } from './load-shop.ts';
import { pluralForms } from './own-texts.ts';

let place: string;
let textsFolder: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'reprise-languages-'));
  textsFolder = join(place, 'built');
  await mkdir(textsFolder);
  for (const tag of ['en', 'de']) {
    const compiled = await Promise.all(catalogueNames.map((name) => compileCatalogue(tag, name)));
    await writeFile(
      join(textsFolder, `${tag}.json`),
      JSON.stringify(Object.assign({}, ...compiled)),
    );
  }
});
afterAll(() => rm(place, { recursive: true }));

const half = { ...defaultLoadedShop, minTranslated: 1 };

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(place, 'shop-'));
  await mkdir(join(folder, 'texts'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function load(tags: string[], files: Record<string, string>, shop = half) {
  const path = await folderWith(files);
  const config = { shopFolder: { path, isRequired: true }, texts: undefined };
  const languages = shopLanguages(tags);
  const loaded = { ...shop, public: { ...shop.public, languages } };
  return { shop: loaded, ...(await loadLanguages(loaded, { textsFolder, config })) };
}

/** An entry for a hundred texts, so that the share is more than nothing. */
const padding = async () => {
  const english = await compileCatalogue('en');
  const plain = Object.entries(english).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(plain.slice(0, 100).map(([id, text]) => [id, `${text}`]));
};

const danish = `msgid "Wishlist"
msgstr "Verlanglijst"

msgid "{0, plural, one {# day} other {# days}}"
msgstr ""
`;

describe('languages of an owner', () => {
  it('a language whose texts lie beside shop.json has them, and English where one is missing', async () => {
    const json = JSON.stringify(await padding());
    const { languages, warnings } = await load(['da', 'en'], {
      'texts/da.po': danish,
      'texts/da.json': json,
    });
    const [da] = languages;
    expect(da?.scripts).toEqual({ folder: expect.stringMatching(/^da-[0-9a-f]{8}$/) });
    const said = inLanguage(languageOf(languages, 'da').i18n, () => [t`Wishlist`, t`Messages`]);
    expect(said).toEqual(['Verlanglijst', 'Messages']);
    expect(warnings).toEqual([
      expect.stringMatching(/^texts\/da\.po lacks [\d,]+ of [\d,]+ texts \(1 % are there\)/),
    ]);
  });

  it('a language with fewer texts than the owner accepts is refused with their number', async () => {
    await expect(load(['da'], { 'texts/da.po': danish }, defaultLoadedShop)).rejects.toThrow(
      /texts\/da\.po lacks [\d,]+ of [\d,]+ texts \(0 % are there\), and 95 % are needed/,
    );
  });

  it('a language without texts is a fault of shop.json that says how to begin', async () => {
    const path = await folderWith({
      'shop.json': '{ "name": "Klang", "languages": ["de", "da"] }',
    });
    await expect(loadShop({ path, isRequired: true })).rejects.toThrow(
      'languages[1] da has no texts: they belong into texts/da.po, which `npm run shop:texts -- --new da` writes',
    );
  });

  it.each(['Dutch', 'pt-br', 'n', 'api'])('the language %s is refused', async (tag) => {
    const file = JSON.stringify({ name: 'Klang', languages: [tag] });
    const path = await folderWith({ 'shop.json': file });
    await expect(loadShop({ path, isRequired: true })).rejects.toThrow(/languages\[0\] (must|is)/);
  });

  it('a regional language has the texts of its parent, and formats of its own', async () => {
    const { languages } = await load(['de-CH', 'de-AT', 'de'], {
      'texts/de.json': '{"notFound.backHome": "Zum Anfang"}',
      'texts/de-AT.json': '{"notFound.backHome": "Zum Eingang"}',
    });
    const [swiss, austrian, german] = languages;
    expect([swiss?.scripts, german?.scripts]).toEqual([{ builtIn: 'de' }, { builtIn: 'de' }]);
    expect(swiss?.own).toEqual({ 'notFound.backHome': 'Zum Anfang' });
    expect(austrian?.scripts).toMatchObject({ folder: expect.stringMatching(/^de-AT-/) });
    expect(austrian?.texts['notFound.backHome']).toBe('Zum Eingang');
    const prices = languages.map(({ i18n }) => inLanguage(i18n, () => formatMoney(1_250)));
    expect(prices.map((price) => price.replaceAll(/\s/g, ' '))).toEqual([
      '$ 1’250',
      '$ 1.250',
      '1.250 $',
    ]);
  });

  it('a reader gets the nearest language of the shop', async () => {
    const { languages } = await load(['en', 'de-CH'], {});
    expect(languageOf(languages, 'de').tag).toBe('de-CH');
    expect(languageOf(languages, 'fr').tag).toBe('en');
    expect(acceptedLanguage(languages, 'fr, de-AT;q=0.8, en;q=0.1')).toBe('de-CH');
  });

  it('a plural without a form of its language is named with its file and line, and does not stop the start', async () => {
    const text = '{count, plural, one {# zapisane ogłoszenie} other {# zapisanych ogłoszeń}}';
    const english = await compileCatalogue('en');
    const [id] =
      Object.entries(english).find(([, compiled]) => {
        const [first, ...rest] = Array.isArray(compiled) ? compiled : [];
        return rest.length === 0 && Array.isArray(first) && first[0] === 'count';
      }) ?? [];
    const own = JSON.stringify({ ...(await padding()), [`${id}`]: text }, null, 1);
    const { warnings } = await load(['pl'], { 'texts/pl.json': own });
    expect(warnings.at(-1)).toMatch(/pl\.json, line 102: a plural has no few and no many$/);
    expect(pluralForms('ja')).toEqual(['other']);
    expect(pluralForms('fr')).toEqual(['one', 'other']);
  });

  it('visitors are offered a language in its own words, and not before it has them', async () => {
    const offer = JSON.stringify({
      ...(await padding()),
      'language.offer': 'Lees deze pagina in het Nederlands',
    });
    const { shop, languages } = await load(['en', 'da', 'sv'], {
      'texts/da.json': offer,
      'texts/sv.json': JSON.stringify(await padding()),
    });
    const offered = withOffers(shop, languages).public.languages.map((one) => one.offer?.read);
    expect(offered).toEqual([
      'Read this page in English',
      'Lees deze pagina in het Nederlands',
      undefined,
    ]);
  });
});

describe('the scripts of a language of the owner', () => {
  it('scripts have the texts of the language in place of the English ones, at an address that changes with them', async () => {
    const words = { ...(await padding()), 'notFound.backHome': 'Terug "naar" voren' };
    const { languages } = await load(['da'], { 'texts/da.json': JSON.stringify(words) });
    const english = await compileCatalogue('en');
    const web = join(place, 'web');
    await mkdir(join(web, 'assets/en-1'), { recursive: true });
    await mkdir(join(web, '.vite'));
    await writeFile(join(web, '.vite/texts.json'), '{"en": "en-1"}');
    await writeFile(join(web, 'assets/en-1/all.json'), JSON.stringify(english));
    const message = JSON.stringify(english['notFound.backHome']);
    await writeFile(
      join(web, 'assets/en-1/page.js'),
      `import"assets/en-1/other.js";t({id:"notFound.backHome",message:${message},values:{}})`,
    );
    const app = Fastify();
    await serveOwnScripts(app, web, languages);
    const [scripts] = languages.map((one) => ('folder' in one.scripts ? one.scripts.folder : ''));
    const script = await app.inject(`/assets/${scripts}/page.js`);
    expect(script.headers['cache-control']).toContain('immutable');
    expect(script.body).toBe(
      `import"assets/${scripts}/other.js";t({id:"notFound.backHome",message:"Terug \\"naar\\" voren",values:{}})`,
    );
    const all = await app.inject(`/assets/${scripts}/all.json`);
    expect(all.json()['notFound.backHome']).toBe('Terug "naar" voren');
    for (const name of ['gone.js', '..%2Fen-1%2Fpage.js', 'page.txt'])
      expect((await app.inject(`/assets/${scripts}/${name}`)).statusCode).not.toBe(200);
    const changed = JSON.stringify({ ...words, 'notFound.backHome': 'Terug' });
    const again = await load(['da'], { 'texts/da.json': changed });
    expect(again.languages[0]?.scripts).not.toEqual(languages[0]?.scripts);
    await app.close();
  });
});
