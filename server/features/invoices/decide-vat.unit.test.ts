import { expect, it } from 'vitest';
import { isVatNumberIn, readVatNumber } from '#contract/invoices/vat-number.ts';
import { germanShop } from '../../testing/invoicing.ts';
import { type Customer, decideVat, vatIn } from './decide-vat.ts';

const seller: Customer = { name: 'Ada Fife', address: [], isTrader: false };
const charged = (basisPoints: number) => ({ treatment: 'charged', basisPoints });
const reverse = { treatment: 'reverse-charge', basisPoints: 0 };
const outside = { treatment: 'outside', basisPoints: 0 };

it.each<[string, Partial<Customer>, object]>([
  ['a seller of an unknown country', {}, charged(1900)],
  ['a private seller in the same country', { country: 'DE' }, charged(1900)],
  [
    'a business in the same country',
    { country: 'DE', isTrader: true, vatNumber: 'DE999999999' },
    charged(1900),
  ],
  ['a private seller in a country with a percentage', { country: 'FR' }, charged(2000)],
  ['a private seller in Monaco, where French VAT holds', { country: 'MC' }, charged(2000)],
  ['a private seller in a country without a percentage', { country: 'NL' }, charged(1900)],
  ['a trader in the Union without a number', { country: 'FR', isTrader: true }, charged(2000)],
  ['a business with its number', { country: 'FR', vatNumber: 'FR12345678901' }, reverse],
  ['a business of Greece', { country: 'GR', vatNumber: 'EL123456789' }, reverse],
  [
    'a business with the number of another country',
    { country: 'FR', vatNumber: 'BE0123456789' },
    charged(2000),
  ],
  ['a trader outside of the Union', { country: 'CH', isTrader: true }, outside],
  ['a business outside with a number', { country: 'GB', vatNumber: 'GB 123' }, outside],
  ['a private seller outside of the Union', { country: 'CH' }, charged(1900)],
])('the commission of %s has the VAT of the law', (_, given, expected) => {
  expect(decideVat(germanShop, { ...seller, ...given })).toEqual(expected);
});

it('a shop without percentages charges no VAT', () => {
  const settings = { ...germanShop, rates: undefined };
  expect(decideVat(settings, { ...seller, country: 'FR', vatNumber: 'FR12345678901' })).toEqual({
    treatment: 'none',
    basisPoints: 0,
  });
});

it('a shop outside of the Union charges its own VAT at home, and businesses abroad none', () => {
  const swiss = { ...germanShop, from: { ...germanShop.from, country: 'CH' }, rates: { CH: 8.1 } };
  expect(decideVat(swiss, { ...seller, country: 'CH', isTrader: true })).toEqual(charged(810));
  expect(
    decideVat(swiss, { ...seller, country: 'DE', isTrader: true, vatNumber: 'DE123456789' }),
  ).toEqual(outside);
});

it.each([
  [0, 1900, 0],
  [1, 1900, 0],
  [904, 1900, 144],
  [119, 1900, 19],
  [3, 10_000, 2],
  [1_000, 810, 75],
  [9_007_199_254_740_991, 1900, 1_438_124_250_756_965],
])('an amount of %i with VAT of %i hundredths of a percent includes %i', (gross, rate, vat) => {
  expect(vatIn(gross, rate)).toBe(vat);
});

it.each([
  ['DE', 'de 123 456 789', 'DE123456789'],
  ['AT', 'ATU12345678', 'ATU12345678'],
  ['NL', 'NL123456789B01', 'NL123456789B01'],
  ['GR', 'EL123456789', 'EL123456789'],
  ['ES', 'ESX1234567R', 'ESX1234567R'],
  ['MC', 'FR83404833048', 'FR83404833048'],
])('a VAT number of %s may be written as %s', (country, written, number) => {
  expect(readVatNumber(written)?.number).toBe(number);
  expect(isVatNumberIn(country, written)).toBe(true);
});

it.each([
  ['DE', '123456789'],
  ['DE', 'DE12345678'],
  ['DE', 'FR12345678901'],
  ['GR', 'GR123456789'],
  ['ES', 'ES123456789'],
  ['IE', ''],
])('a VAT number of %s cannot be %s', (country, written) => {
  expect(isVatNumberIn(country, written)).toBe(false);
});

it('outside of the Union a number may have any form', () => {
  expect(isVatNumberIn('CH', 'CHE-123.456.789 MWST')).toBe(true);
});
