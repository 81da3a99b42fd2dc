import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInInstruments as instruments } from '#contract/instruments/kinds.ts';
import { drawnKinds, pictureOf } from './kind-pictures.ts';

const svg = readFileSync(new URL('./kinds.svg', import.meta.url), 'utf8');
const symbols = [...svg.matchAll(/<symbol id="([^"]+)" viewBox="0 0 48 48">(.*?)<\/symbol>/gs)];

test('every kind has a picture of its own', () => {
  const withoutPicture = instruments.kinds.filter(({ kind }) => !drawnKinds.includes(kind));
  expect(withoutPicture.map(({ kind }) => kind)).toEqual([]);
});

test('the listed pictures are those that are drawn, and no two are the same', () => {
  expect(symbols.map(([, id]) => id).sort()).toEqual([...drawnKinds].sort());
  expect(new Set(symbols.map(([, , drawing]) => drawing)).size).toBe(symbols.length);
});

test('the pictures have the colours of the text and of the ground only', () => {
  const colors = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color);
  expect([...new Set(colors)].sort()).toEqual(['currentColor', 'none', 'var(--drawing)']);
  expect(svg).not.toMatch(/NaN|undefined/);
});

test('a kind of the owner has the picture of two quavers', () => {
  expect(pictureOf('theremin')).toBe('other');
  expect(pictureOf('mixer')).toBe('mixer');
  expect(pictureOf('oud')).toBe('oud');
});
