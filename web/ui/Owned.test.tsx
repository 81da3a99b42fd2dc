import { setupI18n } from '@lingui/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inLanguage } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import { SentenceWith, Shown } from './Owned.tsx';

const organ = { text: 'Draaiorgel', lang: 'nl' } as const;
const shipsTo = (name: string) => `Ships to ${name}.`;

test('a text in the language of the page has no element of its own', () => {
  expect(renderToStaticMarkup(<Shown text="Organ" />)).toBe('Organ');
});

test('a text in another language has its language and the direction of its letters', () => {
  expect(renderToStaticMarkup(<Shown {...organ} dir="ltr" />)).toBe(
    '<span dir="ltr" lang="nl">Draaiorgel</span>',
  );
});

test('a sentence says the language of the text inside it alone', () => {
  expect(renderToStaticMarkup(<SentenceWith say={shipsTo} texts={[{ text: 'Home' }]} />)).toBe(
    'Ships to Home.',
  );
  expect(renderToStaticMarkup(<SentenceWith say={shipsTo} texts={[organ]} />)).toBe(
    '<span>Ships to </span><span lang="nl">Draaiorgel</span><span>.</span>',
  );
});

test('a sentence may turn its texts around and repeat one', () => {
  const say = (one: string, other: string) => `${other}, ${one}, ${other}`;
  const markup = renderToStaticMarkup(<SentenceWith say={say} texts={[organ, { text: 'mm' }]} />);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe('mm, Draaiorgel, mm');
  expect(markup).toContain('<span lang="nl">Draaiorgel</span>');
});

test('a sentence in Arabic isolates a Dutch text and keeps its direction', () => {
  const arabic = setupI18n({ locale: 'ar', messages: { ar: {} } });
  const markup = inLanguage(arabic, () =>
    renderToStaticMarkup(
      <SentenceWith
        say={(name) => t`Ships to ${name}`}
        texts={[{ text: 'Draaiorgel', lang: 'nl', dir: 'ltr' }]}
      />,
    ),
  );
  expect(markup).toBe(
    '<span>Ships to \u2068</span><span lang="nl" dir="ltr">Draaiorgel</span><span>\u2069</span>',
  );
});
