import {
  type AppealOutcome,
  type AppealSide,
  outcomesWithoutEffect,
  reportTerms,
} from '#contract/moderation/moderation-terms.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Actor, lockPresentUsersExclusively, requirePresent } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { updateAppealedCases } from './appeal-rows.ts';
import { reverseEffect } from './effects.ts';
import { saveReportedFiles } from './file-report.ts';
import { findPerson, type LockedCase, lockCase, lockCaseForAdmin } from './lock-case.ts';
import { queueCaseMail, queueReporterMails } from './queue-case-mail.ts';
import { mayDecideAppeal } from './read-case.ts';
import { readSubject } from './subjects.ts';

/** The end of the time to appeal against a decision: article 20 of the DSA. */
export function appealUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt);
  until.setUTCMonth(until.getUTCMonth() + reportTerms.appealMonths);
  return until;
}

/**
 * Appeals against a decision, once for each: whom it is about, and who reported, when nothing was done. Neither learns
 * of the other's appeal, so nothing here depends on it.
 * @throws Problem not-signed-in; not-found for everyone else; conflict when the caller has appealed before, or the time
 * is over
 */
export async function appealDecision(
  tx: Tx,
  callerId: string,
  { id, text }: { id: string; text: string },
  at: Date,
): Promise<void> {
  const personId = await findPerson(tx, id);
  requirePresent(await lockPresentUsersExclusively(tx, [callerId, personId]), callerId);
  const known = await lockCase(tx, id);
  const reportId = await findReport(tx, id, callerId);
  const side = sideOf(known, callerId, reportId);
  if (!side || !known.decidedAt) {
    throw new Problem('not-found', msg`There is no such decision`);
  }
  if (appealUntil(known.decidedAt) <= at) {
    throw new Problem('conflict', msg`The time to appeal is over`);
  }
  const added = await tx.sql`
    insert into appeals (id, case_id, side, appellant_id, text, created_at)
    values (${newId(at)}, ${id}, ${side}, ${callerId}, ${text}, ${at})
    on conflict (case_id, appellant_id) do nothing returning id`;
  if (added.length === 0) {
    throw new Problem('conflict', msg`You have appealed against this decision before`);
  }
  updateAppealedCases(tx.write, tx.sql`case_id = ${id}`);
  const toReporter = side === 'reporter' && reportId !== undefined ? { reportId } : {};
  queueCaseMail(tx, { kind: 'appeal-received', caseId: id, ...toReporter }, at);
}

async function findReport(tx: Tx, caseId: string, userId: string): Promise<string | undefined> {
  const [report] = await tx.sql<{ id: string }[]>`
    select id from reports where case_id = ${caseId} and reporter_id = ${userId}`;
  return report?.id;
}

/** No one learns from an appeal that they were reported: a dismissed report is unknown to the reported person. */
function sideOf(
  { personId, outcome }: LockedCase,
  callerId: string,
  reportId: string | undefined,
): AppealSide | undefined {
  if (outcome === null) return undefined;
  if (callerId === personId) return outcome === 'dismissed' ? undefined : 'subject';
  return reportId !== undefined && outcomesWithoutEffect.includes(outcome) ? 'reporter' : undefined;
}

interface Appeal {
  id: string;
  side: AppealSide;
  /** Null when who reported was erased. */
  appellantId: string | null;
}

interface AppealDecision {
  id: string;
  /** The id of the appeal; it can be left out while one waits. */
  appealId?: string | undefined;
  outcome: AppealOutcome;
  reason: string;
}

/**
 * Decides an appeal of one side; those of others go on waiting, and are decided for themselves, whatever becomes of this one. For
 * whom the decision is about, `reversed` undoes the effect, as far as nothing else has happened since. For who reported it opens
 * the case again, and leaves the decision as it is: a warning stays, and can still be reversed by an appeal of the person.
 * @throws Problem not-signed-in, not-allowed; not-found; conflict when it is decided, not named, or for another admin
 */
export async function decideAppeal(
  tx: Tx,
  admin: Actor,
  { id, appealId, outcome, reason }: AppealDecision,
  at: Date,
): Promise<void> {
  const { known, person } = await lockCaseForAdmin(tx, admin, id);
  const appeal = await findWaiting(tx, id, appealId);
  if (!(await mayDecideAppeal(tx.sql, known, admin.id))) {
    throw new Problem('conflict', msg`Another admin decides this appeal`);
  }
  await tx.sql`
    update appeals set outcome = ${outcome}, decided_by = ${admin.id}, decided_at = ${at},
      reason = ${reason}
    where id = ${appeal.id}`;
  // Before the effect: a decision that is reversed is no longer in force.
  await updateAppealedCases(tx.sql, tx.sql`case_id = ${id}`);
  if (outcome === 'reversed') await grant(tx, known, appeal, at);
  await writeAuditEntry(
    tx,
    { action: 'appeal-decided', actorId: admin.id, subject: person, about: outcome, reason },
    at,
  );
  const kind = 'appeal-decided';
  if (appeal.side === 'subject') queueCaseMail(tx, { kind, caseId: id }, at);
  const reportId =
    appeal.side === 'reporter' && appeal.appellantId !== null
      ? await findReport(tx, id, appeal.appellantId)
      : undefined;
  if (reportId !== undefined) queueCaseMail(tx, { kind, caseId: id, reportId }, at);
}

async function findWaiting(tx: Tx, caseId: string, appealId: string | undefined): Promise<Appeal> {
  const isNamed = appealId === undefined ? tx.sql`` : tx.sql`and id = ${appealId}`;
  const [appeal, another] = await tx.sql<Appeal[]>`
    select id, side, appellant_id as "appellantId" from appeals
    where case_id = ${caseId} and decided_at is null ${isNamed} order by id limit 2`;
  if (!appeal) throw new Problem('conflict', msg`There is no appeal to decide`);
  if (another) {
    throw new Problem('conflict', msg`Several appeals are waiting: choose the one you decide`);
  }
  return appeal;
}

/** The reporter is told when the action on their report is undone, and not by whom. */
async function grant(tx: Tx, known: LockedCase, { side }: Appeal, at: Date): Promise<void> {
  const { id, subjectKind: kind, subjectId, personId, outcome } = known;
  if (side === 'reporter') return openAgain(tx, known, at);
  if (outcome !== null) await reverseEffect(tx, { kind, id: subjectId, personId }, outcome, at);
  await queueReporterMails(tx, 'decision-changed', { caseId: id }, at);
}

/** Opens a case about the same subject, unless the subject is gone; one that is open stands for it. */
async function openAgain(tx: Tx, earlier: LockedCase, at: Date): Promise<void> {
  const { subjectKind, subjectId } = earlier;
  const subject = await readSubject(tx.sql, { kind: subjectKind, id: subjectId });
  if (!subject) return;
  const caseId = newId(at);
  const opened = await tx.sql<{ id: string }[]>`
    insert into cases (id, subject_kind, subject_id, person_id, product_id, state, opened_at,
      reported, reopens)
    values (${caseId}, ${subjectKind}, ${subjectId}, ${subject.personId}, ${subject.productId},
      'open', ${at}, ${JSON.stringify(subject.content)}::jsonb, ${earlier.id})
    on conflict (subject_kind, subject_id) where state = 'open'
      do update set reopens = coalesce(cases.reopens, excluded.reopens)
    returning id`;
  if (opened[0]?.id === caseId) await saveReportedFiles(tx, caseId, subject);
}
