import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

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
