import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { recordCatalogueChange, watchCatalogue } from './catalogue-changes.ts';
import { requiredChanges } from './replica-requirement.ts';

/* One database plays both: the replica lacks what the test deletes or has not inserted. */

let database: TestDatabase;
const product = '01900000-0000-7000-8000-000000000001';
const farAway = '2999-01-01T00:00:00Z';
const nothing = { changeIds: [], haveHoldsExpired: false, readAt: '-infinity', hasMissed: false };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`delete from catalogue_changes`;
});

const isMet = async (required: ReturnType<typeof requiredChanges>) =>
  required.current()?.isMet(database.sql);

async function knownRequirement(elapsedMs?: () => number) {
  const required = requiredChanges({ sql: database.sql, ...(elapsedMs && { elapsedMs }) });
  required.addPolled({ ...nothing, hasMissed: true });
  await required.markersStored();
  return required;
}

it('nothing is known before a marker of this server is stored', async () => {
  const required = requiredChanges({ sql: database.sql });
  expect(required.current()).toBeUndefined();
  required.addPolled({ ...nothing, hasMissed: true });
  expect(required.current()).toBeUndefined();
  await required.markersStored();
  expect(await isMet(required)).toBe(true);
});

it('a replica that has not replayed the marker may not be read', async () => {
  const required = await knownRequirement();
  await database.sql`delete from catalogue_changes`;
  expect(await isMet(required)).toBe(false);
});

it('a replica needs every change that was polled, until a later marker stands for them', async () => {
  let nowMs = 0;
  const required = await knownRequirement(() => nowMs);
  const change = '01900000-0000-7000-8000-0000000000aa';
  const { version } = required.current() ?? {};
  required.addPolled({ ...nothing, changeIds: [change] });
  expect(required.current()?.version).not.toBe(version);
  expect(await isMet(required)).toBe(false);
  nowMs = 10_000;
  required.addPolled(nothing);
  await required.markersStored();
  expect(await isMet(required)).toBe(true);
});

it('a replica whose clock is behind may not be read after a hold has expired', async () => {
  const required = await knownRequirement();
  required.addPolled({ ...nothing, haveHoldsExpired: true, readAt: farAway });
  expect(await isMet(required)).toBe(false);
});

it('a gap in the polls makes the replica unusable until another marker is stored', async () => {
  const required = await knownRequirement();
  required.addPolled({ ...nothing, hasMissed: true });
  expect(required.current()).toBeUndefined();
  await required.markersStored();
  expect(await isMet(required)).toBe(true);
});

it('an unreachable primary stores no marker and keeps the requirement', async () => {
  const { sql } = database;
  const required = requiredChanges({
    sql: Object.assign(() => Promise.reject(new Error('away')), sql) as unknown as typeof sql,
  });
  required.addPolled({ ...nothing, hasMissed: true });
  await required.markersStored();
  expect(required.current()).toBeUndefined();
});

it('the watch requires what it polls before it drops it, and markers drop nothing', async () => {
  const order: string[] = [];
  const listener = {
    forget: vi.fn(() => void order.push('forget')),
    forgetUsers: vi.fn(),
    forgetAll: vi.fn(),
  };
  const required = requiredChanges({ sql: database.sql });
  const addPolled: typeof required.addPolled = (polled) => {
    if (polled.changeIds.length > 0) order.push('require');
    required.addPolled(polled);
  };
  const log = { warn: vi.fn() };
  const deps = { sql: database.sql, listener, log, required: { addPolled } };
  const watcher = watchCatalogue(deps);
  await watcher.catchUp();
  await required.markersStored();
  await watcher.catchUp();
  expect(listener.forget).not.toHaveBeenCalled();
  expect(listener.forgetUsers).not.toHaveBeenCalled();
  await transaction(database, (tx) => recordCatalogueChange(tx, product, new Date()));
  await watcher.catchUp();
  expect(order).toEqual(['require', 'forget']);
});
