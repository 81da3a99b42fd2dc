import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { settledAfterDays } from '../core/retention.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { textColumns } from '../testing/whole-person.ts';
import {
  impersonalColumns,
  type PersonalColumn,
  personalColumns,
  type Retention,
} from './personal-columns.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

it('every column with text is listed as personal, with its retention, or as impersonal', async () => {
  const personal = Object.keys(personalColumns);
  const impersonal = Object.entries(impersonalColumns).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect([...personal, ...impersonal].sort()).toEqual(await textColumns(database));
});

describe('docs/privacy.md', () => {
  it('docs/privacy.md lists each personal column under its retention', async () => {
    const page = await readFile(new URL('../../docs/privacy.md', import.meta.url), 'utf8');
    const headings: Record<Retention, string> = {
      account: 'Until the account is removed',
      sales: 'Until the last sale is settled',
      books: 'As long as the books',
      days: 'For some days',
    };
    for (const [name, { until, why }] of Object.entries<PersonalColumn>(personalColumns)) {
      const [table, column] = name.split('.');
      const section = page.split(/^## /m).find((part) => part.startsWith(headings[until])) ?? '';
      const row = section
        .split('\n')
        .find((line) => line.startsWith(`| \`${table}\` |`) && line.includes(`\`${column}\``));
      expect([name, row?.includes(why)]).toEqual([name, true]);
    }
    expect(page).toContain(`${settledAfterDays} days`);
  });
});
