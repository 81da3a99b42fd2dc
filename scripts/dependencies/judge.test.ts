import { expect, it } from 'vitest';
import { judgeAdvisories, judgeLicences } from './judge.mjs';

const component = (licence: object) => ({ name: 'lute', version: '1.0.0', licenses: [licence] });

it('licences that a shop may be run with are allowed, in every way of writing them', () => {
  const components = [
    component({ license: { id: 'MIT' } }),
    component({ expression: '(MIT OR Apache-2.0)' }),
    component({ license: { name: 'Apache-2.0 AND LGPL-3.0-or-later' } }),
  ];
  expect(judgeLicences({ components })).toEqual([]);
});

it('another licence, and none, are named with their package', () => {
  const components = [
    component({ license: { id: 'AGPL-3.0-only' } }),
    { name: 'shawm', version: '2.0.0' },
  ];
  expect(judgeLicences({ components })).toEqual([
    'lute 1.0.0 has the licence AGPL-3.0-only',
    'shawm 2.0.0 has the licence of nobody',
  ]);
});

const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
const audit = (severity: string) => ({
  vulnerabilities: {
    lute: { name: 'lute', severity, via: [{ url, title: 'Strings break', severity }] },
    band: { name: 'band', severity, via: ['lute'] },
  },
});

it('a severe advisory is named once, by the package that it is about', () => {
  expect(judgeAdvisories(audit('high'), '2026-11-22')).toEqual([
    `lute: Strings break (high, ${url})`,
  ]);
  expect(judgeAdvisories(audit('moderate'), '2026-11-22')).toEqual([]);
  expect(judgeAdvisories({}, '2026-11-22')).toEqual([]);
});

it('an advisory is accepted until a day', () => {
  const exceptions = { 'GHSA-aaaa-bbbb-cccc': { reason: 'not used', until: '2026-12-01' } };
  expect(judgeAdvisories(audit('critical'), '2026-11-30', exceptions)).toEqual([]);
  expect(judgeAdvisories(audit('critical'), '2026-12-01', exceptions)).toHaveLength(1);
});
