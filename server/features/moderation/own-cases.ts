import type { OwnDecision } from '#contract/moderation/cases.ts';
import {
  type AppealOutcome,
  type CaseState,
  type GroundKind,
  outcomesWithoutEffect,
} from '#contract/moderation/moderation-terms.ts';
import type { OwnReport } from '#contract/moderation/reports.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import { appealUntil } from './appeal.ts';
import { hasHints } from './read-hints.ts';
import { statementOf } from './statement.ts';

interface Part {
  userId: string;
  count: number;
  before: string;
}

/** The reader's own appeal. */
interface AppealColumns {
  appeal: string | null;
  appealedAt: Date | null;
  appealOutcome: AppealOutcome | null;
  appealReason: string | null;
  appealDecidedAt: Date | null;
}

const appealColumns = rawSql(`a.text as appeal, a.created_at as "appealedAt",
  a.outcome as "appealOutcome", a.reason as "appealReason", a.decided_at as "appealDecidedAt"`);

interface OwnReportRow extends AppealColumns {
  id: string;
  reference: string;
  kind: OwnReport['subject']['kind'];
  subjectId: string;
  productId: string | null;
  name: string | null;
  reason: OwnReport['reason'];
  explanation: string | null;
  law: string | null;
  createdAt: Date;
  state: CaseState;
  caseId: string;
  outcome: OwnDecision['outcome'] | null;
  decidedAt: Date | null;
  isReversed: boolean;
  outcomeAgain: OwnDecision['outcome'] | null;
  decidedAgainAt: Date | null;
}

/** The columns of `reportStateOf`, for a statement that reads `cases c` and joins the reader's own `appeals a`. */
export const reportStateColumns = rawSql(`c.state, a.created_at as "appealedAt",
  a.outcome as "appealOutcome",
  exists (select from appeals s where s.case_id = c.id and s.side = 'subject' and s.outcome = 'reversed')
    as "isReversed"`);

/** What who reported learns of the state of a case: their own appeal, and whether the decision is undone, by whatever. */
export function reportStateOf({
  state,
  appealedAt,
  appealOutcome,
  isReversed,
}: {
  state: CaseState;
  appealedAt: Date | null;
  appealOutcome: AppealOutcome | null;
  isReversed: boolean;
}): CaseState {
  if (state === 'open' || state === 'void') return state;
  if (isReversed) return 'reversed';
  return appealedAt === null ? 'decided' : (appealOutcome ?? 'appealed');
}

/** The reports of a user, the newest first, with their outcomes. */
export async function listOwnReports(
  sql: Sql,
  { userId, count, before }: Part,
  at: Date,
): Promise<OwnReport[]> {
  const rows = await sql<OwnReportRow[]>`
    select r.id, r.reference, c.subject_kind as kind, c.subject_id as "subjectId",
      c.product_id as "productId",
      case when u.removed_at is null then c.reported ->> 'name' end as name, r.reason,
      r.explanation, r.law, r.created_at as "createdAt", c.id as "caseId", c.outcome,
      c.decided_at as "decidedAt", ${reportStateColumns}, ${appealColumns},
      again.outcome as "outcomeAgain", again.decided_at as "decidedAgainAt"
    from reports r join cases c on c.id = r.case_id join users u on u.id = c.person_id
    left join appeals a on a.case_id = c.id and a.appellant_id = r.reporter_id
    left join lateral (
      select outcome, decided_at from cases where person_id = c.person_id and reopens = c.id
        and a.outcome = 'reversed' and outcome is not null
      order by id desc limit 1
    ) again on true
    where r.reporter_id = ${userId} and r.id < ${before} order by r.id desc limit ${count}`;
  return rows.map((row) => ({
    _id: row.id,
    reference: row.reference,
    subject: {
      kind: row.kind,
      name: row.name ?? undefined,
      productId: row.productId ?? undefined,
      sellerId: row.kind === 'user' ? row.subjectId : undefined,
    },
    reason: row.reason,
    explanation: row.explanation ?? '',
    law: row.law ?? undefined,
    time: row.createdAt.toISOString(),
    state: row.outcomeAgain === null ? reportStateOf(row) : 'decided',
    decision: reportDecisionOf(row, at),
  }));
}

function reportDecisionOf(row: OwnReportRow, at: Date): OwnReport['decision'] {
  const { caseId, outcome, decidedAt } = row;
  if (!outcome || !decidedAt) return undefined;
  const until = appealUntil(decidedAt);
  const isOpen = !row.appealedAt && outcomesWithoutEffect.includes(outcome) && until > at;
  return {
    _id: caseId,
    outcome: row.outcomeAgain ?? outcome,
    time: (row.decidedAgainAt ?? decidedAt).toISOString(),
    appealUntil: isOpen ? until.toISOString() : undefined,
    appeal: appealOf(row),
  };
}

interface OwnDecisionRow extends AppealColumns {
  id: string;
  kind: OwnDecision['subject']['kind'];
  productId: string | null;
  name: string | null;
  outcome: OwnDecision['outcome'];
  groundKind: GroundKind | null;
  ground: string | null;
  facts: string | null;
  suspendedUntil: Date | null;
  decidedAt: Date;
  wasCompared: boolean;
}

/** The decisions about a user and their content, the newest first. Dismissed reports are not told. */
export async function listOwnDecisions(
  sql: Sql,
  { userId, count, before }: Part,
  at: Date,
): Promise<OwnDecision[]> {
  const rows = await sql<OwnDecisionRow[]>`
    select c.id, subject_kind as kind, product_id as "productId", reported ->> 'name' as name,
      c.outcome, ground_kind as "groundKind", ground, facts, suspended_until as "suspendedUntil",
      c.decided_at as "decidedAt", ${hasHints}, ${appealColumns}
    from cases c left join appeals a on a.case_id = c.id and a.appellant_id = c.person_id
    where person_id = ${userId} and c.outcome <> 'dismissed' and c.id < ${before}
    order by c.id desc limit ${count}`;
  return rows.map((row) => {
    const { decidedAt, groundKind, ground } = row;
    const until = appealUntil(decidedAt);
    const decision = {
      kind: row.kind,
      name: row.name ?? '',
      outcome: row.outcome,
      ground: groundKind && ground !== null ? { kind: groundKind, text: ground } : undefined,
      facts: row.facts ?? '',
      until: row.suspendedUntil ?? undefined,
      decidedAt,
      wasCompared: row.wasCompared,
    };
    return {
      _id: row.id,
      subject: { kind: row.kind, name: decision.name, productId: row.productId ?? undefined },
      outcome: row.outcome,
      ground: decision.ground,
      facts: decision.facts,
      until: decision.until?.toISOString(),
      statement: statementOf(decision),
      time: decidedAt.toISOString(),
      // Only the person's own appeal: that of a reporter would reveal the report.
      state: row.appealedAt === null ? 'decided' : (row.appealOutcome ?? 'appealed'),
      appealUntil: row.appealedAt === null && until > at ? until.toISOString() : undefined,
      appeal: appealOf(row),
    };
  });
}

function appealOf(row: AppealColumns): OwnDecision['appeal'] {
  if (!row.appealedAt) return undefined;
  return {
    text: row.appeal ?? '',
    time: row.appealedAt.toISOString(),
    outcome: row.appealOutcome ?? undefined,
    reason: row.appealReason ?? undefined,
    decidedAt: row.appealDecidedAt?.toISOString(),
  };
}
