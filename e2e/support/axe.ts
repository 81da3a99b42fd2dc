import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, Result } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Fails when the page, as it is now, has faults that keep people out: WCAG 2.2 AA and axe's own good practice. */
export async function axe(page: Page): Promise<void> {
  await page.evaluate(source);
  const results = await page.evaluate(async (values): Promise<AxeResults> => {
    const tool = Reflect.get(window, 'axe') as typeof import('axe-core');
    return tool.run(document, { runOnly: { type: 'tag', values } });
  }, rules);
  expect(results.violations.map(tell).join('\n\n'), `axe on ${page.url()}`).toBe('');
}

function tell({ id, help, helpUrl, nodes }: Result): string {
  const places = nodes.map(({ html, failureSummary = '' }) => {
    const [, ...reasons] = failureSummary.split('\n').map((line) => line.trim());
    return `  ${html}\n    ${reasons.join('; ')}`;
  });
  return [`${id}: ${help} (${helpUrl})`, ...places].join('\n');
}
