import { reportTerms } from '#contract/moderation/moderation-terms.ts';
import type { Database } from '../../database/connection.ts';
import type { Tx } from '../../database/transaction.ts';
import { adoptAppeals, eraseAppeals } from './appeal-rows.ts';

/** What stands where a ground stood that the admins had written about a removed person. */
const erased = '[removed]';

/**
 * Ends the cases about a person who is being removed, and erases what reports, decisions and appeals say of them. The
 * decisions stay, for the yearly report: outcome, kind of ground and times.
 */
export function eraseCases(tx: Tx, userId: string, at: Date): void {
  tx.write`
    delete from evidence_images where subject_id in (select id from cases where person_id = ${userId})`;
  tx.write`
    delete from clip_uses where subject_id in (select id from cases where person_id = ${userId})`;
  tx.write`update cases set state = 'void' where person_id = ${userId} and state = 'open'`;
  adoptAppeals(tx.write, tx.sql`(appealed_by = ${userId} or person_id = ${userId})`);
  eraseAppeals(tx, tx.sql`${userId}`, at);
  tx.write`
    update cases set reported = null, facts = null,
      ground = case when ground is null then null else ${erased} end
    where person_id = ${userId}`;
  // They quote and name the person.
  tx.write`
    update reports set explanation = null, law = null
    where case_id in (select id from cases where person_id = ${userId})`;
  // What they reported themselves is decided without them.
  tx.write`
    update reports set reporter_id = null, explanation = null, law = null
    where reporter_id = ${userId}`;
}

/**
 * Erases reports, and what they were about, a year after the case was decided or became void. Reason, outcome and times stay,
 * for the yearly report.
 * @returns how many reports
 */
export async function eraseOldReports({ sql }: Pick<Database, 'sql'>, at: Date): Promise<number> {
  const before = new Date(at.getTime() - reportTerms.keptDays * 24 * 3_600_000);
  const isOver = sql`coalesce(c.appeal_decided_at, c.decided_at, c.opened_at) < ${before}
    and c.state not in ('open', 'appealed')`;
  const erased = await sql`
    update reports r set name = null, email = null, language = null, explanation = null,
      law = null, reporter_id = null
    from cases c where c.id = r.case_id and ${isOver}
      and (r.explanation is not null or r.email is not null or r.reporter_id is not null)
    returning r.id`;
  await sql`
    update appeals a set text = null, reason = null, appellant_id = null from cases c
    where c.id = a.case_id and ${isOver} and a.side = 'reporter' and a.appellant_id is not null`;
  await sql`
    update cases c set appeal = null, appeal_reason = null, appealed_by = null
    where ${isOver} and appeal_side = 'reporter' and appealed_by is not null`;
  await sql`delete from notes using cases c where c.id = case_id and ${isOver}`;
  await sql`
    with old as (
      update cases c set reported = null where ${isOver} and reported is not null returning id
    ), clips as (
      delete from clip_uses where subject_id in (select id from old)
    )
    delete from evidence_images where subject_id in (select id from old)`;
  return erased.length;
}
