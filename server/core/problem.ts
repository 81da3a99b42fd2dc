import { type ProblemCode, problems } from '#contract/problems.ts';

export interface FieldError {
  field: string;
  message: string;
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
  readonly errors: readonly FieldError[];
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = (options.errors ?? []).slice(0, maxErrors).map(shorten);
    this.reason = options.reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** A refusal of input: its detail is made of the messages of its fields. */
export function badInput(errors: readonly FieldError[]): Problem {
  const messages = errors.slice(0, maxErrors).map((error) => shorten(error).message);
  const more = errors.length - messages.length;
  const detail = [...messages, ...(more > 0 ? [`And ${more.toLocaleString('en')} more`] : [])];
  return new Problem('bad-input', detail.join('. '), { errors });
}

function shorten({ field, message }: FieldError): FieldError {
  return { field: cut(field), message: cut(message) };
}

function cut(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`;
}
