import { addTexts, hasText, i18n, language } from '#contract/language.ts';

/** A text of the server: its English, and what it is in every language. */
interface SaidByServer {
  english: string;
  id: unknown;
  values?: unknown;
}

/** What the server has said, in the language of the page; in English where that cannot be had. */
export async function inPageLanguage({ english, id, values }: SaidByServer): Promise<string> {
  if (typeof id !== 'string') return english;
  if (language() !== 'en' && !hasText(id)) await loadAllTexts();
  return hasText(id) ? i18n._(id, values as Record<string, unknown>) : english;
}

let loading: Promise<void> | undefined;

/** The texts of the server are in no script, and are fetched when the first of them is needed. */
function loadAllTexts(): Promise<void> {
  loading ??= fetchAllTexts().catch(() => {
    loading = undefined;
  });
  return loading;
}

async function fetchAllTexts(): Promise<void> {
  // Beside the scripts of the language (`scripts/build/localise.mjs`).
  const file = 'all.json';
  const response = await fetch(new URL(file, import.meta.url));
  if (response.ok) addTexts(await response.json());
}
