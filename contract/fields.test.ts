import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import {
  amount,
  asLine,
  email,
  id,
  phoneNumber,
  requiredLine,
  requiredText,
  yearOfPurchase,
} from './fields.ts';

const price = amount(() => 'Resale Price is Required');

describe('a price', () => {
  it('a price is exact after conversion to cents and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (units) => {
        const onTheWire = toMajorUnits(units);
        expect(toMinorUnits(onTheWire)).toBe(units);
        expect(price.parse(onTheWire)).toBe(onTheWire);
        expect(toMinorUnits(price.parse(onTheWire.toFixed(2)))).toBe(units);
      }),
    );
  });

  it.each([
    0,
    -1,
    1_000_000.01,
    0.001,
    1e-9,
    '0.000000001',
    Number.MIN_VALUE,
    Number.POSITIVE_INFINITY,
    10.555,
    Number.NaN,
    '',
    'ten',
    '1.250',
    '1e3',
    '0x10',
    null,
    undefined,
  ])('a price cannot be %s', (value) => {
    expect(price.safeParse(value).success).toBe(false);
  });

  it.each([0.01, 0.1 + 0.2, 1_000_000, '0.29', ' 12.50 ', '620,50', '1,250', '1000000'])(
    'a price can be %s',
    (value) => {
      expect(price.safeParse(value).success).toBe(true);
    },
  );
});

describe('a telephone number', () => {
  const phone = phoneNumber(() => 'Phone is Required', 30);
  it.each(['555 0199', '+44 (0)20 7946-0018', '٠١٢٣٤٥', 'ask for Ada: 555-0199'])(
    'a telephone number can be %j',
    (text) => {
      expect(phone.parse(text)).toBe(text);
    },
  );
  it.each([
    ['abc', 'A telephone number has at least 6 digits'],
    ['555', 'A telephone number has at least 6 digits'],
    ['', 'Phone is Required'],
  ])('a telephone number cannot be %j', (text, message) => {
    expect(phone.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('a purchase year', () => {
  it.each([1900, 2099, '2022', ' 1999 '])('a purchase year can be %s', (value) => {
    expect(yearOfPurchase.safeParse(value).success).toBe(true);
  });
  it.each([1899, 2100, 2000.5, '99', '', null])('a purchase year cannot be %s', (value) => {
    expect(yearOfPurchase.safeParse(value).success).toBe(false);
  });
});

describe('an email address', () => {
  it('an email address is trimmed and otherwise unchanged', () => {
    expect(email.parse('  Ada@Reprise.test ')).toBe('Ada@Reprise.test');
  });
  it('a blank email address is reported as missing', () => {
    expect(email.safeParse('   ').error?.issues[0]?.message).toBe('Email is Required');
  });
});

describe('an id', () => {
  it('an id is accepted in any case and returned in lower case', () => {
    expect(id.parse('01900000-ABCD-7000-8000-000000000000')).toBe(
      '01900000-abcd-7000-8000-000000000000',
    );
  });
});

describe('a text of one line', () => {
  const name = requiredLine(() => 'Name is Required', 20);
  it.each([
    'Zoë Ångström',
    '  渡辺 🎺  ',
    "O'Brien-Smith",
    'عود\u200f abc',
    '👩\u200d🎤',
    'क्\u200dष',
  ])('a text of one line can be %j', (text) => {
    expect(name.parse(text)).toBe(text.trim());
  });
  it.each([
    ['abc\u202edef', 'abcdef'],
    ['\u2066abc\u2069', 'abc'],
    ['Zoe\u0308', 'Zoë'],
  ])('%j is stored as %j', (text, stored) => {
    expect(name.parse(text)).toBe(stored);
    expect(asLine(text, 20)).toBe(stored);
  });
  it.each([
    '\u200b',
    '\u2060',
    '\u3164',
    '\u00ad',
    '\u202e',
    '\ufe0f',
    '\u2800',
    '\u0301',
    ' \u200d ',
  ])('%j is as good as missing, in a text of several lines too', (text) => {
    const { error } = name.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Name is Required']);
    expect(requiredText(() => 'Write something', 20).safeParse(`\n${text}`).success).toBe(false);
    expect(asLine(text, 20)).toBe('');
  });
  it.each([
    'one\ntwo',
    'one\r\ntwo',
    'one\u2028two',
    'one\u2029two',
    'one\ttwo',
    '\u001b[2J',
    'a\u0085b',
  ])('a text of one line cannot be %j', (text) => {
    expect(name.safeParse(text).error?.issues[0]?.message).toBe(
      'Use one line, without control characters',
    );
  });
});
