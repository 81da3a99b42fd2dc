import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { readCatalogues } from './build/texts.mjs';
import { writeLanguage } from './shop-texts/new-language.mjs';

// `npm run shop:texts -- word`: finds the texts of the shop that have this word, with the ids for `shop/texts/<language>.json`.
// `npm run shop:texts -- --new da`: writes `shop/texts/da.po` to be filled in, or adds what it lacks.
const [option, tag = '', ...others] = process.argv.slice(2);
if (option === '--new') await addLanguage();
else await findTexts(process.argv.slice(2).join(' ').trim().toLowerCase());

async function addLanguage() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const folder = resolve(process.env.SHOP_DIR?.trim() || 'shop');
  if (others.length > 0 || canonical(tag) !== tag) {
    return fail(
      `Name one language by its tag, such as da or pt-PT: npm run shop:texts -- --new da`,
    );
  }
  /** @type {string[]} */
  const builtIn = JSON.parse(
    readFileSync(new URL('../texts/languages.json', import.meta.url), 'utf8'),
  );
  if (builtIn.includes(tag)) {
    return fail(`${tag} comes with the shop: put it into "languages" of shop.json.`);
  }
  if (!existsSync(folder)) {
    return fail(
      `There is no folder ${folder}. Begin it with: npm run shop:new -- "Name of the shop"`,
    );
  }
  const { path, added, isNew } = await writeLanguage(folder, tag);
  const shown = relative(process.cwd(), path);
  const texts = added === 1 ? '1 text' : `${added.toLocaleString('en')} texts`;
  process.stdout.write(
    isNew
      ? `${shown} has ${texts} to translate; the first 350 are those that are seen most.\nAn editor for .po files such as Poedit opens it. Then put "${tag}" into "languages" of shop.json, and start.\n`
      : `${shown} is there already. ${added === 0 ? 'It has every text of the shop.' : `${texts} that it did not have ${added === 1 ? 'is' : 'are'} at its end.`}\n`,
  );
}

/** @param {string} language */
function canonical(language) {
  try {
    return /^[a-z]{2,3}(-|$)/.test(language) ? Intl.getCanonicalLocales(language)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} wanted */
async function findTexts(wanted) {
  if (wanted === '') {
    return fail('Say which word of the text you look for: npm run shop:texts -- wishlist');
  }
  const texts = Object.entries(await readCatalogues('en')).flatMap(
    ([id, { message, translation }]) => {
      const text = translation || message || '';
      return text.toLowerCase().includes(wanted)
        ? [`${JSON.stringify(id)}: ${JSON.stringify(text)}\n`]
        : [];
    },
  );
  process.stdout.write(texts.length === 0 ? `No text has “${wanted}”.\n` : texts.join(''));
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
