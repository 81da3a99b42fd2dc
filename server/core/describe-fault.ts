import type { SaidText } from '#contract/said-text.ts';
import { msg, plural, type Text } from '#contract/text.ts';
import { isDiskFull } from './disk-full.ts';
import { isOutage } from './outage.ts';
import { Problem, type ProblemText, saidText } from './problem.ts';

/** Kinds of failures of several that are named. */
const namedKinds = 3;
const sqlStates = /^[0-9A-Z]{5}$/;

/**
 * What went wrong, for an admin, in English sentences that pages can say in their language. Messages of errors may contain
 * personal data, so only those of problems, which are written for people, are in it; of other errors it tells the kind and
 * the code.
 */
export function describeFault(error: unknown): SaidText[] {
  return sentencesOf(error).map(saidText);
}

/** The same as it is stored. `readFault` reads it. */
export function storedFault(error: unknown): string {
  return JSON.stringify(describeFault(error));
}

/** A stored fault. Earlier versions stored its English words alone. */
export function readFault(stored: string | null): { error?: string; errorTexts?: SaidText[] } {
  if (stored === null) return {};
  if (!stored.startsWith('[')) return { error: stored };
  const errorTexts = JSON.parse(stored) as SaidText[];
  return { error: inWords(errorTexts), errorTexts };
}

/** In English, for the log. */
export function inWords(texts: readonly SaidText[]): string {
  return texts.map(({ message }) => message).join('; ');
}

function sentencesOf(error: unknown): ProblemText[] {
  if (error instanceof AggregateError) return sentencesOfSeveral(error.errors);
  if (isDiskFull(error)) return [msg`The disk is full`];
  if (error instanceof Problem) return [error.text];
  const { name, code, responseCode, cause } = (error ?? {}) as Fault;
  if (name === 'MailUnavailable') return [mailServerAway(codeOf(cause))];
  if (typeof responseCode === 'number') return [msg`The mail server refused it (${responseCode})`];
  if (isOutage(error)) return [serverAway(codeOf(error))];
  if (typeof code === 'string' && sqlStates.test(code)) {
    return [msg`The database refused a statement (${code})`];
  }
  if (cause instanceof Error) return sentencesOf(cause);
  if (!(error instanceof Error)) return [msg`The reason is unknown`];
  const ownCode = codeOf(error);
  const kind = ownCode === undefined ? error.name : `${error.name} (${ownCode})`;
  return [msg`Unexpected: ${kind}`];
}

interface Fault {
  name?: unknown;
  code?: unknown;
  /** The answer of the mail server, in errors of nodemailer. */
  responseCode?: unknown;
  cause?: unknown;
}

function sentencesOfSeveral(errors: readonly unknown[]): ProblemText[] {
  const failed = errors.length;
  const kinds = new Map(
    errors.flatMap(sentencesOf).map((text) => [saidText(text).message, text] as const),
  );
  const named = [...kinds.values()].slice(0, namedKinds);
  const further = kinds.size > namedKinds ? [msg`There were other reasons too`] : [];
  const count = msg`${plural(failed, { one: '# item failed', other: '# items failed' })}`;
  return [count, ...named, ...further];
}

function mailServerAway(code: string | undefined): Text {
  return code === undefined
    ? msg`The mail server accepts no mails`
    : msg`The mail server accepts no mails (${code})`;
}

function serverAway(code = '?'): Text {
  return msg`The database, or another server, cannot be reached (${code})`;
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as Fault;
  if (typeof code === 'string' && /^[\w-]{1,60}$/.test(code)) return code;
  return cause === undefined ? undefined : codeOf(cause);
}
