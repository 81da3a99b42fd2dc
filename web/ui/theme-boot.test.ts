import { expect, test } from 'vitest';
import { themeBoot, themeColors, themeMeta } from './theme-boot.ts';

test('a stored choice is applied before the first paint', () => {
  expect(boot(() => 'dark')).toEqual({ theme: 'dark', paint: Array(2).fill(themeColors.dark) });
  expect(boot(() => 'light')).toEqual({ theme: 'light', paint: Array(2).fill(themeColors.light) });
});

test.each([null, '', 'system', 'purple'])('a stored %j means: follow the system', (kept) => {
  expect(boot(() => kept)).toEqual({ theme: undefined, paint: ['', ''] });
});

test('blocked storage leaves the theme to the system', () => {
  const refuse = () => {
    throw new Error('storage is forbidden');
  };
  expect(boot(refuse)).toEqual({ theme: undefined, paint: ['', ''] });
});

test('the script cannot close its own element', () => {
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
