import type { UserExport } from '#contract/user-export.ts';
import type { cases, reports } from '../../database/schema/cases.ts';
import type { Sql } from '../../database/sql.ts';
import { pagesOf } from './json-stream.ts';

type Case = typeof cases.$inferSelect;
type ReportRow = Pick<
  typeof reports.$inferSelect,
  'id' | 'reference' | 'reason' | 'explanation' | 'law' | 'createdAt'
> &
  Pick<Case, 'subjectKind' | 'state' | 'outcome'> & { ownAppeal: string | null };

/** What a user has reported, newest first, for `exportUser`. */
export function exportReports(sql: Sql, userId: string): AsyncIterable<UserExport['reports']> {
  return pagesOf(
    ({ cursor, count }) => sql<ReportRow[]>`
      select r.id, r.reference, r.reason, r.explanation, r.law, r.created_at as "createdAt",
        c.subject_kind as "subjectKind", c.state, c.outcome,
        case when c.appealed_by = r.reporter_id then c.appeal end as "ownAppeal"
      from reports r join cases c on c.id = r.case_id
      where r.reporter_id = ${userId} and r.id < ${cursor} order by r.id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      reference: row.reference,
      subject: row.subjectKind,
      reason: row.reason,
      explanation: row.explanation ?? undefined,
      law: row.law ?? undefined,
      time: row.createdAt.toISOString(),
      // That the other side has appealed is told when it is decided.
      state: row.state === 'appealed' && row.ownAppeal === null ? 'decided' : row.state,
      outcome: row.outcome ?? undefined,
      appeal: row.ownAppeal ?? undefined,
    }),
  );
}

type DecisionRow = Pick<
  Case,
  'id' | 'subjectKind' | 'reported' | 'ground' | 'facts' | 'suspendedUntil'
> & {
  outcome: NonNullable<Case['outcome']>;
  decidedAt: Date;
  ownAppeal: string | null;
  ownReason: string | null;
};

/** The decisions about a user, newest first. Who reported, and what they wrote, is in none of them. */
export function exportDecisions(sql: Sql, userId: string): AsyncIterable<UserExport['decisions']> {
  return pagesOf(
    ({ cursor, count }) => sql<DecisionRow[]>`
      select id, subject_kind as "subjectKind", reported, outcome, ground, facts,
        suspended_until as "suspendedUntil", decided_at as "decidedAt",
        case when appeal_side = 'subject' then appeal end as "ownAppeal",
        case when appeal_side = 'subject' then appeal_reason end as "ownReason"
      from cases
      where person_id = ${userId} and outcome <> 'dismissed' and id < ${cursor}
      order by id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      subject: row.subjectKind,
      reported: row.reported,
      outcome: row.outcome,
      ground: row.ground ?? undefined,
      facts: row.facts ?? undefined,
      until: row.suspendedUntil?.toISOString(),
      time: row.decidedAt.toISOString(),
      appeal: row.ownAppeal ?? undefined,
      appealReason: row.ownReason ?? undefined,
    }),
  );
}
