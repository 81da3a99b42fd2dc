import type { Database } from '../../database/connection.ts';
import type { Fragment, SqlValue } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';

/*
 * Each appeal is a row of `appeals`. A server of the version before knows the columns of `cases` alone, which have room for one:
 * they show the appeal that has waited longest, or the one that was decided last.
 */

type Write<Result> = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) => Result;

/**
 * Copies what a server of the version before has stored: appeals, and decisions about them. It is repeated at each start, so
 * after an upgrade in turn, whose last server starts when none of the version before is left, every appeal has its row. Locking
 * a case does it too.
 * @param which a condition on `cases`
 */
export function adoptAppeals<Result>(write: Write<Result>, which: Fragment): Result {
  return write`
    insert into appeals (id, case_id, side, appellant_id, text, created_at, outcome, decided_by,
      decided_at, reason)
    select gen_random_uuid(), id, appeal_side, appealed_by, appeal, appealed_at,
      case when appeal_decided_at is not null then state end, appeal_decided_by, appeal_decided_at,
      appeal_reason
    from cases where appealed_by is not null and ${which}
    on conflict (case_id, appellant_id) do update
      set outcome = excluded.outcome, decided_by = excluded.decided_by,
        decided_at = excluded.decided_at, reason = excluded.reason
      where appeals.decided_at is null and excluded.decided_at is not null`;
}

/** Does this for all cases; what a server of the version before knew nothing of is brought up to date too. */
export async function adoptAllAppeals(
  database: Pick<Database, 'transaction'>,
  at: Date,
): Promise<void> {
  await transaction(database, async (tx) => {
    adoptAppeals(tx.write, tx.sql`true`);
    updateAppealedCases(
      tx.write,
      tx.sql`exists (select from appeals w join cases c on c.id = w.case_id
        where w.case_id = a.case_id and w.decided_at is null and c.state <> 'appealed')`,
    );
    eraseAppeals(tx, tx.sql`select id from users where removed_at is not null`, at);
  });
}

/**
 * Brings cases up to date with their appeals: `appealed` while one waits, then `reversed` when one of them was granted.
 * @param which a condition on `appeals a`
 */
export function updateAppealedCases<Result>(write: Write<Result>, which: Fragment): Result {
  return write`
    update cases c set appeal_side = shown.side, appealed_by = shown.appellant_id,
      appeal = shown.text, appealed_at = shown.created_at, appeal_decided_by = shown.decided_by,
      appeal_decided_at = shown.decided_at, appeal_reason = shown.reason,
      state = case when shown.decided_at is null then 'appealed'
        when exists (select from appeals where case_id = c.id and outcome = 'reversed') then 'reversed'
        else 'upheld' end
    from (
      select distinct on (case_id) a.* from appeals a where ${which}
      order by case_id, decided_at desc nulls first, created_at
    ) shown
    where c.id = shown.case_id`;
}

/**
 * Ends the appeals of removed people and those about them, with the decision as it was, and erases what they and the
 * answers say. Who is removed and had reported is no longer named.
 * @param removed ids of users
 */
export function eraseAppeals(
  { write, sql }: Pick<Tx, 'write' | 'sql'>,
  removed: Fragment,
  at: Date,
) {
  const isTheirs = sql`(appellant_id in (${removed})
    or case_id in (select id from cases where person_id in (${removed})))`;
  write`
    update appeals a set text = null, reason = null, outcome = coalesce(outcome, 'upheld'),
      decided_at = coalesce(decided_at, ${at})
    where ${isTheirs} and (text is not null or reason is not null or decided_at is null)`;
  updateAppealedCases(write, sql`case_id in (select case_id from appeals where ${isTheirs})`);
  write`
    update appeals set appellant_id = null where side = 'reporter' and appellant_id in (${removed})`;
  write`
    update cases set appealed_by = null
    where appeal_side = 'reporter' and appealed_by in (${removed})`;
}
