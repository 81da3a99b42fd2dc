import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import builtIn from '../../texts/languages.json' with { type: 'json' };
import rules from '../../texts/words.json' with { type: 'json' };
import { draftOf, pages, textFor } from './texts.mjs';

const folder = new URL('pages/', import.meta.url);

/** What a page has in every language, in its order. */
function shapeOf(page: string) {
  const text = draftOf(page, 'en');
  return (tag: string) => {
    const draft = tag === 'en' ? text : draftOf(page, tag);
    return {
      headings: draft.match(/^#+ /gm),
      places: draft.match(/\[\[.+?\]\]/g)?.length,
      settings: draft.match(/\{\{\w+\}\}/g)?.sort(),
      links: [...draft.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to),
      notes: draft.match(/<!--.+?-->/g)?.length,
      rows: draft.match(/^(\||\d+\.|-) ?/gm),
    };
  };
}

describe('the drafts of pages', () => {
  it.each(builtIn)(
    '%s has each page, with the parts, places, links and notes of the English one',
    (tag) => {
      expect(readdirSync(new URL(tag, folder)).sort()).toEqual(
        pages.map((page) => `${page}.md`).sort(),
      );
      for (const page of pages) {
        const shape = shapeOf(page);
        expect([page, shape(tag)]).toEqual([page, shape('en')]);
      }
    },
  );

  it('a page about the law has a note about what a lawyer has to look at', () => {
    for (const page of ['returns', 'rules', 'terms', 'privacy', 'imprint', 'accessibility']) {
      expect(draftOf(page, 'en')).toMatch(/^# .+\n\n<!-- For a lawyer: .+ -->\n/);
    }
  });

  it('links lead to pages that are written with them, or to pages of the shop', () => {
    const links = pages.flatMap((page) => shapeOf(page)('en').links);
    expect(links.length).toBeGreaterThan(10);
    const written = pages.map((page) => `${page}.md`);
    expect(links.filter((to = '') => !written.includes(to) && to !== '/forgot-password')).toEqual(
      [],
    );
  });

  it.each(Object.entries(rules))('%s uses the words of its list', (tag, list) => {
    const lines = pages.flatMap((page) => draftOf(page, tag).split('\n'));
    const wrong = list.flatMap(({ not, but }) =>
      lines
        .flatMap((line) => line.split(' | '))
        .filter((part) => new RegExp(not, 'u').test(part))
        .map((part) => ({ part, but })),
    );
    expect(wrong).toEqual([]);
  });

  it('French has no space before punctuation at which a line can break', () => {
    const text = pages.map((page) => draftOf(page, 'fr').replaceAll('<!--', '')).join('\n');
    expect(text.match(/.{9}(?:[^\u202f][;!?]|[^\u00a0]:(?!\/\/)).*/g)).toEqual(null);
  });

  it.each(builtIn)('%s has words for every text of shop.json', (tag) => {
    const english = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'));
    expect(shape(english[tag])).toEqual(shape(english.en));
    expect(textFor([tag], ({ tagline }) => tagline)).toBe(english[tag].tagline);
  });
});

/** The fields of an object and the settings in its texts, without its words. */
function shape(value: unknown): unknown {
  if (typeof value === 'string') return value.match(/\{\{\w+\}\}/g) ?? 'text';
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, shape(inner)]),
  );
}
