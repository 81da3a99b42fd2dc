import type { ListedCase } from '#contract/moderation/cases.ts';
import type { CaseState, ReportReason } from '#contract/moderation/moderation-terms.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

export interface CaseFilter {
  /** `waiting` is open or appealed. */
  state: CaseState | 'waiting';
  reason?: ReportReason | undefined;
  /** The reference of a report, in any spelling; the state does not count then. */
  reference?: string | undefined;
  /** How many to read at most. */
  count: number;
  /** The id of the last case of the page before. */
  cursor?: string | undefined;
}

export interface ListedCaseRow {
  id: string;
  subjectKind: ListedCase['subject']['kind'];
  subjectId: string;
  state: CaseState;
  name: string | null;
  personId: string;
  personName: string | null;
  personEmail: string | null;
  reportCount: number;
  reasons: ListedCase['reasons'];
  hints: ListedCase['hints'];
  openedAt: Date;
  appealedAt: Date | null;
  outcome: ListedCase['outcome'] | null;
}

/** The columns of `listedCaseFrom`, for a statement that reads `cases c` and joins `users u` as the person. */
export const caseColumns = rawSql(`
  c.id, c.subject_kind as "subjectKind", c.subject_id as "subjectId", c.state,
  c.reported ->> 'name' as name, c.person_id as "personId",
  case when u.removed_at is null then u.name end as "personName",
  case when u.removed_at is null then u.email end as "personEmail",
  (select count(*)::int from reports r where r.case_id = c.id) as "reportCount",
  (select coalesce(json_agg(json_build_object('reason', reason, 'count', count)
      order by count desc, reason), '[]')
    from (select reason, count(*)::int as count from reports r where r.case_id = c.id
      group by reason) counted) as reasons,
  (select coalesce(json_agg(distinct kind), '[]') from case_hints h where h.case_id = c.id) as hints,
  c.opened_at as "openedAt", c.appealed_at as "appealedAt", c.outcome`);

/** The cases that wait for an admin, those that were opened first first; of other states the newest first. */
export async function listCases(sql: Sql, filter: CaseFilter): Promise<ListedCase[]> {
  const { state, reason, reference, count, cursor } = filter;
  const isWaiting = state === 'waiting';
  const after = cursor ? sql`and c.id ${rawSql(isWaiting ? '>' : '<')} ${cursor}` : sql``;
  const isListed =
    reference !== undefined
      ? sql`c.id in (select case_id from reports where reference = upper(trim(${reference}::text)))`
      : isWaiting
        ? sql`c.state in ('open', 'appealed')`
        : sql`c.state = ${state}`;
  const rows = await sql<ListedCaseRow[]>`
    select ${caseColumns} from cases c join users u on u.id = c.person_id
    where ${isListed}
      ${reason ? hasReason(sql, reason) : sql``} ${after}
    order by c.id ${rawSql(isWaiting ? 'asc' : 'desc')} limit ${count}`;
  return rows.map(listedCaseFrom);
}

function hasReason(sql: Sql, reason: ReportReason): Fragment {
  return sql`and exists (select from reports r where r.case_id = c.id and r.reason = ${reason})`;
}

export function listedCaseFrom(row: ListedCaseRow): ListedCase {
  const { id, subjectKind, subjectId, state, name, reportCount, reasons, openedAt } = row;
  const waitsSince =
    state === 'appealed' ? row.appealedAt : state === 'open' ? openedAt : undefined;
  return {
    _id: id,
    state,
    subject: { kind: subjectKind, id: subjectId, name: name ?? '' },
    person:
      row.personName !== null && row.personEmail !== null
        ? { _id: row.personId, name: row.personName, email: row.personEmail }
        : undefined,
    reports: reportCount,
    reasons,
    hints: row.hints,
    openedAt: openedAt.toISOString(),
    waitsSince: waitsSince?.toISOString(),
    outcome: row.outcome ?? undefined,
  };
}
