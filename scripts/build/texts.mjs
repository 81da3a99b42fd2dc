import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import linguiConfig from '../../lingui.config.mjs';
import { projectFolder as project } from '../setup/project.mjs';

/** @typedef {import('@lingui/core').Messages} Compiled */

/** @typedef {'pages' | 'instruments'} CatalogueName */

/** Which texts a catalogue has: those of the code, or those of the data of instruments, which the server alone says. */
const catalogueFolders = { pages: 'texts', instruments: 'texts/instruments' };

/** @type {readonly CatalogueName[]} */
export const catalogueNames = ['pages', 'instruments'];

/** Writes the catalogues of each language into one file of `dist/texts`, as the server reads it. */
export async function compileTexts() {
  const folder = join(project, 'dist/texts');
  await mkdir(folder, { recursive: true });
  for (const language of linguiConfig.locales) {
    const compiled = await Promise.all(
      catalogueNames.map((name) => compileCatalogue(language, name)),
    );
    await writeFile(
      join(folder, `${language}.json`),
      JSON.stringify(Object.assign({}, ...compiled)),
    );
    const missing = describeMissing(language, await readCatalogues(language));
    if (missing !== undefined) process.stdout.write(`${missing}\n`);
  }
}

/**
 * @param {string} language
 * @param {import('@lingui/conf').CatalogType} entries
 * @returns {string | undefined}
 */
export function describeMissing(language, entries) {
  const translations = Object.values(entries).map(({ translation }) => translation);
  const missing = translations.filter((said) => !said).length;
  if (missing === 0 || language === linguiConfig.sourceLocale) return undefined;
  const [count, all] = [missing, translations.length].map((number) => number.toLocaleString('en'));
  return `${language}: ${count} of ${all} texts are missing and shown in English`;
}

/**
 * @param {string} language
 * @param {CatalogueName} [name]
 * @returns {Promise<Compiled>} what is not translated is missing
 */
export async function compileCatalogue(language, name = 'pages') {
  const path = pathOf(language, name);
  const entries = await readCatalogue(language, name);
  return Object.fromEntries(
    Object.entries(entries).flatMap(([id, { message, translation }]) => {
      const text = language === linguiConfig.sourceLocale ? translation || message : translation;
      return text ? [[id, compile(text, path)]] : [];
    }),
  );
}

/**
 * All texts of a language.
 * @param {string} language
 * @returns {Promise<import('@lingui/conf').CatalogType>}
 */
export async function readCatalogues(language) {
  const read = await Promise.all(catalogueNames.map((name) => readCatalogue(language, name)));
  return Object.assign({}, ...read);
}

/**
 * @param {string} language
 * @param {CatalogueName} [name]
 * @returns {Promise<import('@lingui/conf').CatalogType>}
 */
export async function readCatalogue(language, name = 'pages') {
  const path = pathOf(language, name);
  const { sourceLocale } = linguiConfig;
  const context = { locale: language, sourceLocale, filename: path };
  return linguiConfig.format.parse(await readFile(path, 'utf8'), context);
}

/**
 * @param {string} language
 * @param {CatalogueName} name
 */
function pathOf(language, name) {
  return join(project, catalogueFolders[name], `${language}.po`);
}

/**
 * @param {string} text
 * @param {string} path
 */
function compile(text, path) {
  try {
    const compiled = compileMessageOrThrow(text);
    // A text without placeholders as itself, which is smaller.
    const [only] = compiled;
    return compiled.length === 1 && typeof only === 'string' ? only : compiled;
  } catch (cause) {
    throw new Error(`${path} has a text that cannot be read: ${text}`, { cause });
  }
}
