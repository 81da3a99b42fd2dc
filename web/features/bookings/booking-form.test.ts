import { expect, test } from 'vitest';
import { bookingForm } from './booking-form.ts';

const messagesOf = (typed: object) => {
  const { error } = bookingForm.safeParse(typed);
  return error?.issues.map(({ path, message }) => [path.join('.'), message]);
};

test('a booking asks for phone and meeting place in the words of the specification', () => {
  const asked = [
    ['phone', 'Phone is Required'],
    ['location', 'Location is Required'],
  ];
  expect(messagesOf({ phone: '', location: '' })).toEqual(asked);
  expect(messagesOf({ phone: '  ', location: '\t' })).toEqual(asked);
  expect(messagesOf({ phone: '555 0199', location: 'The old pier' })).toBeUndefined();
});
