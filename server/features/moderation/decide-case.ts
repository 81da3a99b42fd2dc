import type { Ground } from '#contract/moderation/cases.ts';
import { type CaseOutcome, outcomesFor } from '#contract/moderation/moderation-terms.ts';
import { msg } from '#contract/text.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Actor } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { applyEffect } from './effects.ts';
import { lockCaseForAdmin } from './lock-case.ts';
import { tellOlderSellers } from './older-seller-mail.ts';
import { queueCaseMail, queueReporterMails } from './queue-case-mail.ts';
import { goneVersion } from './read-case.ts';
import { readSubject } from './subjects.ts';

interface Decision {
  id: string;
  outcome: CaseOutcome;
  ground?: Ground | undefined;
  facts: string;
  until?: Date | undefined;
  /** The version of the subject that the admin has read. */
  version: string;
  /** The older listings with a near picture whose sellers are told. */
  tell?: readonly string[] | undefined;
}

/**
 * Decides an open case: the effect, the statement of reasons and the mails to both sides in one transaction.
 * @throws Problem not-signed-in, not-allowed; not-found; bad-input when the outcome does not fit, the end of a suspension is
 *   over, or a seller cannot be told; conflict when the admin is whom it is about, when it was decided before, or when the subject is not that version
 */
export async function decideCase(
  tx: Tx,
  admin: Actor,
  decision: Decision,
  at: Date,
): Promise<void> {
  const { id, outcome, ground, facts, until, version, tell = [] } = decision;
  const { known, person } = await lockCaseForAdmin(tx, admin, id);
  if (known.personId === admin.id) {
    throw new Problem('conflict', msg`This is about you: another admin decides it`);
  }
  if (known.state !== 'open') {
    throw new Problem('conflict', msg`This case has been decided. Read it again.`);
  }
  if (!outcomesFor[known.subjectKind].includes(outcome)) {
    throw badInput([{ field: 'outcome', message: msg`This outcome does not fit a person` }]);
  }
  if (until && until <= at) {
    throw badInput([{ field: 'until', message: msg`Choose an end in the future` }]);
  }
  const subject = await readSubject(tx.sql, { kind: known.subjectKind, id: known.subjectId });
  if ((subject?.version ?? goneVersion) !== version) {
    throw new Problem(
      'conflict',
      msg`What was reported has changed since you read it. Look at it again, then decide.`,
    );
  }
  if (!subject && (outcome === 'hidden' || outcome === 'removed')) {
    throw new Problem('conflict', msg`What was reported is gone: there is nothing to hide`);
  }
  await tellOlderSellers(tx, { caseId: id, adminId: admin.id, productIds: tell }, at);
  const reference = { kind: known.subjectKind, id: known.subjectId, personId: known.personId };
  if (outcome === 'suspended') {
    await applyEffect(tx, reference, { outcome, until: until ?? null }, at);
  } else if (outcome !== 'dismissed' && outcome !== 'warned') {
    await applyEffect(tx, reference, { outcome }, at);
  }
  await tx.sql`
    update cases set state = 'decided', outcome = ${outcome}, decided_by = ${admin.id},
      decided_at = ${at}, ground_kind = ${ground?.kind ?? null}, ground = ${ground?.text ?? null},
      facts = ${facts}, suspended_until = ${until ?? null}
    where id = ${id}`;
  await writeAuditEntry(
    tx,
    { action: 'case-decided', actorId: admin.id, subject: person, about: outcome, reason: facts },
    at,
  );
  // A person does not learn of reports in which nothing was found.
  if (outcome !== 'dismissed') queueCaseMail(tx, { kind: 'decision-made', caseId: id }, at);
  const { reopens } = known;
  await queueReporterMails(tx, 'report-decided', { caseId: id, reopens }, at);
}
