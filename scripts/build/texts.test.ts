import { expect, it } from 'vitest';
import { describeMissing } from './texts.mjs';

const texts = (translations: string[]) =>
  Object.fromEntries(translations.map((translation, index) => [`id${index}`, { translation }]));

it('a language without some of the texts is named with their number', () => {
  const entries = texts([...Array<string>(1_200).fill(''), 'Ciao']);
  expect(describeMissing('it', entries)).toBe(
    'it: 1,200 of 1,201 texts are missing and shown in English',
  );
});

it('a language with every text is not named', () => {
  expect(describeMissing('it', texts(['Ciao']))).toBeUndefined();
});
