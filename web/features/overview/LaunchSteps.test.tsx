import { expect, test } from 'vitest';
import { type LaunchStepId, launchStepIds } from '#contract/overview/launch-steps.ts';
import { pageMarkup, textOf } from '../products/page-samples.tsx';
import { cacheAt } from '../users/user-samples.ts';
import { LaunchSteps } from './LaunchSteps.tsx';
import { launchQuery } from './queries.ts';

function markupOf(ids: readonly LaunchStepId[], isDone: (id: LaunchStepId) => boolean): string {
  const { cache } = cacheAt({});
  const steps = ids.map((id) => ({ id, isDone: isDone(id) }));
  cache.setQueryData(launchQuery().queryKey, steps);
  const markup = pageMarkup(<LaunchSteps />, { pattern: '/', address: '/' }, cache);
  cache.clear();
  return markup;
}

test('an owner reads which steps before the first sale are done, and which are missing', () => {
  const words = textOf(markupOf(launchStepIds, (id) => id === 'name' || id === 'mail'));
  expect(words).toMatch(/2\s+of\s+11\s+steps are done/);
  expect(words).toContain('A name of your own (done)');
  expect(words).toContain('Real cards (missing)');
});

test('a shop that has done all steps, and a demo, which has none, show no list', () => {
  expect(markupOf(launchStepIds, () => true)).toBe('');
  expect(markupOf([], () => true)).toBe('');
});
