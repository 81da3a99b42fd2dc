import { sayKnown, textOf } from '#contract/language.ts';
import { type ProblemCode, problems } from '#contract/problems.ts';
import type { SaidText } from '#contract/said-text.ts';
import type { Text } from '#contract/text.ts';
import { formatUtc } from './format-time.ts';

/** A sentence for a person: with its id where it is one of ours, so that a page can say it in the reader's language. */
export type ProblemText = Text | string;

export interface FieldError {
  field: string;
  message: ProblemText;
}

/** The value of a placeholder; times are in ISO 8601. */
export type TextValue = string | number;

/** A field error of a reply. */
export interface SaidError extends SaidText {
  field: string;
}

/** More errors, or longer names of fields, would make the reply much larger than the request. */
const maxErrors = 20;
const maxTextLength = 200;

/** Optional details of a problem. */
interface ProblemOptions {
  /** Which fields of the input are wrong, and how. */
  errors?: readonly FieldError[];
  /** A more specific code for programs; becomes the member `code`. */
  reason?: string;
  /** The version that it has now; becomes the member `version`. */
  version?: number;
  /** Becomes the header `Retry-After`. */
  retryAfterSeconds?: number;
  /** The underlying error, for the log only. */
  cause?: unknown;
}

/**
 * A failure that the client is informed of. Features throw it; one handler (`http/problem-reply.ts`) turns it into RFC 9457. `detail` is a sentence for
 * the person, `cause` is for the log and never leaves the server.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** Which text the message is, with its values; undefined for what only programs read. */
  readonly detailId: string | undefined;
  readonly detailValues: Record<string, TextValue> | undefined;
  /** What the message was made of, for another problem. */
  readonly text: ProblemText;
  readonly errors: readonly SaidError[];
  readonly reason: string | undefined;
  readonly version: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: ProblemText, options: ProblemOptions = {}) {
    const { said, id, values } = inEnglish(detail);
    super(said, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.detailId = id;
    this.detailValues = values;
    this.text = detail;
    this.errors = (options.errors ?? []).slice(0, maxErrors).map(saidError);
    this.reason = options.reason;
    this.version = options.version;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** A refusal of input: its detail is made of the messages of its fields. */
export function badInput(errors: readonly FieldError[]): Problem {
  const [first] = errors;
  if (first && errors.length === 1) return new Problem('bad-input', first.message, { errors });
  const messages = errors.slice(0, maxErrors).map((error) => saidError(error).message);
  const more = errors.length - messages.length;
  const detail = [...messages, ...(more > 0 ? [`And ${more.toLocaleString('en')} more`] : [])];
  return new Problem('bad-input', detail.join('. '), { errors });
}

function saidError({ field, message }: FieldError): SaidError {
  const said = saidText(message);
  return { ...said, field: cut(field), message: cut(said.message) };
}

/** A sentence for a reply: in English, and by its id. */
export function saidText(text: ProblemText): SaidText {
  const { said, id, values } = inEnglish(text);
  return {
    message: said,
    ...(id === undefined ? {} : { messageId: id }),
    ...(values === undefined ? {} : { messageValues: values }),
  };
}

interface KnownText {
  said: string;
  id?: string | undefined;
  values?: Record<string, TextValue> | undefined;
}

/** The server speaks English (`loadLanguages`). A table's text is known by its words. */
function inEnglish(text: ProblemText): KnownText {
  const known = typeof text === 'string' ? textOf(text) : text;
  if (!known) return { said: String(text) };
  const values = Object.entries(known.values ?? {});
  const english = Object.fromEntries(
    values.map(([name, value]) => [name, value instanceof Date ? formatUtc(value) : value]),
  );
  return {
    said: typeof text === 'string' ? text : sayKnown({ ...known, values: english }),
    id: known.id,
    ...(values.length === 0
      ? {}
      : { values: Object.fromEntries(values.map(([name, value]) => [name, asValue(value)])) }),
  };
}

function asValue(value: unknown): TextValue {
  if (typeof value === 'number') return value;
  return value instanceof Date ? value.toISOString() : cut(String(value));
}

function cut(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`;
}
