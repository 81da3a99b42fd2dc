import { afterAll, expect, it } from 'vitest';
import type { Sql } from '../../database/sql.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { compareUnknown } from './compare-other-movements.ts';
import { comparePayouts } from './compare-payouts.ts';
import type { Comparison } from './comparison.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { sql } = database;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Payouts of 60 days ago that agree with the provider's list, and as many charges that are listed. */
async function addOldMovements(count: number) {
  const seller = await createPeople(database).seller();
  const at = daysAgo(60);
  await sql`
    insert into payouts (id, seller_id, amount_cents, currency, provider, state, provider_payout_id,
      created_at, paid_at)
    select gen_random_uuid(), ${seller.id}, 100, 'USD', 'stripe', 'paid', 'tr_' || n, ${at}, ${at}
    from generate_series(1, ${count}::int) n`;
  await sql`
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
    select gen_random_uuid(), 'available:' || seller_id, 'provider:stripe', 100, 'USD', 'payout',
      id::text, created_at
    from payouts`;
  await sql`
    insert into balance_movements (provider, id, kind, reference, source_id, amount_cents, fee_cents,
      moved_at)
    select 'stripe', 'txn_' || provider_payout_id, 'payout', id::text, provider_payout_id, -100, 0,
      created_at
    from payouts
    union all
    select 'stripe', 'txn_pi_' || n, 'charge', 'pi_' || n, 'ch_' || n, 100, 0, ${at}
    from generate_series(1, ${count}::int) n`;
}

function addMovement(reference: string, amountCents: number) {
  return sql`
    insert into balance_movements (provider, id, kind, reference, amount_cents, fee_cents, moved_at)
    values ('stripe', ${`txn_of_${reference}`}, 'payout', ${reference}, ${amountCents}, 0,
      ${daysAgo(1)})`;
}

/** Runs statements, and asks how those that read are carried out. */
function explaining(plans: Promise<object[]>[]): Sql {
  return (strings, ...values) => {
    const [first = '', ...rest] = strings;
    if (/^\s*(select|with)\b/.test(first)) {
      const texts = [`explain (analyze, timing off) ${first}`, ...rest];
      plans.push(sql(Object.assign(texts, { raw: texts }), ...values));
    }
    return sql(strings, ...values);
  };
}

it('only the payouts and movements to compare are read, of thousands of old ones', async () => {
  await addOldMovements(5_000);
  // The provider calls the payout tr_7, and took a part of it back.
  await addMovement('tr_7', 40);
  await addMovement('tr_of_another_shop', -70);
  await sql`vacuum analyze`;
  const plans: Promise<object[]>[] = [];
  const at = new Date();
  const comparison = {
    deps: { database: { ...database, sql: explaining(plans) }, payouts: { name: 'stripe' } },
    provider: 'stripe',
    at,
    coveredFrom: daysAgo(90),
    since: daysAgo(7),
    until: at,
  } as unknown as Comparison;
  expect(await comparePayouts(comparison)).toEqual({ unexplained: 1, failures: [] });
  expect(await compareUnknown(comparison)).toEqual({ unexplained: 1, failures: [] });
  const found = await sql`
    select provider_payout_id as payout, d.reference, ledger_cents as ledger,
      provider_cents as provider
    from ledger_differences d left join payouts p on p.id::text = d.reference order by d.id`;
  expect(found).toMatchObject([
    { payout: 'tr_7', ledger: -100, provider: -60 },
    { reference: 'tr_of_another_shop', ledger: 0, provider: -70 },
  ]);
  const lines = (await Promise.all(plans)).flat().flatMap((line) => Object.values(line));
  expect(lines.join('\n')).toContain('Index Scan using balance_movements_by_reference');
  const counts = lines.flatMap((line) => {
    const read = /actual rows=([\d.]+) loops=(\d+)/.exec(line);
    const removed = /Rows Removed by .*Filter: (\d+)/.exec(line);
    return read ? [Number(read[1]) * Number(read[2])] : removed ? [Number(removed[1])] : [];
  });
  expect(counts.length).toBeGreaterThan(10);
  expect(Math.max(...counts)).toBeLessThan(100);
});
