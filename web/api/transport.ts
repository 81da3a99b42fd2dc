import type { CallName } from '#contract/addresses.ts';

/** A call on its way: the parts of the contract that it has. */
export interface Outgoing {
  name: CallName;
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as bearer instead of the access token: the identity provider's token, for the calls that want it. */
  bearer?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Incoming {
  body: unknown;
  /** Where the next part of a list begins, null at its end. */
  nextCursor: string | null;
}

/**
 * Carries a call to the server and its answer back: over HTTP in the browser, by a plain function while a page is
 * rendered. Throws a CallFailure when the call is refused, a NetworkFailure when there is no answer.
 */
export type Transport = (call: Outgoing) => Promise<Incoming>;
