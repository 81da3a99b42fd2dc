import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { rawSql, type Sql, type SqlValue } from '../../database/sql.ts';
import { addBooking, addImage, addProduct, addUser } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { countEvents } from './count-events.ts';
import { countQuarters, recountQuarters } from './count-quarters.ts';
import { readCurrentFigures } from './read-current-figures.ts';
import { countRecent, sumCounts } from './sum-counts.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

const dayMs = 86_400_000;
const now = new Date('2026-11-22T12:34:00Z');
const clock = { now: () => now };
const ago = (days: number) => new Date(now.getTime() - days * dayMs);

// Users without an invoice can be deleted only by who may lock invoices, which are never changed.
await sql`grant update on invoices to current_user`;

beforeEach(async () => {
  for (const table of ['event_counts', 'event_count_progress', 'users']) {
    await sql`delete from ${rawSql(table)}`;
  }
});

async function signUp(at: Date) {
  await addUser(database, { id: newId(at), createdAt: at });
}
const stored = () =>
  sql<{ startsAt: Date; signUps: number }[]>`
    select starts_at as "startsAt", sign_ups as "signUps" from event_counts order by starts_at`;
const progress = async () => {
  const [row] = await sql<{ countedFrom: Date; countedUntil: Date; isComplete: boolean }[]>`
    select counted_from as "countedFrom", counted_until as "countedUntil", is_complete as "isComplete"
    from event_count_progress`;
  return row;
};

/** A database whose server stops in the middle of the transaction with this number, as by SIGKILL. */
function stoppingIn(number: number) {
  let begun = 0;
  const transaction: typeof database.transaction = (work, options) => {
    begun += 1;
    if (begun < number) return database.transaction(work, options);
    return database.transaction(async (tx) => {
      await work(tx);
      throw new Error('The server was killed');
    }, options);
  };
  return { ...database, transaction };
}

describe('the counting of events', () => {
  it('counting begins with the latest days and goes back to the first one, over years without events', async () => {
    const times = [ago(0.5), ago(3), ago(3.001), ago(400), ago(4_000)];
    for (const time of times) await signUp(time);
    expect(await countQuarters({ database, clock })).toBe(4);
    expect((await stored()).map(({ signUps }) => signUps)).toEqual([1, 1, 2, 1]);
    expect(await progress()).toMatchObject({
      isComplete: true,
      countedUntil: new Date('2026-11-22T12:15:00Z'),
    });
    expect(await countQuarters({ database, clock })).toBe(0);
  });

  it('counting continues where a server was killed, and counts nothing twice', async () => {
    for (let day = 1; day <= 12; day += 1) await signUp(ago(day));
    await expect(countQuarters({ database: stoppingIn(6), clock })).rejects.toThrow('killed');
    expect(await stored()).toHaveLength(5);
    const { countedFrom, isComplete } = (await progress()) ?? {};
    expect(isComplete).toBe(false);
    // The overview says from when on it has figures.
    expect((await countRecent(sql, now)).missing).toEqual([{ until: countedFrom }]);
    await countQuarters({ database, clock });
    expect((await stored()).map(({ signUps }) => signUps)).toEqual(Array(12).fill(1));
    expect((await countRecent(sql, now)).missing).toEqual([]);
  });

  it('the last minutes are counted by the next run, and once by the overview itself', async () => {
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    for (const minutes of [0, 10, 25, 40]) await signUp(minutesAgo(minutes));
    await countQuarters({ database, clock });
    expect((await stored()).map(({ signUps }) => signUps)).toEqual([1, 1]);
    const counted = await countRecent(sql, now);
    expect(counted.recent.map(({ signUps }) => signUps)).toEqual([1, 1]);
    const [sum] = await sumCounts(sql, counted, [ago(1), new Date(now.getTime() + dayMs)]);
    expect(sum?.signUps).toBe(4);
  });

  it('the overview says what is missing when the job has not run for days', async () => {
    await signUp(ago(5));
    await countQuarters({ database, clock: { now: () => ago(3) } });
    const { missing } = await countRecent(sql, now);
    const until = new Date('2026-11-21T12:30:00Z');
    expect(missing).toEqual([{ from: new Date('2026-11-19T12:15:00Z'), until }]);
  });

  it('recounting the last days finds what was written late', async () => {
    await signUp(ago(9));
    await countQuarters({ database, clock });
    await signUp(ago(6));
    expect(await countQuarters({ database, clock })).toBe(0);
    expect(await recountQuarters({ database, clock })).toBe(1);
    expect(await stored()).toHaveLength(2);
    expect(await recountQuarters({ database, clock })).toBe(0);
  });

  it('recounting the last days deletes a quarter whose events are all gone', async () => {
    for (const day of [3, 4, 9]) await signUp(ago(day));
    await countQuarters({ database, clock });
    await sql`delete from users`;
    // The quarter of nine days ago is older than what is counted again.
    expect(await recountQuarters({ database, clock })).toBe(2);
    expect((await stored()).map(({ startsAt }) => startsAt)).toEqual([
      new Date('2026-11-13T12:30:00Z'),
    ]);
    expect(await recountQuarters({ database, clock })).toBe(0);
  });
});

describe('the counts of a large shop', () => {
  it('every figure is a range of an index', async () => {
    const imageId = await addImage(database);
    const sellerId = await addUser(database, { role: 'seller' });
    const productId = await addProduct(database, { sellerId, imageId });
    await addBooking(database, { productId, buyerId: sellerId, sellerId, imageId });
    const seen: string[] = [];
    const explaining = explainInto(seen);
    const untilMs = Date.parse('2026-11-22T12:30:00Z');
    await countEvents(explaining, { fromMs: untilMs - dayMs, untilMs });
    await sumCounts(explaining, { storedUntil: now, recent: [], missing: [] }, [ago(365), now]);
    await readCurrentFigures(explaining, now);
    expect(seen).toHaveLength(4);
    for (const plan of seen) {
      // There is one row for each job.
      const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
      expect(scanned.filter((table) => table !== 'job_runs')).toEqual([]);
    }
    for (const table of ['products', 'bookings', 'users', 'ledger_entries']) {
      expect(seen[0]).toMatch(new RegExp(`${table}_pkey.*\\n *(Index|Recheck) Cond`));
    }
    expect(seen[1]).toContain('event_counts_pkey');
    const current = seen.find((plan) => plan.includes('pg_class'));
    const indexes = ['products_by_category', 'bookings_by_expiry', 'returns_open', 'disputes_open'];
    for (const index of [...indexes, 'mails_to_send', 'mails_given_up']) {
      expect(current).toContain(index);
    }
  });
});

/** A tag that explains statements in place of running them, as for tables that are too large to be read whole. */
function explainInto(seen: string[]): Sql {
  const explain = async (strings: TemplateStringsArray, values: readonly SqlValue[]) => {
    const [first = '', ...rest] = strings;
    const text = Object.assign([`explain ${first}`, ...rest], { raw: [] });
    const rows = await database.transaction(async (tx) => {
      await tx.sql`set local enable_seqscan = off`;
      return tx.sql<{ 'QUERY PLAN': string }[]>(text, ...values);
    });
    seen.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return [];
  };
  const tag = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) => {
    const isStatement = /^\s*(with|select)\s/.test(strings[0] ?? '');
    return isStatement ? explain(strings, values) : sql(strings, ...values);
  };
  return tag as unknown as Sql;
}
