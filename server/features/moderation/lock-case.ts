import type { CaseOutcome, CaseState, SubjectKind } from '#contract/moderation/moderation-terms.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Actor, type LockedUser, lockActorAndSubject } from '../users/lock-user.ts';
import { adoptAppeals } from './appeal-rows.ts';
import { caseNotFound } from './read-case.ts';

export interface LockedCase {
  id: string;
  subjectKind: SubjectKind;
  subjectId: string;
  personId: string;
  productId: string | null;
  state: CaseState;
  outcome: CaseOutcome | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** The case whose dismissal or warning was appealed against. */
  reopens: string | null;
}

/**
 * Locks an admin and the person whom a case is about, then the case: whatever changes a case locks its person first.
 * @throws Problem not-signed-in, not-allowed when the actor is no admin any more; not-found, also when the person was removed
 */
export async function lockCaseForAdmin(
  tx: Tx,
  admin: Actor,
  id: string,
): Promise<{ known: LockedCase; person: LockedUser }> {
  const personId = await findPerson(tx, id);
  const { subject } = await lockActorAndSubject(tx, admin, personId, 'admin', 'cases').catch(
    (error) => {
      throw error instanceof Problem && error.code === 'not-found' ? caseNotFound() : error;
    },
  );
  return { known: await lockCase(tx, id), person: subject };
}

/** The person of a case never changes. @throws Problem not-found */
export async function findPerson(tx: Tx, caseId: string): Promise<string> {
  const [found] = await tx.sql<{ personId: string }[]>`
    select person_id as "personId" from cases where id = ${caseId}`;
  if (!found) throw caseNotFound();
  return found.personId;
}

/** @throws Problem not-found */
export async function lockCase(tx: Tx, id: string): Promise<LockedCase> {
  const [found] = await tx.sql<LockedCase[]>`
    select id, subject_kind as "subjectKind", subject_id as "subjectId", person_id as "personId",
      product_id as "productId", state, outcome, decided_by as "decidedBy",
      decided_at as "decidedAt", reopens
    from cases where id = ${id} for update`;
  if (!found) throw caseNotFound();
  await adoptAppeals(tx.sql, tx.sql`id = ${id}`);
  return found;
}
