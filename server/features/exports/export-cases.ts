import type { UserExport } from '#contract/users/user-export.ts';
import type { cases, reports, stolenReports } from '../../database/schema/cases.ts';
import type { Sql } from '../../database/sql.ts';
import { reportStateColumns, reportStateOf } from '../moderation/own-cases.ts';
import { pagesOf } from './json-stream.ts';

type Case = typeof cases.$inferSelect;
type ReportRow = Pick<
  typeof reports.$inferSelect,
  'id' | 'reference' | 'reason' | 'explanation' | 'law' | 'createdAt'
> &
  Pick<Case, 'subjectKind' | 'outcome'> &
  Parameters<typeof reportStateOf>[0] & {
    ownAppeal: string | null;
    ownReason: string | null;
  };

/** What a user has reported, newest first, for `exportUser`. */
export function exportReports(sql: Sql, userId: string): AsyncIterable<UserExport['reports']> {
  return pagesOf(
    ({ cursor, count }) => sql<ReportRow[]>`
      select r.id, r.reference, r.reason, r.explanation, r.law, r.created_at as "createdAt",
        c.subject_kind as "subjectKind", c.outcome, ${reportStateColumns}, a.text as "ownAppeal",
        a.reason as "ownReason"
      from reports r join cases c on c.id = r.case_id
      left join appeals a on a.case_id = c.id and a.appellant_id = r.reporter_id
      where r.reporter_id = ${userId} and r.id < ${cursor} order by r.id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      reference: row.reference,
      subject: row.subjectKind,
      reason: row.reason,
      explanation: row.explanation ?? undefined,
      law: row.law ?? undefined,
      time: row.createdAt.toISOString(),
      state: reportStateOf(row),
      outcome: row.outcome ?? undefined,
      appeal: row.ownAppeal ?? undefined,
      appealReason: row.ownReason ?? undefined,
    }),
  );
}

type StolenRow = Pick<
  typeof stolenReports.$inferSelect,
  'id' | 'brand' | 'kind' | 'reference' | 'explanation' | 'createdAt'
>;

/** What a user has reported as stolen, newest first. */
export function exportStolen(sql: Sql, userId: string): AsyncIterable<UserExport['stolen']> {
  return pagesOf(
    ({ cursor, count }) => sql<StolenRow[]>`
      select id, brand, kind, reference, explanation, created_at as "createdAt" from stolen_reports
      where reporter_id = ${userId} and id < ${cursor} order by id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      brand: row.brand,
      kind: row.kind ?? undefined,
      reference: row.reference ?? undefined,
      explanation: row.explanation ?? undefined,
      time: row.createdAt.toISOString(),
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
      select c.id, subject_kind as "subjectKind", reported, c.outcome, ground, facts,
        suspended_until as "suspendedUntil", c.decided_at as "decidedAt", a.text as "ownAppeal",
        a.reason as "ownReason"
      from cases c left join appeals a on a.case_id = c.id and a.appellant_id = c.person_id
      where person_id = ${userId} and c.outcome <> 'dismissed' and c.id < ${cursor}
      order by c.id desc limit ${count}`,
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
