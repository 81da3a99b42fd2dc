import { type ProblemCode, problems } from '#contract/problems.ts';

export interface FieldError {
  field: string;
  message: string;
}

/** What a refusal carries besides its code and its sentence. */
interface ProblemOptions {
  /** Which fields of the input are wrong, and how. */
  errors?: readonly FieldError[];
  /** A finer code than the problem's own, for programs; becomes the member `code`. */
  reason?: string;
  /** Seconds after which it is worth trying again; becomes the header `Retry-After`. */
  retryAfterSeconds?: number;
  /** For the log only: what really happened. */
  cause?: unknown;
}

/**
 * A refusal. Rooms throw it; one handler (`http/problem-reply.ts`) turns it into RFC 9457. `detail` is a sentence for
 * the person, `cause` is for the log and never leaves the server.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, deps: ProblemOptions = {}) {
    super(detail, deps.cause === undefined ? undefined : { cause: deps.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = deps.errors ?? [];
    this.reason = deps.reason;
    this.retryAfterSeconds = deps.retryAfterSeconds;
  }

  get status(): number {
    return problems[this.code].status;
  }
}
