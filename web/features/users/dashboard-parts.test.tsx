import { createRef } from 'react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/constants.ts';
import type { Summary } from '#contract/overview/summary.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import { pageMarkup, textOf } from '../products/page-samples.tsx';
import { AuditTable } from './AuditTable.tsx';
import { summaryQuery } from './queries.ts';
import { figures, SummaryFigures } from './SummaryFigures.tsx';
import { cacheAt } from './user-samples.ts';

const place = { pattern: '/', address: '/' };
const summary: Summary = {
  buying: { booked: 3, toPay: 2, paid: 1 },
  selling: { onSale: 7, booked: 4, sold: 12 },
  people: { buyers: 1_200, sellers: 60, toVerify: 5 },
};

test.each([
  ['buyer', ['Booked 3', 'To pay 2', 'Paid 1']],
  ['seller', ['On sale 7', 'Booked 4', 'Sold 12']],
  ['admin', ['Sellers to verify 5', 'Sellers 60', 'Buyers 1,200']],
] as const)('a %s sees the numbers that matter to them', (role, numbers) => {
  const { cache } = cacheAt({});
  cache.setQueryData(summaryQuery().queryKey, summary);
  const words = textOf(pageMarkup(<SummaryFigures role={role} />, place, cache));
  cache.clear();
  for (const number of numbers) expect(words).toContain(number);
});

test('numbers that are zero are left out', () => {
  const { cache } = cacheAt({});
  const role: Role = 'buyer';
  const buying = { booked: 3, toPay: 0, paid: 0 };
  cache.setQueryData(summaryQuery().queryKey, { buying });
  const words = textOf(pageMarkup(<SummaryFigures role={role} />, place, cache));
  cache.setQueryData(summaryQuery().queryKey, { buying: { ...buying, booked: 0 } });
  const nothing = pageMarkup(<SummaryFigures role={role} />, place, cache);
  cache.clear();
  expect(words.trim()).toBe('Booked 3');
  expect(nothing).toBe('');
});

test('a seller without a summary has sold nothing', () => {
  expect(figures.seller({ buying: summary.buying }).map(({ value }) => value)).toEqual([0, 0, 0]);
});

test('the audit log shows who did what to whom, and when', () => {
  const ada = { _id: 'a', name: 'Ada', email: 'ada@reprise.test' };
  const ben = { _id: 'b', name: 'Ben', email: 'ben@reprise.test' };
  const time = '2026-11-21T09:05:00.000Z';
  const entries: AuditEntry[] = [
    { _id: '1', action: 'seller-verified', actor: ada, subject: ben, time },
    { _id: '2', action: 'admin-appointed', subject: ada, time },
    {
      _id: '3',
      action: 'product-changed',
      actor: ada,
      subject: ben,
      time,
      product: { _id: 'p', name: 'Alto sax' },
    },
  ];
  const words = textOf(
    pageMarkup(<AuditTable entries={entries} ref={createRef()} />, place, cacheAt({}).cache),
  );
  expect(words).toContain('Nov 21, 09:05');
  expect(words).toMatch(/Ada ada @reprise.test .*Verified .*Ben ben @reprise.test/);
  expect(words).toMatch(/The shop’s settings .*Made an admin .*Ada/);
  expect(words).toMatch(/Ada ada @reprise.test .*Product changed Alto sax .*Ben/);
});
