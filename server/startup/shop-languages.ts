import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { correctedMessages } from '#contract/corrected-messages.ts';
import { setLanguage } from '#contract/language.ts';
import type { Config } from '../config/config.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';
import { type LoadedLanguage, loadedLanguage } from '../core/shop-language.ts';

/** Loads the texts of the shop's languages. What the server says without a reader, such as in replies to programs, is English. */
export async function loadLanguages(
  shop: LoadedShop,
  { textsFolder, texts }: { textsFolder: string; texts: Config['texts'] },
): Promise<readonly LoadedLanguage[]> {
  const load = async (tag: string, prefix: string): Promise<LoadedLanguage> => {
    const own = tag === 'en' && texts === 'corrected' ? compiled(correctedMessages) : {};
    return loadedLanguage({ tag, prefix }, await readTexts(textsFolder, tag), own);
  };
  const languages = await Promise.all(
    shop.public.languages.map(({ tag, prefix }) => load(tag, prefix)),
  );
  const english = languages.find(({ tag }) => tag === 'en') ?? (await load('en', ''));
  setLanguage(english.i18n);
  return languages;
}

function compiled(texts: Readonly<Record<string, string>>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
}

async function readTexts(folder: string, tag: string): Promise<Messages> {
  return JSON.parse(await readFile(join(folder, `${tag}.json`), 'utf8'));
}
