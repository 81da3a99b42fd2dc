import type { Category } from '#contract/constants.ts';
import {
  type CheckAnswer,
  checkChecks,
  checkFacts,
  type Fact,
} from '#contract/instruments/facts.ts';
import { type Kind, kindWithId, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { msg } from '#contract/text.ts';
import type { FieldError } from '../../core/problem.ts';
import { attributesOf } from '../instruments/kind-attributes.ts';
import { kindOfName } from '../instruments/kind-of-name.ts';

/** What a listing says of its kind, as it is stored. */
export interface StoredAnswers {
  kind: string | null;
  /** Null in what a server of an earlier version has listed, until a job has read its name. */
  kindFrom: 'seller' | 'name' | null;
  /**
   * This includes answers that the current kind is not asked, which no one sees until the listing has such a kind
   * again.
   */
  facts: Record<string, Fact> | null;
  checks: Record<string, CheckAnswer> | null;
}

interface Before extends StoredAnswers {
  name: string;
  category: Category | null;
}

interface SentAnswers {
  kind?: string | undefined;
  name?: string | undefined;
  category?: Category | '' | undefined;
  facts?: Readonly<Record<string, Fact | ''>> | undefined;
  checks?: Readonly<Record<string, CheckAnswer | ''>> | undefined;
}

/**
 * What is stored once these answers have come: the kind that the seller says, or else the one that the name says, and the
 * answers to what that kind is asked, beside those to what other kinds are asked.
 * @returns also what is wrong, by the names of the fields of the call
 */
export function answersToStore(
  sent: SentAnswers,
  before?: Before,
): { stored: StoredAnswers; errors: FieldError[] } {
  const { kindId, kindFrom, errors } = kindToStore(sent, before);
  const kind = kindId === null ? undefined : kindWithId(kindId);
  const facts = merge(sent.facts, before?.facts, {
    field: 'facts',
    check: kind && ((answers) => checkFacts({ attributes: attributesOf(kind) }, answers)),
  });
  const checks = merge(sent.checks, before?.checks, {
    field: 'checks',
    check: kind && ((answers) => checkChecks({ checks: checksOf(kind) }, answers)),
  });
  return {
    stored: { kind: kindId, kindFrom, facts: facts.merged, checks: checks.merged },
    errors: errors.length > 0 ? errors : [...facts.errors, ...checks.errors],
  };
}

function kindToStore(sent: SentAnswers, before: Before | undefined) {
  const errors: FieldError[] = [];
  // An answer that repeats the name, as an export does, says nothing new.
  const isRepeated = sent.kind !== '' && sent.kind === before?.kind;
  if (sent.kind !== undefined && !isRepeated) {
    const kind = kindWithId(sent.kind);
    const isKnown = sent.kind === '' || (kind !== undefined && !kind.isHidden);
    if (!isKnown) errors.push({ field: 'kind', message: msg`There is no such kind of instrument` });
    return { kindId: kind?.kind ?? null, kindFrom: 'seller' as const, errors };
  }
  const { name = before?.name ?? '', category = before?.category } = sent;
  const isAsNamed = name === before?.name && (category || null) === before.category;
  if (before?.kindFrom === 'seller' || (before?.kindFrom === 'name' && isAsNamed)) {
    return { kindId: before.kind, kindFrom: before.kindFrom, errors };
  }
  return { ...kindFromName(name, category || undefined), errors };
}

/** The columns of a listing whose seller has not chosen its kind. */
export function kindFromName(name: string, category: Category | undefined) {
  return { kindId: kindOfName(name, category)?.kind ?? null, kindFrom: 'name' as const };
}

interface Checked<Answer> {
  answers: Record<string, Answer>;
  former: Record<string, Answer>;
  errors: FieldError[];
}

/** The answers of before with those that were sent; an empty one is taken away. */
function merge<Answer>(
  sent: Readonly<Record<string, Answer | ''>> | undefined,
  before: Readonly<Record<string, Answer>> | null | undefined,
  {
    field,
    check,
  }: {
    field: string;
    check: ((answers: Readonly<Record<string, unknown>>) => Checked<Answer>) | undefined;
  },
): { merged: Record<string, Answer> | null; errors: readonly FieldError[] } {
  const entries = Object.entries(sent ?? {});
  const given = Object.fromEntries(entries.filter(([, answer]) => answer !== ''));
  const merged = new Map(Object.entries(before ?? {}));
  for (const [id, answer] of entries) if (answer === '') merged.delete(id);
  let errors: readonly FieldError[] = [];
  if (Object.keys(given).length > 0) {
    const checked = check?.(given);
    errors = checked?.errors ?? [{ field, message: msg`Choose the kind of instrument first` }];
    for (const [id, answer] of Object.entries({ ...checked?.answers, ...checked?.former })) {
      merged.set(id, answer);
    }
  }
  return { merged: merged.size === 0 ? null : Object.fromEntries(merged), errors };
}

/** The stored answers that belong to the current kind, and those that are no longer asked for. */
export function shownAnswers({
  kind: kindId,
  kindFrom,
  facts,
  checks,
}: Omit<StoredAnswers, 'checks'> & Partial<StoredAnswers>): Pick<
  SingleProduct,
  'kind' | 'kindFrom' | 'facts' | 'checks'
> {
  const kind = kindId === null ? undefined : kindWithId(kindId);
  // Undefined stands for what is stored.
  if (!kind) return { kind: undefined, kindFrom: undefined, facts: undefined, checks: undefined };
  const attributes = attributesOf(kind);
  return {
    kind: kind.kind,
    kindFrom: kindFrom ?? undefined,
    facts: shownOf(facts, attributes, (answers) => checkFacts({ attributes }, answers)),
    checks: shownOf(checks, checksOf(kind), (answers) =>
      checkChecks({ checks: checksOf(kind) }, answers),
    ),
  };
}

function shownOf<Answer>(
  stored: Readonly<Record<string, Answer>> | null | undefined,
  asked: readonly { id: string }[],
  check: (answers: Readonly<Record<string, unknown>>) => Checked<Answer>,
): Record<string, Answer> | undefined {
  if (!stored) return undefined;
  const ofKind = asked.flatMap(({ id }) => {
    const answer = stored[id];
    return answer === undefined ? [] : [[id, answer] as const];
  });
  const { answers, former } = check(Object.fromEntries(ofKind));
  const shown = { ...answers, ...former };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

function checksOf(kind: Kind) {
  const { checks } = shopInstruments();
  return kind.checks.flatMap((id) => {
    const check = checks[id];
    return check ? [{ id, former: check.former }] : [];
  });
}
