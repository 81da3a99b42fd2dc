import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { correctedLabels, correctedMessages } from '#contract/corrected-messages.ts';
import { inLanguage, setLanguage, withParents } from '#contract/language.ts';
import { builtInLanguageOf } from '#contract/shop/languages.ts';
import type { ShopLanguage } from '#contract/shop/shop.ts';
import { t } from '#contract/text.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { type LoadedLanguage, loadedLanguage } from '../../core/shop-language.ts';
import { StartupError } from '../../core/startup-error.ts';
import type { Config } from '../config.ts';
import { readOwnTexts } from './own-texts.ts';

export interface LoadedLanguages {
  languages: readonly LoadedLanguage[];
  /** What the owner should know of the texts in the folder of the shop, one sentence each. */
  warnings: readonly string[];
}

/**
 * Loads the texts of the shop's languages. What the server says without a reader, such as in replies to programs, is
 * English.
 * @throws StartupError for own texts that cannot be used, and for a language with too few of them
 */
export async function loadLanguages(
  { public: { languages }, texts: wording, minTranslated }: LoadedShop,
  { textsFolder, config }: { textsFolder: string; config: Pick<Config, 'shopFolder' | 'texts'> },
): Promise<LoadedLanguages> {
  const english = await readTexts(textsFolder, 'en');
  const own = await readOwnTexts(config.shopFolder.path, english);
  // The setting of the server wins over the shop's own.
  const corrected = (config.texts ?? wording) === 'corrected' ? correctedTexts() : {};
  const ownOf = (tag: string): Messages => ({
    ...(tag === 'en' ? corrected : {}),
    ...own.texts.get(tag),
  });
  const load = async ({ tag, prefix }: ShopLanguage) => {
    const builtIn = builtInLanguageOf(tag);
    const given =
      builtIn === undefined || builtIn === 'en' ? {} : await readTexts(textsFolder, builtIn);
    const texts = { ...english, ...given };
    // A language's own words hold for its kinds, and theirs win.
    const words: Messages = Object.assign({}, ...withParents(tag).reverse().map(ownOf));
    if (builtIn !== undefined && (tag === builtIn || !own.texts.has(tag)))
      return loadedLanguage({ tag, prefix }, texts, words, { builtIn });
    const all = { ...texts, ...words };
    return loadedLanguage({ tag, prefix }, all, {}, { folder: scriptsFolder(tag, all) });
  };
  const shares = languages
    .filter(({ tag }) => builtInLanguageOf(tag) === undefined)
    .map(({ tag }) => shareOf(tag, { english, own: own.texts }));
  requireTexts(shares, minTranslated);
  const loaded = await Promise.all(languages.map(load));
  const forPrograms =
    loaded.find(({ tag }) => tag === 'en') ?? (await load({ tag: 'en', prefix: '' }));
  setLanguage(forPrograms.i18n);
  const missing = shares
    .filter(({ missing }) => missing > 0)
    .map((share) => `${describeShare(share)}: those are shown in English`);
  return { languages: loaded, warnings: [...missing, ...own.warnings] };
}

interface Share {
  tag: string;
  missing: number;
  all: number;
}

function shareOf(
  tag: string,
  { english, own }: { english: Messages; own: ReadonlyMap<string, Messages> },
): Share {
  const has = (id: string) => withParents(tag).some((one) => id in (own.get(one) ?? {}));
  const ids = Object.keys(english);
  return { tag, missing: ids.filter((id) => !has(id)).length, all: ids.length };
}

function describeShare({ tag, missing, all }: Share): string {
  const [few, many] = [missing, all].map((count) => count.toLocaleString('en'));
  const percent = Math.floor(((all - missing) / all) * 100);
  return `texts/${tag}.po lacks ${few} of ${many} texts (${percent} % are there)`;
}

function requireTexts(shares: readonly Share[], minTranslated: number): void {
  const tooFew = shares.filter(({ missing, all }) => all - missing < (all * minTranslated) / 100);
  if (tooFew.length === 0) return;
  throw new StartupError(
    tooFew.map((share) => `${describeShare(share)}, and ${minTranslated} % are needed.`).join('\n'),
    'Write them, take the language out of `languages` in shop.json, or set `minTranslated` there to show the missing ones in English (docs/languages.md).',
  );
}

/** The name changes with the texts, because browsers keep the files permanently. */
function scriptsFolder(tag: string, texts: Messages): string {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8);
  return `${tag}-${hash}`;
}

/** Adds to each language of the shop what offers it to a visitor. */
export function withOffers(shop: LoadedShop, languages: readonly LoadedLanguage[]): LoadedShop {
  const offered = languages.map(({ tag, prefix, i18n }) => {
    const offer = inLanguage(i18n, () => ({
      read: t({ id: 'language.offer', message: 'Read this page in English' }),
      decline: t`No, thanks`,
    }));
    const isMissing = offer.read.endsWith(' in English') && !withParents(tag).includes('en');
    return { tag, prefix, ...(!isMissing && { offer }) };
  });
  return offered.length === 1 ? shop : { ...shop, public: { ...shop.public, languages: offered } };
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
