import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import linguiConfig from '../../lingui.config.mjs';
import { compileCatalogue } from './texts.mjs';

/**
 * Gives the browser's scripts their texts. Lingui has left ids in them; each language gets a folder of its own with copies
 * that have its texts beside the ids. So a page loads no catalogue, and nothing of another language. The name of the
 * folder changes with its texts, because browsers keep the files permanently. Which folder is whose stands in `texts.json`.
 * @param {string} webFolder
 */
export async function localise(webFolder) {
  const assets = join(webFolder, 'assets');
  // Workers are started by their addresses, and say nothing.
  const names = (await readdir(assets)).filter((name) => /(?<!-worker-[\w-]{8})\.js$/.test(name));
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(assets, name), 'utf8') })),
  );
  const english = await compileCatalogue(linguiConfig.sourceLocale);
  /** @type {Record<string, string>} */
  const folders = {};
  for (const language of linguiConfig.locales) {
    const texts = { ...english, ...(await compileCatalogue(language)) };
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8);
    const folder = `${language}-${hash}`;
    folders[language] = folder;
    await mkdir(join(assets, folder));
    const inFolder = (/** @type {string} */ name) => join(assets, folder, name);
    for (const { name, code } of scripts) {
      await writeFile(inFolder(name), moved(withTexts(code, texts), folder));
    }
    // The texts of the server, whose ids are in no script.
    await writeFile(inFolder('all.json'), JSON.stringify(texts));
  }
  await Promise.all(names.map((name) => rm(join(assets, name))));
  await writeFile(join(webFolder, '.vite/texts.json'), JSON.stringify(folders));
}

/**
 * Puts each text beside its id. The id stays, because the owner's own words go by it.
 * @param {string} code
 * @param {import('./texts.mjs').Compiled} texts
 */
function withTexts(code, texts) {
  return code.replaceAll(/\bid:(["'`])([\w+/.-]{6,60})\1/g, (written, _quote, id) =>
    id in texts ? `${written},message:${JSON.stringify(texts[id])}` : written,
  );
}

/**
 * Scripts import each other beside themselves, and name those to preload by their whole paths.
 * @param {string} code
 * @param {string} folder
 */
function moved(code, folder) {
  return code.replaceAll(/(["'`])assets\/([\w.-]+\.js)\1/g, `$1assets/${folder}/$2$1`);
}
