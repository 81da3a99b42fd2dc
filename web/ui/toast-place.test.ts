import { expect, test } from 'vitest';
import { freePlace } from './toast-place.ts';

const toasts = { left: 16, right: 374, height: 54 };
const windowHeight = 844;
const box = (top: number, bottom: number, left = 16, right = 200) => ({ top, bottom, left, right });

test('toasts are at the lower edge while nothing is covered there', () => {
  const elsewhere = [box(90, 130), box(700, 760), box(790, 834, 400, 600)];
  expect(freePlace(toasts, windowHeight, elsewhere)).toBe('bottom');
});

test('toasts go to the upper edge when a heading or the pressed button is at the lower one', () => {
  expect(freePlace(toasts, windowHeight, [box(90, 130), box(790, 834)])).toBe('top');
});

test('toasts stay at the lower edge when the upper one covers as much', () => {
  expect(freePlace(toasts, windowHeight, [box(10, 50), box(790, 834)])).toBe('bottom');
});
