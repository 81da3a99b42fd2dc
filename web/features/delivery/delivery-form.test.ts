import { expect, test } from 'vitest';
import { addressLayout, likelyCountry, missingInAddress, newAddress } from './address-form.ts';
import { deliveryOptions, offeredChoice, placeOf } from './delivery-form.ts';

test('a choice that is not offered any more, as in a draft, counts as the first that is', () => {
  const sent = deliveryOptions({ pickup: true, shipping: { everywhere: 0 } });
  expect(offeredChoice('everywhere', sent)).toBe('everywhere');
  expect(offeredChoice('removed', sent)).toBe('pickup');
  expect(offeredChoice('everywhere', deliveryOptions({ pickup: false, shipping: {} }))).toBe('');
});

test('the place of what is sent is no more of the address than the city', () => {
  const address = { name: 'Bea', lines: '4 Quayside', postcode: 'EH6 6QQ', city: ' Leith' };
  expect(placeOf({ ...newAddress(), ...address })).toBe('Leith');
});

const orderOf = (country: string, filled = {}) => addressLayout(country, filled).rows.join(' / ');

test('the fields of an address stand in the order of its country', () => {
  expect(orderOf('JP')).toBe('postcode / region / city / lines / name');
  expect(orderOf('US')).toBe('name / lines / city / region,postcode');
  expect(orderOf('GB')).toBe('name / lines / city / postcode');
  expect(orderOf('DE')).toBe('name / lines / postcode,city');
  expect(orderOf('BE')).toBe('name / lines / postcode,city');
  expect(orderOf('XK')).toBe('name / lines / postcode,city / region');
});

test('a region that was stored stays in the form of a country that uses none', () => {
  expect(orderOf('DE', { region: 'Bayern' })).toBe('name / lines / postcode,city / region');
});

test('a Japanese address needs its prefecture, and a German one needs none', () => {
  const address = { ...newAddress('Bea'), lines: '1-2-3', city: 'Shibuya', postcode: '150-0002' };
  expect(missingInAddress({ ...address, country: 'JP' })).toHaveProperty('region');
  expect(missingInAddress({ ...address, country: 'JP', region: 'Tokyo' })).toEqual({});
  expect(missingInAddress({ ...address, country: 'DE' })).toEqual({});
  expect(missingInAddress({ ...address, country: 'XK', postcode: '' })).toEqual({});
});

test('a new address begins with the country of the visitor’s language, or else of the currency', () => {
  expect(likelyCountry(['fr-FR', 'en-CA', 'en'])).toBe('CA');
  expect(likelyCountry(['en-GB@posix', 'en'])).toBe('GB');
  expect(likelyCountry(['en-Latn-au'])).toBe('AU');
  expect(likelyCountry(['de-DE'])).toBe('US');
  expect(likelyCountry([])).toBe('US');
});
