import type { OwnDecision } from '#contract/cases.ts';
import {
  type AppealSide,
  type GroundKind,
  outcomesWithoutEffect,
} from '#contract/moderation-terms.ts';
import type { OwnReport } from '#contract/reports.ts';
import type { Sql } from '../../database/sql.ts';
import { appealUntil } from './appeal.ts';
import { statementOf } from './statement.ts';

interface Part {
  userId: string;
  count: number;
  before: string;
}

interface AppealColumns {
  appealSide: AppealSide | null;
  appeal: string | null;
  appealedAt: Date | null;
  appealReason: string | null;
}

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
  state: OwnReport['state'];
  caseId: string;
  outcome: OwnDecision['outcome'] | null;
  decidedAt: Date | null;
  isOwnAppeal: boolean;
}

/** What somebody has reported, the newest first, and what became of it. */
export async function listOwnReports(
  sql: Sql,
  { userId, count, before }: Part,
  at: Date,
): Promise<OwnReport[]> {
  const rows = await sql<OwnReportRow[]>`
    select r.id, r.reference, c.subject_kind as kind, c.subject_id as "subjectId",
      c.product_id as "productId",
      case when u.removed_at is null then c.reported ->> 'name' end as name, r.reason,
      r.explanation, r.law, r.created_at as "createdAt", c.state, c.id as "caseId", c.outcome,
      c.decided_at as "decidedAt", c.appeal_side as "appealSide", c.appeal,
      c.appealed_at as "appealedAt", c.appeal_reason as "appealReason",
      coalesce(c.appealed_by = r.reporter_id, false) as "isOwnAppeal"
    from reports r join cases c on c.id = r.case_id join users u on u.id = c.person_id
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
    // That the other side has appealed is told when it is decided.
    state: row.state === 'appealed' && !row.isOwnAppeal ? 'decided' : row.state,
    decision: reportDecisionOf(row, at),
  }));
}

function reportDecisionOf(row: OwnReportRow, at: Date): OwnReport['decision'] {
  const { caseId, outcome, decidedAt, state } = row;
  if (!outcome || !decidedAt) return undefined;
  const until = appealUntil(decidedAt);
  const isOpen = state === 'decided' && outcomesWithoutEffect.includes(outcome) && until > at;
  return {
    _id: caseId,
    outcome,
    time: decidedAt.toISOString(),
    appealUntil: isOpen ? until.toISOString() : undefined,
    appeal: row.isOwnAppeal ? appealOf(row) : undefined,
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
  state: OwnDecision['state'];
}

/** What was decided about somebody and what is theirs, the newest first. Dismissed reports are not told. */
export async function listOwnDecisions(
  sql: Sql,
  { userId, count, before }: Part,
  at: Date,
): Promise<OwnDecision[]> {
  const rows = await sql<OwnDecisionRow[]>`
    select id, subject_kind as kind, product_id as "productId", reported ->> 'name' as name,
      outcome, ground_kind as "groundKind", ground, facts, suspended_until as "suspendedUntil",
      decided_at as "decidedAt", state, appeal_side as "appealSide", appeal,
      appealed_at as "appealedAt", appeal_reason as "appealReason"
    from cases
    where person_id = ${userId} and outcome <> 'dismissed' and id < ${before}
    order by id desc limit ${count}`;
  return rows.map((row) => {
    const { decidedAt, groundKind, ground } = row;
    const until = appealUntil(decidedAt);
    const isOwnAppeal = row.appealSide === 'subject';
    // That somebody who reported has appealed would tell that somebody did.
    const state = row.appealSide === 'reporter' ? 'decided' : row.state;
    const decision = {
      kind: row.kind,
      name: row.name ?? '',
      outcome: row.outcome,
      ground: groundKind && ground !== null ? { kind: groundKind, text: ground } : undefined,
      facts: row.facts ?? '',
      until: row.suspendedUntil ?? undefined,
      decidedAt,
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
      state,
      appealUntil: row.state === 'decided' && until > at ? until.toISOString() : undefined,
      appeal: isOwnAppeal ? appealOf(row) : undefined,
    };
  });
}

function appealOf({ appeal, appealedAt, appealReason }: AppealColumns) {
  if (!appealedAt) return undefined;
  return {
    text: appeal ?? '',
    time: appealedAt.toISOString(),
    reason: appealReason ?? undefined,
  };
}
