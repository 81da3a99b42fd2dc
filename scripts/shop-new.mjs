import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  chooseSettings,
  europeanUnion,
  languagesOfShop,
  WrongSetting,
} from './shop-new/settings.mjs';
import { draftLanguage, draftOf, filledIn, pages, textFor, zonesFor } from './shop-new/texts.mjs';

/*
 * `npm run shop:new`: writes the folder of a shop to begin with, its pages in its languages. In a terminal it asks for what
 * no flag says: `npm run shop:new -- "Name of the shop" --language nl,fr --country BE --currency EUR`.
 */

if (existsSync('.env')) process.loadEnvFile('.env');
const folder = resolve(process.env.SHOP_DIR?.trim() || 'shop');
if (existsSync(folder)) {
  fail(
    `${folder} exists already, and nothing in it was changed.\nRename it, or set SHOP_DIR to another folder.`,
  );
}
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
const { settings, usual } = await chooseSettings(
  process.argv.slice(2),
  isTerminal ? { input: process.stdin, output: process.stdout } : undefined,
).catch((error) => {
  if (error instanceof WrongSetting) fail(error.message);
  throw error;
});
const { name, languages, country, currency } = settings;
await writeShop();
process.stdout.write(next());

async function writeShop() {
  // The folder appears when it is complete.
  const draft = join(dirname(folder), `.${basename(folder)}.unfinished`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const file of ['README.md', 'logo.svg']) {
    await copyFile(new URL(`shop-new/${file}`, import.meta.url), join(draft, file));
  }
  // The name is data: Markdown in it stays what it is.
  const escaped = name.replace(/[\\`*_[\]<>#|]/g, '\\$&');
  for (const [index, tag] of languages.entries()) {
    for (const page of pages) {
      const file = index === 0 ? `${page}.md` : `${page}.${tag}.md`;
      await writeFile(join(draft, file), filledIn(draftOf(page, tag), tag, escaped));
    }
  }
  // The countries of a zone are one line.
  const json = JSON.stringify(shop(), null, 2).replaceAll(/\[(\s+"[A-Z]{2}",?)+\s+\]/g, (codes) =>
    codes.replaceAll(/\s+/g, ' '),
  );
  await writeFile(join(draft, 'shop.json'), `${json}\n`);
  await rename(draft, folder);
}

function shop() {
  const text = (/** @type {Parameters<typeof textFor>[1]} */ pick) =>
    textFor(languages, (words, tag) => filledIn(pick(words, tag), tag, name));
  return {
    name,
    tagline: text(({ tagline }) => tagline),
    description: text(({ description }) => description),
    languages,
    logo: 'logo.svg',
    icon: 'logo.svg',
    colours: {
      light: {
        accent: '#1d5c61',
        button: '#4fa39b',
        banner: '#163b3f',
        bannerAccent: '#8fd0c8',
      },
      dark: { accent: '#7fc8c2', banner: '#12292c', bannerAccent: '#8fd0c8' },
    },
    contact: { email: 'you@your-shop.example' },
    socialLinks: [],
    pages: pages.map((page) => ({
      title: text((words) => words.pages[page] ?? page),
      file: `${page}.md`,
      path: `/${page}`,
    })),
    home: { title: text(({ home }) => home.title), text: text(({ home }) => home.text) },
    firstYear: new Date().getFullYear(),
    ...(country && { country, zones: zonesFor(country, languages) }),
    currency,
    texts: 'corrected',
  };
}

function next() {
  const shown = relative(process.cwd(), folder) || folder;
  const own = languages.filter((tag) => !languagesOfShop.some((one) => isKindOf(tag, one)));
  const isUsual = (/** @type {string} */ flag) =>
    usual.includes(flag) ? ` (the usual; ${flag} says another)` : '';
  const steps = [
    `Open ${join(shown, 'shop.json')}: colours, email, zones. ${join(shown, 'README.md')} explains each field.`,
    'Fill in what stands in [[double brackets]] in the pages, and let a lawyer read what the notes at their top name.\n     The start names what is left; in production the doctor calls it a fault.',
    ...own.map(
      (tag) =>
        `Translate: npm run shop:texts -- --new ${tag} writes ${join(shown, 'texts', `${tag}.po`)}, without which the shop does not\n     start in ${tag}.${draftLanguage(tag) ? '' : ' Its pages are English, and say so.'}`,
    ),
    ...(europeanUnion.includes(country)
      ? [
          'Read docs/operators/law.md: TRADERS=1 asks sellers whether they are traders, as the European Union wants it.',
        ]
      : []),
    'npm run shop:preview shows the shop with the listings of the demo, again each time you save a file.',
    'npm run launch says what else is missing before the first sale; docs/shop.md (From a folder to a sale) goes there.',
  ];
  return `Your shop is in ${shown}.

  Name       ${name}${isUsual('--name')}
  Languages  ${languages.join(', ')}${isUsual('--language')}
  Country    ${country || 'none'}${isUsual('--country')}
  Currency   ${currency}${isUsual('--currency')}

${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}

Buttons and messages are worded as on other shops ("Buy now", "List an instrument"). Remove "texts" from shop.json for
the wording of the specification ("Book Now", "Add Product").

docs/shop.md has the rest.
`;
}

/**
 * @param {string} tag
 * @param {string} language
 */
function isKindOf(tag, language) {
  return tag === language || tag.startsWith(`${language}-`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
