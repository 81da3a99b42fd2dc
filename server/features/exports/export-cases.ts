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

interface NoteRow {
  id: string;
  personId: string | null;
  bookingId: string | null;
  text: string;
  writtenAt: Date;
}

/**
 * What admins noted about a user, their sales and the cases about them, newest first, by the shop. What is noted while something
 * is decided could give it away, also to the other side of a sale.
 */
export function exportNotes(sql: Sql, userId: string): AsyncIterable<UserExport['notes']> {
  return pagesOf(
    ({ cursor, count }) => sql<NoteRow[]>`
      with own as (
        select id from notes where person_id = ${userId}
        union all
        select n.id from notes n join bookings b on b.id = n.booking_id
        where b.buyer_id = ${userId} or b.seller_id = ${userId}
        union all
        select n.id from notes n join cases c on c.id = n.case_id where c.person_id = ${userId}
      )
      select n.id, n.person_id as "personId", n.booking_id as "bookingId", n.text,
        n.written_at as "writtenAt"
      from own join notes n on n.id = own.id
      left join bookings b on b.id = n.booking_id
      where n.id < ${cursor}
        and not exists (
          select from cases c where c.state in ('open', 'appealed')
            and c.person_id in (${userId}, b.buyer_id, b.seller_id))
        and not exists (
          select from disputes d where d.booking_id = n.booking_id and d.state = 'open')
      order by n.id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      about: row.personId ? 'person' : row.bookingId ? 'sale' : 'case',
      bookingId: row.bookingId ?? undefined,
      author: 'shop',
      text: row.text,
      time: row.writtenAt.toISOString(),
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
