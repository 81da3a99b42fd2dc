import { z } from 'zod';
import { checkAnswers, type Fact } from '#contract/instruments/facts.ts';
import type { KindAttribute } from '#contract/instruments/instrument-calls.ts';
import type { KindDetails } from '../../instruments/queries.ts';

/** Answers as they were typed, by the ids of attributes or checks. Drafts store them as JSON. */
export type TypedAnswers = Readonly<Record<string, string>>;

export function typedAnswers(stored: string): TypedAnswers {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(stored));
  } catch {
    // Somebody else has written the draft.
    return {};
  }
}

/** The same with one other answer; an empty one is none. */
export function withAnswer(stored: string, id: string, answer: string): string {
  const { [id]: _, ...others } = typedAnswers(stored);
  return JSON.stringify(answer === '' ? others : { ...others, [id]: answer });
}

/** The facts that a form asks, in its order: those that are fields of the listing have a place of their own. */
export function askedFacts({ attributes }: KindDetails): KindAttribute[] {
  return attributes.filter(({ field }) => field === undefined);
}

/** As the call has it. What is no number is left to be refused. */
export function factOf({ type }: KindAttribute, typed: string): Fact {
  const text = typed.trim();
  const number = Number(text.replace(',', '.'));
  return type === 'number' && text !== '' && !Number.isNaN(number) ? number : text;
}

/** What a listing says to all that its kind is asked, empty where it says nothing; answers to other kinds are left out. */
export function answersOf(kind: KindDetails, typed: { facts: string; checks: string }) {
  const [facts, checks] = [typedAnswers(typed.facts), typedAnswers(typed.checks)];
  return {
    facts: Object.fromEntries(
      askedFacts(kind).map((attribute) => [
        attribute.id,
        factOf(attribute, facts[attribute.id] ?? ''),
      ]),
    ),
    checks: Object.fromEntries(
      kind.checks.map(({ id }) => [
        id,
        checkAnswers.find((one) => one === checks[id]) ?? ('' as const),
      ]),
    ),
  };
}

export type Answers = ReturnType<typeof answersOf>;

/** Those that differ from what was said before, of all that is asked. Undefined when none does. */
export function changedAnswers<Answer extends Fact>(
  asked: Readonly<Record<string, Answer>> = {},
  before: Readonly<Record<string, Fact>> = {},
): Record<string, Answer> | undefined {
  const changed = Object.entries(asked).filter(([id, answer]) => answer !== (before[id] ?? ''));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
