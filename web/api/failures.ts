import { t } from '#contract/text.ts';
/**
 * The content of a problem response (RFC 9457). `flags` are the fields that the specification reads, like
 * `acknowledged: false`.
 */
export interface Refusal {
  status: number;
  detail: string;
  /** The problem code, from the end of its `type`. */
  code?: string | undefined;
  requestId?: string | undefined;
  errors?: Readonly<Record<string, string>> | undefined;
  retryAfterSeconds?: number | undefined;
  flags?: Readonly<Record<string, unknown>> | undefined;
}

/** A log line begins with the id that begins so. */
const quotedLength = 12;

/** The server refused the call. The message is written for people; of a fault of the server it says what to quote to the shop. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** Messages by field, for a form. */
  readonly errors: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly flags: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal) {
    const { status, requestId, detail } = refusal;
    super(status >= 500 && requestId ? withNumber(detail, requestId) : detail);
    this.name = 'CallFailure';
    this.status = status;
    this.code = refusal.code;
    this.requestId = requestId;
    this.errors = refusal.errors ?? {};
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.flags = refusal.flags ?? {};
  }
}

function withNumber(detail: string, requestId: string): string {
  const number = requestId.slice(0, quotedLength);
  return t`${detail} Quote this number: ${number}`;
}

/** No response arrived, or an unreadable one: the connection, a proxy, a sleeping laptop. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super(t`The shop could not be reached. Please check your connection.`, { cause });
    this.name = 'NetworkFailure';
  }
}

/** True for failures that may pass: no response, or a 5xx. A 4xx is final. */
export function isWorthAskingAgain(failure: unknown): boolean {
  if (failure instanceof CallFailure) return failure.status >= 500;
  return failure instanceof NetworkFailure;
}

/** Treats an id that the server refuses as malformed like one that does not exist. */
export async function missingIfMalformed<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 400) {
      throw new CallFailure({ status: 404, detail: failure.message });
    }
    throw failure;
  }
}

/** True when the requested thing does not exist, or not for this user. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 404;
}
