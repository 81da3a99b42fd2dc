import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { directionOfText, formatList, isolate, isolateNames } from './isolate.ts';
import { inLanguage } from './language.ts';

test.each([
  ['an Arabic name', 'عود دمشقي'],
  ['a Hebrew name', 'כינור'],
  ['a name in two scripts', 'Oud (عود)'],
])('%s is isolated from the sentence around it', (_, name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Oud', 'Geige für 2', '三味線', ''])('“%s” stays as it is', (name) => {
  expect(isolate(name)).toBe(name);
});

test('isolateNames isolates the names of a booking and nothing else', () => {
  const booking = { name: 'عود', buyerName: 'Ada', sellerName: 'ليلى', location: 'بيروت' };
  expect(isolateNames(booking)).toEqual({
    ...booking,
    name: '\u2068عود\u2069',
    sellerName: '\u2068ليلى\u2069',
  });
});

const arabic = setupI18n({ locale: 'ar', messages: { ar: {} } });

test('everything is isolated on an Arabic page, where the parts of a number would change places', () => {
  const [phone, list] = inLanguage(arabic, () => [
    isolate('+81 555 0145'),
    formatList(['كمان', '362 574']),
  ]);
  expect(phone).toBe('\u2068+81 555 0145\u2069');
  expect(list).toBe('\u2068كمان\u2069, \u2068362 574\u2069');
});

test.each([
  ['+81 555 0145', 'ltr'],
  ['12 شارع الحمرا', 'rtl'],
  ['\u2068Oud\u2069 محجوز', 'rtl'],
  ['\u2067\u200f210 \u2068US$\u2069\u2069', 'ltr'],
] as const)('the direction of “%s” is %s', (text, direction) => {
  expect(directionOfText(text)).toBe(direction);
});
