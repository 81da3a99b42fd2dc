import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { correctedLabels, correctedMessages } from '#contract/corrected-messages.ts';
import { setLanguage } from '#contract/language.ts';
import type { Config } from '../config/config.ts';
import { readOwnTexts } from '../config/shop/own-texts.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';
import { type LoadedLanguage, loadedLanguage } from '../core/shop-language.ts';

/**
 * Loads the texts of the shop's languages. What the server says without a reader, such as in replies to programs, is
 * English.
 * @throws StartupError for own texts that cannot be used
 */
export async function loadLanguages(
  { public: { languages }, texts: wording }: LoadedShop,
  { textsFolder, config }: { textsFolder: string; config: Pick<Config, 'shopFolder' | 'texts'> },
): Promise<readonly LoadedLanguage[]> {
  const english = await readTexts(textsFolder, 'en');
  const own = await readOwnTexts(config.shopFolder.path, english);
  // The setting of the server wins over the shop's own.
  const corrected = (config.texts ?? wording) === 'corrected' ? correctedTexts() : {};
  const load = async ({ tag, prefix }: { tag: string; prefix: string }) => {
    const texts = tag === 'en' ? english : { ...english, ...(await readTexts(textsFolder, tag)) };
    return loadedLanguage({ tag, prefix }, texts, {
      ...(tag === 'en' ? corrected : {}),
      ...own.get(tag),
    });
  };
  const loaded = await Promise.all(languages.map(load));
  const forPrograms =
    loaded.find(({ tag }) => tag === 'en') ?? (await load({ tag: 'en', prefix: '' }));
  setLanguage(forPrograms.i18n);
  return loaded;
}

function correctedTexts(): Messages {
  const labels = Object.entries(correctedLabels).map(([english, text]) => [
    generateMessageId(english),
    compileMessage(text),
  ]);
  const messages = Object.entries(correctedMessages).map(([id, text]) => [
    id,
    compileMessage(text),
  ]);
  return Object.fromEntries([...messages, ...labels]);
}

async function readTexts(folder: string, tag: string): Promise<Messages> {
  return JSON.parse(await readFile(join(folder, `${tag}.json`), 'utf8'));
}
