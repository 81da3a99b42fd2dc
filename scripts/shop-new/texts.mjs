import { readdirSync, readFileSync } from 'node:fs';
import { europeanUnion, languageName, regionName } from './settings.mjs';

/* What `npm run shop:new` writes into the folder in the languages of the shop. */

/**
 * @typedef {object} Words
 * @property {string} tagline
 * @property {string} description
 * @property {{ title: string, text: string }} home
 * @property {string} elsewhere
 * @property {Record<string, string>} pages the titles, by the names of their files, in the order of the footer
 */

/** @type {Record<string, Words>} */
const words = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'));
/** @type {Words} */
const english = wordsOf('en');
const drafts = new URL('pages/', import.meta.url);
const draftLanguages = readdirSync(drafts);

/** The names of the pages, without their ending. */
export const pages = Object.keys(english.pages);

/**
 * The language of the drafts for a language of the shop: `de` for `de-CH`; undefined where there is none.
 * @param {string} tag
 * @returns {string | undefined}
 */
export function draftLanguage(tag) {
  const parts = tag.split('-');
  const parents = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
  return parents.find((one) => draftLanguages.includes(one));
}

/** @param {string} tag */
function wordsOf(tag) {
  const found = words[tag];
  if (!found) throw new Error(`words.json has no ${tag}`);
  return found;
}

/**
 * A field of `shop.json`: one text, or one for each language that has drafts. With none of them it is English, and says so.
 * @param {readonly string[]} tags
 * @param {(words: Words, tag: string) => string} pick
 */
export function textFor(tags, pick) {
  const [tag, ...others] = tags;
  if (tag !== undefined && others.length === 0 && draftLanguage(tag)) {
    return pick(wordsOf(draftLanguage(tag) ?? 'en'), tag);
  }
  const texts = tags.flatMap((one) => {
    const draft = draftLanguage(one);
    return draft ? [[one, pick(wordsOf(draft), one)]] : [];
  });
  return texts.length === 0 ? { en: pick(english, 'en') } : Object.fromEntries(texts);
}

/**
 * A page in a language. Without drafts in it the page is English, with a place that is to be filled in.
 * @param {string} page
 * @param {string} tag
 */
export function draftOf(page, tag) {
  const found = draftLanguage(tag);
  const text = readFileSync(new URL(`${found ?? 'en'}/${page}.md`, drafts), 'utf8');
  if (found) return text;
  return text.replace(
    '\n',
    `\n\n[[This page is in English. Translate it into ${languageName(tag)} (${tag}), and delete this line.]]\n`,
  );
}

/**
 * Puts in what the settings of the server say, in the words of the language.
 * @param {string} text
 * @param {string} tag
 * @param {string} name of the shop, as it is to be written
 */
export function filledIn(text, tag, name) {
  const language = draftLanguage(tag) ?? 'en';
  const hours = Number(process.env.BOOKING_HOLD_HOURS?.trim() || 48);
  const days = Number(process.env.RETURN_DAYS?.trim() || 3);
  return text
    .replaceAll('{{name}}', () => name)
    .replaceAll('{{holdTime}}', duration(hours, 'hour', language))
    .replaceAll('{{returnTime}}', duration(days, 'day', language));
}

/**
 * @param {number} count
 * @param {'hour' | 'day'} unit
 * @param {string} language
 */
function duration(count, unit, language) {
  const said = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
  // In Japanese a number and what it counts are one word.
  return language === 'ja' ? said.replaceAll(' ', '') : said;
}

/**
 * Where parcels go: the country, the European Union if it is in it, and everywhere else.
 * @param {string} country
 * @param {readonly string[]} tags
 */
export function zonesFor(country, tags) {
  const region = (/** @type {string} */ code) => textFor(tags, (_, tag) => regionName(code, tag));
  const union = {
    id: 'eu',
    name: region('EU'),
    countries: europeanUnion.filter((one) => one !== country),
  };
  return [
    { id: 'home', name: region(country), countries: [country] },
    ...(europeanUnion.includes(country) ? [union] : []),
    { id: 'world', name: textFor(tags, ({ elsewhere }) => elsewhere) },
  ];
}
