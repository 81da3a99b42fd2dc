import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadShop } from '../server/config/shop/load-shop.ts';
import { checkShop } from '../server/doctor/check-shop.ts';
import builtIn from '../texts/languages.json' with { type: 'json' };

const script = fileURLToPath(new URL('shop-new.mjs', import.meta.url));
const pages = [
  ...['about', 'how-it-works', 'contact', 'returns', 'rules', 'terms', 'privacy', 'imprint'],
  'accessibility',
];
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'reprise-shop-new-'));
});
afterAll(() => rm(place, { recursive: true }));

async function shopNew(folder: string, ...args: string[]) {
  return shopNewWith({}, folder, ...args);
}

async function shopNewWith(settings: Record<string, string>, folder: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, SHOP_DIR: folder, ...settings };
  try {
    const run = promisify(execFile)(process.execPath, [script, ...args], { cwd: place, env });
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const inPlace = (folder: string) => ({ path: join(place, folder), isRequired: true });
const read = (file: string) => readFile(join(place, file), 'utf8');

describe('npm run shop:new', () => {
  it('the new shop starts without a fault and lists what is left to fill in', async () => {
    const { stdout } = await shopNew('mine', 'Bogen & "Söhne"');
    expect(stdout).toContain('Your shop is in mine.');
    expect(stdout).toContain('npm run launch');
    const shop = await loadShop(inPlace('mine'));
    expect(shop.public.name).toBe('Bogen & "Söhne"');
    expect(shop.texts).toBe('corrected');
    expect(shop.pages.map(({ path }) => path)).toEqual(pages.map((page) => `/${page}`));
    expect(shop.pages[0]?.html).toContain('Bogen &amp; &quot;Söhne&quot; is a marketplace');
    for (const page of pages) expect(shop.warnings.join('\n')).toContain(`${page}.md has `);
    expect(JSON.stringify(shop)).not.toContain('{{');
    expect(await readdir(place)).toEqual(['mine']);
  });

  it('the command takes what is usual without a terminal and flags, and names it', async () => {
    const { stdout } = await shopNew('usual');
    expect(stdout).toContain('Your Shop (the usual; --name says another)');
    expect(stdout).toContain('en (the usual; --language says another)');
    expect(stdout).toContain('none (the usual; --country says another)');
    expect(stdout).toContain('USD (the usual; --currency says another)');
    const { public: shop } = await loadShop(inPlace('usual'));
    expect(shop).not.toHaveProperty('country');
    expect(shop).not.toHaveProperty('zones');
  });

  it('a Dutch and French shop in Belgium sells in euros, and has its texts and pages in both', async () => {
    const flags = ['--language', 'nl,fr', '--country', 'BE', '--currency', 'EUR'];
    const { stdout } = await shopNew('belgian', 'Snaar', ...flags);
    expect(stdout).not.toContain('the usual');
    expect(stdout).toContain('TRADERS=1');
    const shop = await loadShop(inPlace('belgian'));
    const { languages, country, currency, zones, tagline, home } = shop.public;
    expect(languages.map(({ tag }) => tag)).toEqual(['nl', 'fr']);
    expect([country, currency.code]).toEqual(['BE', 'EUR']);
    expect(zones).toMatchObject([
      { id: 'home', name: { nl: 'België', fr: 'Belgique' }, countries: ['BE'] },
      { id: 'eu', name: { nl: 'Europese Unie', fr: 'Union européenne' } },
      { id: 'world', name: { nl: 'Rest van de wereld', fr: 'Reste du monde' } },
    ]);
    expect(zones?.[1]?.countries).toContain('SE');
    expect(zones?.[1]?.countries).not.toContain('BE');
    expect(await read('belgian/shop.json')).toMatch(/"countries": \[ "AT", .*"SK" \]/);
    expect(zones?.[2]).not.toHaveProperty('countries');
    expect(tagline).toEqual({
      nl: 'Tweedehands instrumenten, van muzikant tot muzikant.',
      fr: 'Instruments d’occasion, de musicien à musicien.',
    });
    expect(home?.text).toMatchObject({ nl: expect.stringContaining('je hebt 3 dagen om') });
    expect(shop.pages.map(({ heading }) => heading)).toContain('Gebruiksvoorwaarden');
    expect(shop.translatedPages.get('/terms fr')).toMatchObject({
      heading: 'Conditions d’utilisation',
      html: expect.stringContaining('pendant <strong>48\u00a0heures</strong>'),
    });
    expect([...shop.translatedPages.keys()]).toEqual(pages.map((page) => `/${page} fr`));
  });

  it('each command of docs/shop.md writes a shop', async () => {
    const docs = await readFile(new URL('../docs/shop.md', import.meta.url), 'utf8');
    const commands = [...docs.matchAll(/^npm run shop:new -- (.*)$/gm)];
    expect(commands.length).toBeGreaterThan(1);
    for (const [index, [, written = '']] of commands.entries()) {
      const args = [...written.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
      const { code } = await shopNew(`docs-${index}`, ...args);
      expect([written, code]).toEqual([written, 0]);
      const shop = await loadShop(inPlace(`docs-${index}`));
      expect(shop.public.name).toBe(args[0]);
    }
  });

  it('the doctor names what is left to fill in of each language, in production as faults', async () => {
    await shopNew('left', '--language', 'nl,fr');
    const config = { shopFolder: inPlace('left'), texts: undefined, production: true };
    const textsFolder = await mkdtemp(join(tmpdir(), 'reprise-texts-'));
    for (const tag of ['en', 'nl', 'fr']) await writeFile(join(textsFolder, `${tag}.json`), '{}');
    const findings = await checkShop(config, textsFolder);
    for (const page of pages) {
      for (const file of [`${page}.md`, `${page}.fr.md`]) {
        expect(findings).toContainEqual(
          expect.objectContaining({
            level: 'fault',
            text: expect.stringContaining(`${file} has `),
          }),
        );
      }
    }
    const file = join(place, 'left/terms.fr.md');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/\[\[|\]\]/g, ''));
    const texts = (await checkShop(config, textsFolder)).map(({ text }) => text).join('\n');
    expect(texts).not.toContain('terms.fr.md');
    expect(texts).toContain('terms.md');
    await rm(textsFolder, { recursive: true });
  });

  it('the pages of every language are shown without marks of Markdown left', async () => {
    const languages = ['en', ...builtIn.filter((tag) => tag !== 'en')];
    await shopNew('all', '--language', languages.join());
    const shop = await loadShop(inPlace('all'));
    const shown = [...shop.pages, ...shop.translatedPages.values()];
    expect(shown).toHaveLength(pages.length * languages.length);
    for (const { heading, html } of shown) {
      expect([heading, html.match(/.{9}(\*|\[\[|\{\{|\|--|\]\().{9}/g)]).toEqual([heading, null]);
    }
  });

  it('a language without drafts of its own gets English pages that say so, to be filled in', async () => {
    const { stdout } = await shopNew('danish', '--language', 'da,de-CH');
    expect(stdout).toContain('npm run shop:texts -- --new da');
    expect(await read('danish/terms.md')).toContain(
      '# Terms of use\n\n[[This page is in English. Translate it into Danish (da), and delete this line.]]',
    );
    expect(await read('danish/terms.de-CH.md')).not.toContain('This page is in English');
    await expect(loadShop(inPlace('danish'))).rejects.toThrow('languages[0] da has no texts');
  });

  it('pages and headlines have the times that the settings say', async () => {
    const settings = { BOOKING_HOLD_HOURS: '24', RETURN_DAYS: '7' };
    await shopNewWith(settings, 'timed', '--language', 'en');
    expect(await read('timed/terms.md')).toContain('**24 hours**');
    expect(await read('timed/returns.md')).toContain('**7 days of receiving it**');
    expect(await read('timed/shop.json')).toContain('yours to try for 7 days.');
  });

  it('the new shop explains every field that shop.json can have', async () => {
    await shopNew('explained');
    const readme = await read('explained/README.md');
    const { shopFile } = await import('#contract/shop/shop.ts');
    for (const field of Object.keys(shopFile.shape)) expect(readme).toContain(`| \`${field}\` |`);
  });

  it('the privacy page of the new shop states how long the shop stores what', async () => {
    await shopNew('private');
    const page = await read('private/privacy.md');
    const { settledAfterDays } = await import('../server/core/retention.ts');
    expect(page).toContain(`is ${settledAfterDays} days ago`);
    // Nothing that ends with the sales is said to end with the account alone.
    for (const row of [
      'Name and email',
      'Bank details',
      'Bookings with',
      'Listings that are sold',
      'What we decided',
    ]) {
      const line = page.split('\n').find((one) => one.startsWith(`| ${row}`)) ?? '';
      expect([row, line]).toEqual([row, expect.stringContaining('your last sale is settled')]);
    }
  });

  it('an existing folder is left unchanged', async () => {
    const folder = join(place, 'changed');
    await shopNew('changed');
    await writeFile(join(folder, 'terms.md'), 'My own terms');
    const { code, stderr } = await shopNew('changed', 'Another name', '--language', 'nl,fr');
    expect(code).toBe(1);
    expect(stderr).toContain(`${folder} exists already, and nothing in it was changed.`);
    expect(await readFile(join(folder, 'terms.md'), 'utf8')).toBe('My own terms');
    expect(await readFile(join(folder, 'shop.json'), 'utf8')).toContain('"Your Shop"');
    expect(await readdir(folder)).not.toContain('terms.fr.md');
  });

  it.each([
    [['Two', 'words'], 'name of the shop'],
    [['x'.repeat(61)], '--name "x'],
    [['a\nb'], 'must be the name of the shop, one line of 1 to 60 characters'],
    [['--language', 'nl;fr'], '--language "nl;fr" must be tags of languages'],
    [['--language', 'qx'], 'such as nl,fr: en, ar, de, es, fr, ja, nl, pt-BR, or another one'],
    [['--language', 'nl,Dutch'], '--language "nl,Dutch" must not name a language twice'],
    [['--country', 'Belgium!'], '--country "Belgium!" must be the two letters of a country'],
    [['--country', '--currency', 'EUR'], '--country must be the two letters of a country'],
    [['--currency', 'ARS'], '--currency "ARS" must be one of AED, AFN,'],
    [
      ['--langage', 'nl'],
      '--langage is unknown: there are --name, --language, --country, --currency',
    ],
  ])('%j is refused, with what is accepted', async (args, message) => {
    const { code, stderr } = await shopNew('refused', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(await readdir(place)).not.toContain('refused');
  });
});
