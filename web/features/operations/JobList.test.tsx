import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { inLanguage } from '#contract/language.ts';
import { jobDescriptions } from '#contract/operations/job-names.ts';
import type { Job } from '#contract/operations/jobs.ts';
// @ts-expect-error The scripts have no types here.
import { compileCatalogue } from '../../../scripts/build/texts.mjs';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { JobList } from './JobList.tsx';
import { jobsQuery } from './queries.ts';

const at = '2026-11-21T12:00:00.000Z';
const job: Job = {
  name: 'holds-expired',
  about: jobDescriptions['holds-expired'],
  state: 'waiting',
  dueAt: at,
  lastRun: { succeeded: false, finishedAt: at, error: 'The disk is full' },
};

it('a job is described in the language of the admin, and its error is marked as English', async () => {
  const cache = cacheAnsweredBy(() => [job]);
  await cache.prefetchQuery(jobsQuery());
  const japanese = setupI18n({ locale: 'ja', messages: { ja: await compileCatalogue('ja') } });
  const markup = inLanguage(japanese, () =>
    pageMarkup(<JobList />, { pattern: '/', address: '/' }, cache),
  );
  expect(textOf(markup)).toContain(inLanguage(japanese, () => jobDescriptions['holds-expired']));
  expect(textOf(markup)).not.toContain(job.about);
  expect(markup).toContain('<bdi dir="ltr" lang="en">The disk is full</bdi>');
});
