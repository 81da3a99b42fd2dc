import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import linguiConfig from '../../lingui.config.mjs';
import { projectFolder as project } from '../setup/project.mjs';

/** @typedef {import('@lingui/core').Messages} Compiled */

/** Writes each catalogue of `texts/` into `dist/texts`, as the server reads it. */
export async function compileTexts() {
  const folder = join(project, 'dist/texts');
  await mkdir(folder, { recursive: true });
  for (const language of linguiConfig.locales) {
    const compiled = await compileCatalogue(language);
    await writeFile(join(folder, `${language}.json`), JSON.stringify(compiled));
    const missing = describeMissing(language, await readCatalogue(language));
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
 * @returns {Promise<Compiled>} what is not translated is missing
 */
export async function compileCatalogue(language) {
  const path = join(project, `texts/${language}.po`);
  const entries = await readCatalogue(language);
  return Object.fromEntries(
    Object.entries(entries).flatMap(([id, { message, translation }]) => {
      const text = language === linguiConfig.sourceLocale ? translation || message : translation;
      return text ? [[id, compile(text, path)]] : [];
    }),
  );
}

/**
 * @param {string} language
 * @returns {Promise<import('@lingui/conf').CatalogType>}
 */
export async function readCatalogue(language) {
  const path = join(project, `texts/${language}.po`);
  const { sourceLocale } = linguiConfig;
  const context = { locale: language, sourceLocale, filename: path };
  return linguiConfig.format.parse(await readFile(path, 'utf8'), context);
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
