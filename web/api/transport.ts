import type { CallName } from '#contract/calls.ts';

/** An outgoing call with the parts of its input that the contract defines. */
export interface Outgoing {
  name: CallName;
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as bearer token instead of the access token: the identity token, for the calls that require it. */
  bearer?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Incoming {
  body: unknown;
  /** The cursor of the next page of a list, null at its end. */
  nextCursor: string | null;
}

/**
 * Carries a call to the server and back: over HTTP in the browser, by a plain function during server rendering.
 * Throws a CallFailure when the call is refused, a NetworkFailure when there is no response.
 */
export type Transport = (call: Outgoing) => Promise<Incoming>;
