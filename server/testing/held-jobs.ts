import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';

/** Prepares a database for `holdJobs`. */
export async function makeJobsHoldable({ sql }: Database): Promise<void> {
  await sql`
    create function wait_for_test() returns trigger language plpgsql as $$ begin
      if old.leased_by is not null and new.leased_by is null then
        perform pg_advisory_xact_lock_shared(1);
      end if;
      return new;
    end $$`;
  await sql`
    create trigger wait_for_test before update on job_runs
    for each row execute function wait_for_test()`;
}

/**
 * Lets no job end until it is released or the database goes away. Some of those that have little to do cannot even begin:
 * the rows that they need are locked.
 */
export async function holdJobs(database: Database): Promise<{ release: () => Promise<void> }> {
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  let finish = () => {};
  const isReleased = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const held = transaction(database, async ({ sql }) => {
    await sql`set local idle_in_transaction_session_timeout = 0`;
    await sql`select pg_advisory_xact_lock(1)`;
    await sql`select from catalogue_changes where changed_at < now() - interval '10 minutes' for update`;
    await sql`select from auth_sessions where expires_at < now() for update`;
    await sql`
      select from bookings where state = 'held' and hold_expires_at between now() and now() + interval '4 hours'
      for update`;
    locked();
    await isReleased;
  });
  await Promise.race([isLocked, held]);
  return {
    release() {
      finish();
      // The outage has ended its connection.
      return held.catch(() => undefined);
    },
  };
}
