import { afterAll, beforeAll, expect, it } from 'vitest';
import { scheduledJobs } from '../jobs/scheduled-jobs.ts';
import { type FailingShop, openFailingShop } from '../testing/failing-shop.ts';

let shop: FailingShop;
beforeAll(async () => {
  shop = await openFailingShop();
});
afterAll(() => shop.close());

interface Run {
  fault: string | null;
  isDue: boolean;
  isRunning: boolean;
  hasFinished: boolean;
}

/** The states of the jobs; `hasFinished` is since the given time. */
async function readRuns(since: string): Promise<Map<string, Run>> {
  const rows = await shop.database.sql<(Run & { name: string })[]>`
    select name, last_fault as fault, due_at <= now() as "isDue", leased_by is not null as "isRunning",
      coalesce(finished_at > ${since}::timestamptz, false) as "hasFinished"
    from job_runs`;
  return new Map(rows.map(({ name, ...run }) => [name, run]));
}

async function now(): Promise<string> {
  const [row] = await shop.database.sql<{ at: string }[]>`select now()::text as at`;
  return row?.at ?? '';
}

/** It reads `auth_verifications`, and no other job does. */
const failing = 'identities-swept';

it('a job that always fails is recorded as failing and waits for its next time, and all others go on', async () => {
  const names = Object.keys(scheduledJobs);
  const { sql } = shop.database;
  await sql`alter table auth_verifications rename to auth_verifications_away`;
  const since = await now();
  await shop.makeDue(...names);
  const unfinished = async () => {
    const runs = await readRuns(since);
    return names.filter((name) => !runs.get(name)?.hasFinished);
  };
  await expect.poll(unfinished, { timeout: 60_000 }).toEqual([]);
  const runs = await readRuns(since);
  const faulty = names.filter((name) => runs.get(name)?.fault !== null);
  expect(faulty).toEqual([failing]);
  // Its next run is at the next time of its schedule, and not immediately.
  expect(runs.get(failing)).toMatchObject({ isDue: false, isRunning: false });
  expect((await shop.ask('/readyz')).status).toBe(200);

  await sql`alter table auth_verifications_away rename to auth_verifications`;
  const repairedAt = await now();
  await shop.makeDue(failing);
  await expect
    .poll(async () => (await readRuns(repairedAt)).get(failing))
    .toMatchObject({ fault: null, hasFinished: true });
});
