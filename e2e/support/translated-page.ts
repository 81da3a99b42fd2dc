import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { findOverflow } from './overflow.ts';

type Texts = Record<string, unknown>;

/** Opens a page in a language, and waits until its script runs. */
export async function openTranslated(page: Page, language: string, path: string): Promise<void> {
  await page.goto(path === '/' ? `/${language}` : `/${language}${path}`);
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true);
}

/** Runs in the page. */
function isHydrated(): boolean {
  const heading = document.querySelector('main h1');
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}

/** What the page says in English although the language has other words for it. */
export async function englishLeft(page: Page, language: string): Promise<string[]> {
  const [english, translated] = [readTexts('en'), readTexts(language)];
  const ours = Object.entries(english).flatMap(([id, text]) =>
    typeof text === 'string' && /\p{L}{3}/u.test(text) && translated[id] !== text ? [text] : [],
  );
  const known = new Set(ours);
  for (const text of Object.values(translated)) known.delete(String(text));
  const said = await page.evaluate(textsOnPage);
  return [...new Set(said)].filter((text) => known.has(text));
}

/** Says English texts of the shop, by themselves or by their id, in a language. */
export function textsOf(language: string): (english: string) => string {
  const [english, translated] = [readTexts('en'), readTexts(language)];
  return (said) => {
    const id = said in english ? said : Object.keys(english).find((key) => english[key] === said);
    const text = id === undefined ? undefined : translated[id];
    if (typeof text !== 'string') throw new Error(`No text of the shop says just “${said}”`);
    return text;
  };
}

/** Every text is translated and in sight, on a phone and on a large screen. */
export async function expectTranslated(page: Page, language: string, path: string) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openTranslated(page, language, path);
    expect(await englishLeft(page, language), `${path} at ${width} px`).toEqual([]);
    expect(await findOverflow(page), `${path} at ${width} px`).toEqual([]);
  }
}

function readTexts(language: string): Texts {
  return JSON.parse(readFileSync(`dist/texts/${language}.json`, 'utf8'));
}

/** Runs in the page: what is read, aloud too. Texts that people wrote are isolated or have a language of their own. */
function textsOnPage(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest('script, style, bdi, [dir="auto"], [lang]:not(html)')) continue;
    texts.push(textContent?.trim() ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts;
}
