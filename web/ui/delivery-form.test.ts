import { expect, test } from 'vitest';
import { deliveryOptions, emptyAddress, offeredChoice, placeOf } from './delivery-form.ts';

test('a choice that is not offered any more, as in a draft, counts as the first that is', () => {
  const sent = deliveryOptions({ pickup: true, shipping: { everywhere: 0 } });
  expect(offeredChoice('everywhere', sent)).toBe('everywhere');
  expect(offeredChoice('removed', sent)).toBe('pickup');
  expect(offeredChoice('everywhere', deliveryOptions({ pickup: false, shipping: {} }))).toBe('');
});

test('the place of what is sent is no more of the address than the city', () => {
  const address = { name: 'Bea', lines: '4 Quayside', postcode: 'EH6 6QQ', city: ' Leith' };
  expect(placeOf({ ...emptyAddress, ...address })).toBe('Leith');
});
