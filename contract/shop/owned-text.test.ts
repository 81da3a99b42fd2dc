import { setupI18n } from '@lingui/core';
import { afterEach, expect, it } from 'vitest';
import { inLanguage } from '#contract/language.ts';
import { ownText, repliedText, setFirstLanguage, shownText, storedText } from './owned-text.ts';
import { ownedLine } from './shop-lines.ts';

afterEach(() => setFirstLanguage('en'));

const guitars = { en: 'Guitars', nl: 'Gitaren', pt: 'Guitarras', ar: 'غيتارات' };

it('a text of the owner is the one in the language of the page, or in the parent of its region', () => {
  expect(shownText(guitars, 'nl')).toEqual({ text: 'Gitaren' });
  expect(shownText(guitars, 'pt-BR')).toEqual({ text: 'Guitarras' });
  const portuguese = setupI18n({ locale: 'pt', messages: { pt: {} } });
  expect(inLanguage(portuguese, () => ownText(guitars))).toBe('Guitarras');
});

it('a text of the owner without the language of the page is in the first language of the shop, and says so', () => {
  setFirstLanguage('nl-BE');
  expect(shownText(guitars, 'de')).toEqual({ text: 'Gitaren', lang: 'nl' });
  expect(shownText(guitars, 'fa')).toEqual({ text: 'Gitaren', lang: 'nl', dir: 'ltr' });
  expect(shownText('Gitaren', 'de')).toEqual({ text: 'Gitaren', lang: 'nl-BE' });
  expect(shownText('Gitaren', 'nl-BE')).toEqual({ text: 'Gitaren' });
  expect(storedText(guitars)).toBe('Gitaren');
});

it('a text of the owner in other languages alone is the first of them, with its direction', () => {
  expect(shownText({ ar: 'غيتارات' }, 'de')).toEqual({ text: 'غيتارات', lang: 'ar', dir: 'rtl' });
});

it('a text of a reply says its language where that is another one than the language of the page', () => {
  const kind = { name: 'Draaiorgel', ask: 'Werkt hij?', languages: { name: 'nl' } };
  const arabic = setupI18n({ locale: 'ar', messages: { ar: {} } });
  expect(repliedText(kind, 'name')).toEqual({ text: 'Draaiorgel', lang: 'nl' });
  expect(repliedText(kind, 'ask')).toEqual({ text: 'Werkt hij?' });
  const inArabic = inLanguage(arabic, () => repliedText(kind, 'name'));
  expect(inArabic).toEqual({ text: 'Draaiorgel', lang: 'nl', dir: 'ltr' });
});

it.each([
  ['Guitars', true],
  [guitars, true],
  [{ 'es-419': 'Guitarras' }, true],
  [{}, false],
  [{ Dutch: 'Gitaren' }, false],
  [{ en: 'Guitars', nl: '' }, false],
  [7, false],
])('the text %j of an owner is accepted: %s', (text, isAccepted) => {
  expect(ownedLine(20).safeParse(text).success).toBe(isAccepted);
});
