import {
  type AppealOutcome,
  type AppealSide,
  outcomesWithoutEffect,
  reportTerms,
} from '#contract/moderation-terms.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { type Actor, lockPresentUsersExclusively, requirePresent } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { reverseEffect } from './effects.ts';
import { findPerson, type LockedCase, lockCase, lockCaseForAdmin } from './lock-case.ts';
import { queueCaseMail, queueReporterMails } from './queue-case-mail.ts';
import { mayDecideAppeal } from './read-case.ts';
import { readSubject } from './subjects.ts';

/** Until when a decision can be appealed against: article 20 of the DSA. */
export function appealUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt);
  until.setUTCMonth(until.getUTCMonth() + reportTerms.appealMonths);
  return until;
}

/**
 * Appeals against a decision, once: whom it is about, or somebody who reported, when nothing was done.
 * @throws Problem not-signed-in; not-found for everybody else; conflict when it was appealed against before, or the time is over
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
  if (!side) throw new Problem('not-found', msg`There is no such decision`);
  if (known.state !== 'decided' || !known.decidedAt) {
    throw new Problem('conflict', msg`This decision has been appealed against before`);
  }
  if (appealUntil(known.decidedAt) <= at) {
    throw new Problem('conflict', msg`The time to appeal is over`);
  }
  await tx.sql`
    update cases set state = 'appealed', appeal_side = ${side}, appealed_by = ${callerId},
      appeal = ${text}, appealed_at = ${at}
    where id = ${id}`;
  const toReporter = side === 'reporter' && reportId !== undefined ? { reportId } : {};
  queueCaseMail(tx, { kind: 'appeal-received', caseId: id, ...toReporter }, at);
}

async function findReport(tx: Tx, caseId: string, userId: string): Promise<string | undefined> {
  const [report] = await tx.sql<{ id: string }[]>`
    select id from reports where case_id = ${caseId} and reporter_id = ${userId}`;
  return report?.id;
}

/** Nobody learns from an appeal that they were reported: a dismissed report is unknown to whom it was about. */
function sideOf(
  { personId, outcome }: LockedCase,
  callerId: string,
  reportId: string | undefined,
): AppealSide | undefined {
  if (outcome === null) return undefined;
  if (callerId === personId) return outcome === 'dismissed' ? undefined : 'subject';
  return reportId !== undefined && outcomesWithoutEffect.includes(outcome) ? 'reporter' : undefined;
}

/**
 * Decides an appeal. `reversed` undoes the effect, as far as nothing else has happened since; when the decision was to do
 * nothing, it opens the case again.
 * @throws Problem not-signed-in, not-allowed; not-found; conflict when it is not appealed, or for another admin
 */
export async function decideAppeal(
  tx: Tx,
  admin: Actor,
  { id, outcome, reason }: { id: string; outcome: AppealOutcome; reason: string },
  at: Date,
): Promise<void> {
  const { known, person } = await lockCaseForAdmin(tx, admin, id);
  if (known.state !== 'appealed' || known.outcome === null) {
    throw new Problem('conflict', msg`There is no appeal to decide`);
  }
  if (known.appealedBy === admin.id || !(await mayDecideAppeal(tx.sql, known, admin.id))) {
    throw new Problem('conflict', msg`Another admin decides this appeal`);
  }
  await tx.sql`
    update cases set state = ${outcome}, appeal_decided_by = ${admin.id},
      appeal_decided_at = ${at}, appeal_reason = ${reason}
    where id = ${id}`;
  if (outcome === 'reversed') {
    const reference = { kind: known.subjectKind, id: known.subjectId, personId: known.personId };
    if (known.appealSide === 'reporter') await openAgain(tx, known, at);
    else await reverseEffect(tx, reference, known.outcome, at);
  }
  await writeAuditEntry(
    tx,
    { action: 'appeal-decided', actorId: admin.id, subject: person, about: outcome, reason },
    at,
  );
  await tellOfAppeal(tx, known, outcome, at);
}

/** Who has appealed is told, and who reported when what was done about it is undone. */
async function tellOfAppeal(
  tx: Tx,
  { id, appealSide, appealedBy }: LockedCase,
  outcome: AppealOutcome,
  at: Date,
): Promise<void> {
  const kind = 'appeal-decided';
  if (appealSide === 'subject') {
    queueCaseMail(tx, { kind, caseId: id }, at);
    if (outcome === 'reversed') await queueReporterMails(tx, kind, id, at);
    return;
  }
  const reportId = appealedBy === null ? undefined : await findReport(tx, id, appealedBy);
  if (reportId !== undefined) queueCaseMail(tx, { kind, caseId: id, reportId }, at);
}

/** Opens a case about the same subject, unless one is open, or the subject is gone. */
async function openAgain(tx: Tx, earlier: LockedCase, at: Date): Promise<void> {
  const { subjectKind, subjectId } = earlier;
  const subject = await readSubject(tx.sql, { kind: subjectKind, id: subjectId });
  if (!subject) return;
  const caseId = newId(at);
  const opened = await tx.sql`
    insert into cases (id, subject_kind, subject_id, person_id, product_id, state, opened_at,
      reported, reopens)
    values (${caseId}, ${subjectKind}, ${subjectId}, ${subject.personId}, ${subject.productId},
      'open', ${at}, ${JSON.stringify(subject.content)}::jsonb, ${earlier.id})
    on conflict (subject_kind, subject_id) where state = 'open' do nothing returning id`;
  if (opened.length > 0) await saveEvidence(tx, caseId, subject.imageIds.slice(0, 6));
}
