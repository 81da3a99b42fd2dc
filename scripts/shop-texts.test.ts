import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { i18n, inLanguage } from '#contract/language.ts';
import { loadLanguages } from '../server/config/shop/load-languages.ts';
import { loadShop } from '../server/config/shop/load-shop.ts';
import { languageOf } from '../server/core/shop-language.ts';
import { catalogueNames, compileCatalogue } from './build/texts.mjs';
import { pluralFormsHeader } from './shop-texts/plural-forms.mjs';

const script = fileURLToPath(new URL('shop-texts.mjs', import.meta.url));
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'reprise-shop-texts-'));
});
afterAll(() => rm(place, { recursive: true }));

async function shopTexts(folder: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, SHOP_DIR: folder };
  try {
    const run = promisify(execFile)(process.execPath, [script, ...args], { cwd: place, env });
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

async function newFolder(name: string) {
  const folder = join(place, name);
  await mkdir(folder);
  await writeFile(join(folder, 'shop.json'), '{ "name": "Suono", "languages": ["it", "en"] }');
  return folder;
}

/** A translation that a test can tell from the English, with everything that must stay in it. */
function translated(file: string): string {
  const po = PO.parse(file);
  for (const item of po.items) {
    const note = item.extractedComments.find((comment) => comment.startsWith('English: '));
    item.msgstr = [`it·${note?.slice('English: '.length) ?? item.msgid}`];
  }
  return po.toString();
}

async function builtTexts() {
  const folder = join(place, 'built');
  await mkdir(folder);
  const compiled = await Promise.all(catalogueNames.map((name) => compileCatalogue('en', name)));
  await writeFile(join(folder, 'en.json'), JSON.stringify(Object.assign({}, ...compiled)));
  return folder;
}

describe('npm run shop:texts -- --new', () => {
  it('a language that is written, filled in and named in shop.json is one of the shop', async () => {
    const folder = await newFolder('italian');
    const { stdout } = await shopTexts('italian', '--new', 'it');
    expect(stdout).toMatch(/^italian\/texts\/it\.po has [\d,]+ texts to translate/);
    const path = join(folder, 'texts/it.po');
    await writeFile(path, translated(await readFile(path, 'utf8')));
    const shop = await loadShop({ path: folder, isRequired: true });
    const { languages, warnings } = await loadLanguages(shop, {
      textsFolder: await builtTexts(),
      config: { shopFolder: { path: folder, isRequired: true }, texts: undefined },
    });
    expect(warnings).toEqual([]);
    const said = inLanguage(languageOf(languages, 'it').i18n, () => [
      i18n._(generateMessageId('Wishlist')),
      i18n._('notFound.backHome'),
    ]);
    expect(said).toEqual(['it·Wishlist', 'it·Back To Home']);
  });

  it('the new file has the most visible texts first, with notes for translators and the plural forms of the language', async () => {
    const folder = await newFolder('polish');
    await shopTexts('polish', '--new', 'pl');
    const { headers, items } = PO.parse(await readFile(join(folder, 'texts/pl.po'), 'utf8'));
    expect(headers['Plural-Forms']).toMatch(/^nplurals=3; plural=\(n==1 \? 0 : /);
    const first = items.slice(0, 350);
    for (const text of ['Login', 'Dashboard', 'Search']) {
      expect(first.map(({ msgid }) => msgid)).toContain(text);
    }
    const counted = items.find(({ msgid }) => msgid.includes('{count, plural,'));
    expect(counted?.extractedComments).toContain(
      'Plural: write one {…} few {…} many {…}; # is the number',
    );
    const named = items.find(({ msgid }) => msgid === 'notFound.backHome');
    expect(named?.extractedComments.join('\n')).toContain('English: Back To Home');
  });

  it('a file that exists gets the texts that it lacks, and stays as it is otherwise', async () => {
    const folder = await newFolder('swedish');
    await shopTexts('swedish', '--new', 'sv');
    const path = join(folder, 'texts/sv.po');
    const whole = await readFile(path, 'utf8');
    const begun = whole.replace(
      'msgid "Category"\nmsgstr ""',
      'msgid "Category"\nmsgstr "Kategori"',
    );
    const at = begun.indexOf('msgid "Contact"\n');
    await writeFile(path, begun.slice(0, at) + begun.slice(begun.indexOf('\n\n', at)));
    const { stdout } = await shopTexts('swedish', '--new', 'sv');
    expect(stdout).toContain('1 text that it did not have is at its end');
    const after = await readFile(path, 'utf8');
    expect(after).toContain('msgid "Category"\nmsgstr "Kategori"');
    expect(after.trimEnd().endsWith('msgid "Contact"\nmsgstr ""')).toBe(true);
    expect((await shopTexts('swedish', '--new', 'sv')).stdout).toContain(
      'It has every text of the shop.',
    );
  });

  it.each([
    [['de'], /de comes with the shop/],
    [['Dutch'], /Name one language by its tag/],
    [['pt-br'], /Name one language by its tag/],
    [[], /Name one language by its tag/],
  ])('the language %j is refused', async (tags, message) => {
    const { code, stderr } = await shopTexts('swedish', '--new', ...tags);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it('a shop without a folder is told how to begin one', async () => {
    const { code, stderr } = await shopTexts('none', '--new', 'da');
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm run shop:new')]);
  });
});

it.each([
  ['da', 'nplurals=2; plural=(n != 1);'],
  ['pt-BR', 'nplurals=2; plural=(n > 1);'],
  ['ja', 'nplurals=1; plural=(0);'],
  ['cs', 'nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);'],
])('the header Plural-Forms of %s is that of gettext', (language, header) => {
  expect(pluralFormsHeader(language)).toBe(header);
});
