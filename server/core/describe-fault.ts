import { isDiskFull } from './disk-full.ts';
import { isOutage } from './outage.ts';
import { Problem } from './problem.ts';

/** Kinds of failures of several that are named. */
const namedKinds = 3;
const sqlStates = /^[0-9A-Z]{5}$/;

/**
 * What went wrong, in words for an admin. Messages of errors may contain personal data, so only those of problems, which are
 * written for people, are in it; of other errors it tells the kind and the code.
 */
export function describeFault(error: unknown): string {
  if (error instanceof AggregateError) return describeSeveral(error.errors);
  if (isDiskFull(error)) return 'The disk is full';
  if (error instanceof Problem) return error.message;
  const { name, code, responseCode, cause } = (error ?? {}) as Fault;
  if (name === 'MailUnavailable') return `The mail server takes no mails${inBrackets(cause)}`;
  if (typeof responseCode === 'number') return `The mail server refused it (${responseCode})`;
  if (isOutage(error))
    return `The database, or another server, cannot be reached (${codeOf(error)})`;
  if (typeof code === 'string' && sqlStates.test(code)) {
    return `The database refused a statement (${code})`;
  }
  if (cause instanceof Error) return describeFault(cause);
  if (!(error instanceof Error)) return 'Unknown';
  return `Unexpected: ${error.name}${inBrackets(error)}`;
}

interface Fault {
  name?: unknown;
  code?: unknown;
  /** Of nodemailer: what the mail server answered. */
  responseCode?: unknown;
  cause?: unknown;
}

function describeSeveral(errors: readonly unknown[]): string {
  const kinds = [...new Set(errors.map(describeFault))];
  const further = kinds.length > namedKinds ? '; and others' : '';
  return `${errors.length} failed. ${kinds.slice(0, namedKinds).join('; ')}${further}`;
}

function inBrackets(error: unknown): string {
  const code = codeOf(error);
  return code === undefined ? '' : ` (${code})`;
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as Fault;
  if (typeof code === 'string' && /^[\w-]{1,60}$/.test(code)) return code;
  return cause === undefined ? undefined : codeOf(cause);
}
