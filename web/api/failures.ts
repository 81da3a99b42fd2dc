/** What a refusal (RFC 9457) says. `flags` are the fields that the specification reads, like `acknowledged: false`. */
export interface Refusal {
  status: number;
  detail: string;
  /** The code of the problem, from the end of its `type`. */
  code?: string | undefined;
  requestId?: string | undefined;
  errors?: Readonly<Record<string, string>> | undefined;
  retryAfterSeconds?: number | undefined;
  flags?: Readonly<Record<string, unknown>> | undefined;
}

/** The server answered, and the answer is no. Its message is written for the person. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** Messages by field, for a form. */
  readonly errors: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly flags: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.name = 'CallFailure';
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.errors = refusal.errors ?? {};
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.flags = refusal.flags ?? {};
  }
}

/** No answer arrived, or one that nobody can read: the connection, a proxy, a sleeping laptop. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('The shop could not be reached. Please check your connection.', { cause });
    this.name = 'NetworkFailure';
  }
}

/** True for what may go better by itself: no answer, or a fault of the server. A 4xx is an answer. */
export function isWorthAskingAgain(failure: unknown): boolean {
  if (failure instanceof CallFailure) return failure.status >= 500;
  return failure instanceof NetworkFailure;
}

/** True when what was asked for does not exist, or not for this person. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 404;
}
