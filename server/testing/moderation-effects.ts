import type { CaseOutcome, SubjectKind } from '#contract/moderation/moderation-terms.ts';
import { transaction } from '../database/transaction.ts';
import { applyEffect, type Effect, reverseEffect } from '../features/moderation/effects.ts';
import { readSubject } from '../features/moderation/subjects.ts';
import type { TestShop } from './test-shop.ts';

interface Reference {
  kind: SubjectKind;
  id: string;
}

/** What decisions do, without a case; afterwards the caches of this shop know it. */
export function moderationEffects(shop: () => TestShop) {
  async function withPerson(subject: Reference) {
    const found = await readSubject(shop().database.sql, subject);
    if (!found) throw new Error(`There is no ${subject.kind} ${subject.id}`);
    return { ...subject, personId: found.personId };
  }

  async function apply(subject: Reference, effect: Effect, at = new Date()): Promise<void> {
    const known = await withPerson(subject);
    await transaction(shop().database, (tx) => applyEffect(tx, known, effect, at));
    await shop().catalogue.refreshAfterCommit();
  }

  async function reverse(subject: Reference, outcome: CaseOutcome, at = new Date()): Promise<void> {
    const known = await withPerson(subject);
    await transaction(shop().database, (tx) => reverseEffect(tx, known, outcome, at));
    await shop().catalogue.refreshAfterCommit();
  }

  return {
    apply,
    reverse,
    hide: (productId: string, outcome: 'hidden' | 'removed' = 'hidden', at?: Date) =>
      apply({ kind: 'product', id: productId }, { outcome }, at),
    suspend: (userId: string, until: Date | null = null, at?: Date) =>
      apply({ kind: 'user', id: userId }, { outcome: 'suspended', until }, at),
    limit: (userId: string) => apply({ kind: 'user', id: userId }, { outcome: 'limited' }),
  };
}
