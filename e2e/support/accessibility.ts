import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { Result, RunOnly, RunOptions } from 'axe-core';
import {
  type Appearance,
  appearances,
  endAnimations,
  lightDesktop,
  setAppearance,
} from './appearances.ts';
import { isFull } from './full-tests.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const allRules = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];
/** The rules whose result depends on the theme. */
const themeRules = ['color-contrast'];
/** The rules whose result depends on the viewport. */
const viewportRules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/**
 * Fails when the page in its present state violates WCAG 2.2 AA or axe's best practices. The contrast of colours, which
 * takes half of the time, is checked by `npm run test:full` and by `web/ui/theme-contrast.test.ts`.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await endAnimations(page);
  await expectNoViolations(page, { type: 'tag', values: allRules }, isFull);
}

/**
 * Checks the page in both themes on a phone and on a desktop: every rule in the first of them, in the others only the
 * rules that can give another result there. `npm test` checks only the first one, in dark colours on a phone: the stories
 * check with light colours on a desktop, and `web/ui/theme-contrast.test.ts` measures all colours in both themes.
 */
export async function expectAccessibleInAllAppearances(page: Page): Promise<void> {
  for (const [index, appearance] of (isFull ? appearances : appearances.slice(0, 1)).entries()) {
    await test.step(nameOf(appearance), async () => {
      await setAppearance(page, appearance);
      await expectNoViolations(page, rulesFor(appearance, appearances[index - 1]));
    });
  }
  await setAppearance(page, lightDesktop);
}

/** Every rule at first, then those that what has changed since the previous appearance may affect. */
function rulesFor({ viewport }: Appearance, previous: Appearance | undefined): RunOnly {
  if (!previous) return { type: 'tag', values: allRules };
  const values = viewport === previous.viewport ? themeRules : viewportRules;
  return { type: 'rule', values };
}

async function expectNoViolations(
  page: Page,
  runOnly: RunOnly,
  checksContrast = true,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (options): Promise<Result[]> => {
      const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
      return (await axe.run(document, options)).violations;
    },
    // Without this axe also describes every element that passed, which takes twice as long.
    {
      runOnly,
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: checksContrast } },
    } satisfies RunOptions,
  );
  expect(violations.map(describeViolation).join('\n\n'), `axe on ${page.url()}`).toBe('');
}

function nameOf({ theme, viewport }: Appearance): string {
  return `${theme}, ${viewport}`;
}

function describeViolation({ id, help, helpUrl, nodes }: Result): string {
  const places = nodes.map(({ html, failureSummary = '' }) => {
    const [, ...reasons] = failureSummary.split('\n').map((line) => line.trim());
    return `  ${html}\n    ${reasons.join('; ')}`;
  });
  return [`${id}: ${help} (${helpUrl})`, ...places].join('\n');
}
