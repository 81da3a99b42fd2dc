import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

/*
 * What `npm run shop:new` has to know of a shop: from its flags, from answers in a terminal, or else what is usual.
 */

/** @typedef {{ name: string, languages: string[], country: string, currency: string }} Settings `country` may be empty */

/**
 * @typedef {object} Question
 * @property {string} flag
 * @property {(found: Partial<Settings>) => string} ask
 * @property {(found: Partial<Settings>) => string} usual
 * @property {(text: string, found: Partial<Settings>) => unknown} read throws a WrongSetting that follows the flag
 */

/** What is wrong with a flag or an answer, in words that follow its name. */
export class WrongSetting extends Error {}

/** @type {string[]} */
export const languagesOfShop = readJson('../../texts/languages.json');
/** @type {{ europeanUnion: string, currencies: Record<string, string>, otherCurrencies: string }} */
const table = readJson('countries.json');

export const europeanUnion = table.europeanUnion.split(' ');
const currencyOfCountry = new Map(
  Object.entries(table.currencies).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency]),
  ),
);
export const currencies = Object.keys(table.currencies);
export const countries = [...currencyOfCountry.keys(), ...table.otherCurrencies.split(' ')];

/** @type {Record<keyof Settings, Question>} */
const questions = {
  name: {
    flag: '--name',
    ask: () => 'What is the shop called?',
    usual: () => 'Your Shop',
    read(text) {
      if (/^[^\p{Cc}\p{Cf}\u2028\u2029]{1,60}$/u.test(text)) return text;
      throw new WrongSetting('must be the name of the shop, one line of 1 to 60 characters');
    },
  },
  languages: {
    flag: '--language',
    ask: () =>
      `Which languages does it speak, the first one first? These come with it: ${languagesOfShop.map((tag) => `${tag} (${languageName(tag, tag)})`).join(', ')}.`,
    usual: () => 'en',
    read: readLanguages,
  },
  country: {
    flag: '--country',
    ask: () => 'In which country are its instruments? Its name, its two letters, or none.',
    usual: () => 'none',
    read: readCountry,
  },
  currency: {
    flag: '--currency',
    ask: () => 'In which currency are its prices? It cannot be changed once there are listings.',
    usual: ({ country = '' }) => currencyOfCountry.get(country) ?? 'USD',
    read(text) {
      const code = text.toUpperCase();
      if (currencies.includes(code)) return code;
      throw new WrongSetting(`must be one of ${currencies.join(', ')}`);
    },
  },
};
const keys = /** @type {(keyof Settings)[]} */ (Object.keys(questions));

/**
 * @param {string[]} args those of the command
 * @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream } | undefined} terminal where to ask for what is missing
 * @returns {Promise<{ settings: Settings, usual: string[] }>} `usual` has the flags that nobody gave
 */
export async function chooseSettings(args, terminal) {
  const given = readFlags(args);
  /** @type {Partial<Record<keyof Settings, unknown>>} */
  const found = {};
  /** @type {string[]} */
  const usual = [];
  const asking = terminal && keys.some((key) => given[key] === undefined);
  const ask = asking ? openQuestions(terminal) : undefined;
  try {
    for (const key of keys) {
      const text = given[key];
      const question = questions[key];
      const known = /** @type {Partial<Settings>} */ (found);
      if (text !== undefined) found[key] = readFlag(question, text, known);
      else if (ask) found[key] = await ask.answer(question, known);
      else {
        usual.push(question.flag);
        found[key] = question.read(question.usual(known), known);
      }
    }
  } finally {
    ask?.close();
  }
  return { settings: /** @type {Settings} */ (found), usual };
}

/**
 * @param {string[]} args
 * @returns {Partial<Record<keyof Settings, string>>}
 */
function readFlags(args) {
  const flags = keys.map((key) => questions[key].flag);
  const { tokens, positionals } = parseArgs({
    args,
    options: Object.fromEntries(flags.map((flag) => [flag.slice(2), { type: 'string' }])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  if (positionals.length > 1) {
    throw new WrongSetting('Put the name of the shop into quotes: npm run shop:new -- "Name"');
  }
  /** @type {Partial<Record<keyof Settings, string>>} */
  const given = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const key = keys.find((one) => questions[one].flag === token.rawName);
    if (!key) throw new WrongSetting(`${token.rawName} is unknown: there are ${flags.join(', ')}`);
    const text = token.value?.trim() ?? '';
    // The next flag is no value of this one.
    if (!token.inlineValue && text.startsWith('--')) readFlag(questions[key], '', {});
    given[key] = key === 'languages' && given.languages ? `${given.languages},${text}` : text;
  }
  const [name] = positionals;
  if (name !== undefined) given.name ??= name.trim();
  return given;
}

/**
 * @param {Question} question
 * @param {string} text
 * @param {Partial<Settings>} found
 */
function readFlag(question, text, found) {
  try {
    return question.read(text, found);
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    const what = text === '' ? question.flag : `${question.flag} ${JSON.stringify(text)}`;
    throw new WrongSetting(`${what} ${error.message}`);
  }
}

/** @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream }} terminal */
function openQuestions(terminal) {
  const lines = createInterface(terminal);
  const end = new AbortController();
  lines.once('close', () => end.abort());
  return {
    close: () => lines.close(),
    /**
     * @param {Question} question
     * @param {Partial<Settings>} found
     */
    async answer(question, found) {
      const usual = question.usual(found);
      for (;;) {
        const text = await lines
          .question(`${question.ask(found)} [${usual}] `, { signal: end.signal })
          .catch(() => {
            throw new WrongSetting('Nothing was written.');
          });
        try {
          return question.read(text.trim() || usual, found);
        } catch (error) {
          if (!(error instanceof WrongSetting)) throw error;
          terminal.output.write(`  This ${error.message}.\n`);
        }
      }
    },
  };
}

/** @param {string} text */
function readLanguages(text) {
  const tags = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => languageTag(word));
  if (tags.length === 0 || tags.length > 40 || tags.includes(undefined)) {
    throw new WrongSetting(
      `must be tags of languages with commas between them, such as nl,fr: ${languagesOfShop.join(', ')}, or another one such as da, whose texts you write`,
    );
  }
  if (new Set(tags).size < tags.length) throw new WrongSetting('must not name a language twice');
  return tags;
}

/**
 * A tag, or the name of a language that comes with the shop, in English or in the language itself.
 * @param {string} word
 */
function languageTag(word) {
  const named = languagesOfShop.find((tag) =>
    ['en', tag].some((display) => isSame(languageName(tag, display), word)),
  );
  if (named) return named;
  if (!/^[a-z]{2,3}(-|$)/i.test(word)) return undefined;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(word);
    return languageName(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} text
 * @param {Partial<Settings>} found
 */
function readCountry(text, { languages = [] }) {
  if (text === 'none') return '';
  const code = countries.find((one) => one === text.toUpperCase());
  const named = () =>
    countries.find((one) => ['en', ...languages].some((tag) => isSame(regionName(one, tag), text)));
  const country = code ?? named();
  if (country) return country;
  throw new WrongSetting(
    'must be the two letters of a country (ISO 3166-1) such as BE, or its name, or none',
  );
}

/**
 * @param {string} code of a country, or `EU`
 * @param {string} language
 */
export function regionName(code, language) {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

/**
 * @param {string} tag
 * @param {string} [display] the language in which it is named
 * @returns {string} empty for a tag that no language has
 */
export function languageName(tag, display = 'en') {
  return new Intl.DisplayNames(display, { type: 'language', fallback: 'none' }).of(tag) ?? '';
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
