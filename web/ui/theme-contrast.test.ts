/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast as contrastOf } from '#contract/shop/contrast.ts';
import { themeColours } from '#contract/shop/theme-colours.ts';
import { type Theme, themeBoot, themeColors } from './theme-boot.ts';

const css = readFileSync(new URL('../theme.css', import.meta.url), 'utf8');
const themes = ['light', 'dark'] as const;

/** What is written on what: text, so 4.5 to 1 (WCAG 2.2, 1.4.3). */
const written: Record<string, readonly string[]> = {
  ink: ['paper', 'surface', 'sunken', 'brass-tint'],
  muted: ['paper', 'surface', 'sunken', 'brass-tint'],
  brass: ['paper', 'surface', 'sunken', 'brass-tint'],
  green: ['paper', 'surface', 'green-tint'],
  red: ['paper', 'surface', 'red-tint'],
  paper: ['ink'],
  'on-brass': ['brass-metal', 'brass-bright'],
  'on-red': ['red-metal'],
  'on-walnut': ['walnut', 'walnut-deep', 'walnut-line'],
  'on-walnut-muted': ['walnut', 'walnut-deep'],
  'brass-on-walnut': ['walnut', 'walnut-deep'],
};

/** What must be seen without being text: the edges of controls, focus rings, signs; 3 to 1 (WCAG 2.2, 1.4.11). */
const drawn: Record<string, readonly string[]> = {
  'line-strong': ['paper', 'surface', 'sunken'],
  focus: ['paper', 'surface', 'sunken'],
  'focus-on-walnut': ['walnut', 'walnut-deep'],
  'on-walnut-muted': ['walnut', 'walnut-deep'],
  surface: ['green'],
};

/** What no one has to see in order to understand: hairlines, the veil, edges of filled things. */
const ornament = ['line', 'veil', 'brass-edge'];

describe.each(themes)('the %s theme', (theme) => {
  const colors = readColors(theme);

  test.each(pairsOf(written))('%s can be read on %s', (front, back) => {
    expect(contrast(colors, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairsOf(drawn))('%s can be made out on %s', (front, back) => {
    expect(contrast(colors, front, back)).toBeGreaterThanOrEqual(3);
  });

  test('the colours against which those of an owner are measured are these', () => {
    for (const [name, colour] of Object.entries(themeColours[theme])) {
      expect(colors.get(name), name).toBe(colour);
    }
  });

  test('every colour is measured or listed as decorative', () => {
    const known = new Set([...pairsOf(written).flat(), ...pairsOf(drawn).flat(), ...ornament]);
    expect([...colors.keys()].filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !colors.has(name))).toEqual([]);
  });

  test('the browser’s theme colour equals the page’s background', () => {
    expect(themeColors[theme]).toBe(colors.get('paper'));
    expect(themeBoot).toContain(themeColors[theme]);
  });
});

test('every fallback font of the theme is defined, and no other', () => {
  const fonts = readFileSync(new URL('../fonts.css', import.meta.url), 'utf8');
  const named = fallbacksIn(css.slice(css.indexOf('--font-display'), css.indexOf('--text-hero')));
  expect(named.length).toBeGreaterThan(0);
  expect(fallbacksIn(fonts)).toEqual(named);
});

function fallbacksIn(text: string): string[] {
  return Array.from(text.matchAll(/"([\w ]+ fallback [\w ]+)"/g), ([, name = '']) => name).sort();
}

function readColors(theme: Theme): Map<string, string> {
  const lines = css.matchAll(/--color-([a-z-]+): light-dark\((rgb\(.+?\)|[^,]+), (.+)\);/g);
  return new Map(
    Array.from(lines, ([, name = '', light = '', dark = '']) => [
      name,
      theme === 'light' ? light : dark,
    ]),
  );
}

function pairsOf(table: Record<string, readonly string[]>): [string, string][] {
  return Object.entries(table).flatMap(([front, backs]) =>
    backs.map((back): [string, string] => [front, back]),
  );
}

/** By the names of the colours. */
function contrast(colors: Map<string, string>, front: string, back: string): number {
  return contrastOf(colors.get(front) ?? '', colors.get(back) ?? '');
}
