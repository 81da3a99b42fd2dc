import { type ProblemCode, problems } from '#contract/problems.ts';

export interface FieldError {
  field: string;
  message: string;
}

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
    this.errors = options.errors ?? [];
    this.reason = options.reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return problems[this.code].status;
  }
}
