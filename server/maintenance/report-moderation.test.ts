import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../backup/connect.ts';
import { createModerating } from '../testing/moderating.ts';
import { createPeople } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { reportModeration } from './report-moderation.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const { report, caseIdOf, reportAndDecide, appeal, decideAppeal } = createModerating(
  () => shop,
  () => people,
);
beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

async function reportOf(year: string): Promise<string> {
  const client = await connect(shop.database.url);
  try {
    const lines: string[] = [];
    for await (const line of reportModeration(client, [year])) lines.push(line);
    return lines.join('\n');
  } finally {
    await client.end();
  }
}

/** Moves a case into a year, as if it had been decided and its appeal answered so many hours later. */
async function moveTo(caseId: string, opened: string, hours: number): Promise<void> {
  await shop.database.sql`
    update cases set opened_at = ${opened}::timestamptz,
      decided_at = ${opened}::timestamptz + make_interval(hours => ${hours}::int)
    where id = ${caseId}`;
  await shop.database.sql`
    update appeals set created_at = ${opened}::timestamptz + interval '50 hours',
      decided_at = case when decided_at is not null then ${opened}::timestamptz + interval '62 hours' end
    where case_id = ${caseId}`;
}

describe('the yearly report', () => {
  it('the yearly report counts cases, reports and appeals by reason, outcome and ground, with the hours between, and names no one', async () => {
    const seller = await people.seller();
    const listed = () => people.make.product(seller.id);
    const [first, second, dismissed, waiting] = [
      await listed(),
      await listed(),
      await listed(),
      await listed(),
    ];
    await report(null, 'product', first, { name: 'Gwen Marsh', email: 'gwen@example.org' });
    const hidden = await reportAndDecide('product', first, 'hidden');
    await appeal(seller, hidden.caseId);
    await decideAppeal(await people.admin(), hidden.caseId, 'reversed');
    const other = await reportAndDecide('product', second, 'hidden');
    const nothing = await reportAndDecide('product', dismissed, 'dismissed');
    await report(await people.buyer(), 'product', waiting, { reason: 'stolen' });
    const open = await caseIdOf(waiting);
    await moveTo(hidden.caseId, '2024-01-01T00:00:00Z', 10);
    await moveTo(other.caseId, '2024-12-31T23:59:59Z', 30);
    await moveTo(nothing.caseId, '2024-06-01T12:00:00Z', 5);
    await shop.database.sql`update cases set opened_at = '2024-05-01T00:00:00Z' where id = ${open}`;

    const text = await reportOf('2024');
    const machines = { year: '2024', decided_by_machines: '0' };
    const unanswered = { appeals: '0', appeals_upheld: '0', appeals_reversed: '0' };
    expect(parse(text, { columns: true })).toEqual([
      {
        ...machines,
        ...unanswered,
        reason: 'fraud',
        outcome: 'dismissed',
        ground: '',
        cases: '1',
        reports: '1',
        median_hours: '5.0',
        appeals_median_hours: '',
      },
      {
        ...machines,
        reason: 'fraud',
        outcome: 'hidden',
        ground: 'rules',
        cases: '2',
        reports: '3',
        median_hours: '20.0',
        appeals: '1',
        appeals_upheld: '0',
        appeals_reversed: '1',
        appeals_median_hours: '12.0',
      },
      {
        ...machines,
        ...unanswered,
        reason: 'stolen',
        outcome: 'open',
        ground: '',
        cases: '1',
        reports: '1',
        median_hours: '',
        appeals_median_hours: '',
      },
    ]);
    expect(text).not.toMatch(/Gwen|example\.org|pictures/);
    expect(text).not.toContain(seller.name);
  });

  it('the yearly report of a year without reports has only headings, and an invalid year is refused', async () => {
    expect(await reportOf('2023')).toMatch(/^year,reason,outcome,[a-z_,]+$/);
    await expect(reportOf('last')).rejects.toThrow('Of which year?');
  });
});
