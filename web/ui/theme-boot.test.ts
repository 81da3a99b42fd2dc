import { expect, test } from 'vitest';
import { themeBoot, themeColors, themeMeta } from './theme-boot.ts';

test('a kept choice is on the page before anything is painted', () => {
  expect(boot(() => 'dark')).toEqual({ theme: 'dark', paint: Array(2).fill(themeColors.dark) });
  expect(boot(() => 'light')).toEqual({ theme: 'light', paint: Array(2).fill(themeColors.light) });
});

test.each([null, '', 'system', 'purple'])('%j kept means: as the system has it', (kept) => {
  expect(boot(() => kept)).toEqual({ theme: undefined, paint: ['', ''] });
});

test('forbidden storage leaves the theme to the system', () => {
  const refuse = () => {
    throw new Error('storage is forbidden');
  };
  expect(boot(refuse)).toEqual({ theme: undefined, paint: ['', ''] });
});

test('the script cannot end the element that it stands in', () => {
  expect(themeBoot).not.toContain('<');
  expect(themeMeta).toContain(themeColors.light);
});

/** Runs the script against the little of a document that it touches. */
function boot(read: (key: string) => string | null) {
  const metas = [{ content: '' }, { content: '' }];
  const dataset: { theme?: string } = {};
  const page = { documentElement: { dataset }, querySelectorAll: () => metas };
  new Function('document', 'localStorage', themeBoot)(page, { getItem: read });
  return { theme: dataset.theme, paint: metas.map(({ content }) => content) };
}
