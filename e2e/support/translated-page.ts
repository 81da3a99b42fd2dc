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
  const translated = readTexts(language);
  return (said) => {
    const text = translated[textId(said)];
    if (typeof text !== 'string') throw new Error(`No text of the shop says just “${said}”`);
    return text;
  };
}

/** The id of an English text of the shop, or the id itself. */
export function textId(said: string): string {
  const english = readTexts('en');
  return said in english
    ? said
    : (Object.keys(english).find((key) => english[key] === said) ?? said);
}

/** Every text is translated and in sight, on a phone and on a large screen. */
export async function expectTranslated(page: Page, language: string, path: string) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openTranslated(page, language, path);
    expect(await englishLeft(page, language), `${path} at ${width} px`).toEqual([]);
    expect(await findOverflow(page), `${path} at ${width} px`).toEqual([]);
    expect(await page.evaluate(tornValues), `${path} at ${width} px`).toEqual([]);
    const separators = foreignSeparators[language];
    if (!separators) continue;
    const said = await page.evaluate(textsOnPage);
    expect(
      said.filter((text) => separators.test(text)),
      path,
    ).toEqual([]);
  }
}

/** Latin punctuation after letters whose script has its own, or by itself between two of their texts. */
const foreignSeparators: Readonly<Record<string, RegExp>> = {
  ar: /^[,;?]$|\p{Script=Arabic}[\u2066-\u2069]*[,;?]/u,
  ja: /^[,:;?!]$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;?!:](?!\d)/u,
};

function readTexts(language: string): Texts {
  return JSON.parse(readFileSync(`dist/texts/${language}.json`, 'utf8'));
}

/** Runs in the page: what is read, aloud too. Texts that people wrote are isolated or have a language of their own. */
function textsOnPage(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (
      parentElement?.closest('script, style, bdi, [dir="auto"], [lang]:not(html), [translate="no"]')
    )
      continue;
    texts.push(textContent?.trim() ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts;
}

/**
 * Runs in the page: the amounts, telephone numbers, codes and references whose characters are not seen in their order from
 * left to right.
 */
function tornValues(): string[] {
  const values = /\+?\d[\d .,:/-]*\d|[A-Z]{2,}\$|\b[a-z]+_[\w]+|\S+@\S+\w/g;
  const torn: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement?.closest('script, style, [aria-hidden=true], .sr-only')) continue;
    for (const { index, 0: value } of (text.textContent ?? '').matchAll(values)) {
      let last = { left: Number.NEGATIVE_INFINITY, top: 0 };
      for (let place = index; place < index + value.length; place += 1) {
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        const { left, top, width } = range.getBoundingClientRect();
        if (width === 0) continue;
        if (top === last.top && left < last.left) {
          torn.push(`${value} in “${text.parentElement?.textContent?.slice(0, 80)}”`);
          break;
        }
        last = { left, top };
      }
    }
  }
  return torn;
}
