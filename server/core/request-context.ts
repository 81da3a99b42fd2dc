import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string | null;
  language: string | null;
}

/** The request in whose name the present code runs. */
const requests = new AsyncLocalStorage<RequestContext>();

/**
 * Runs the work, and all that it awaits, in the name of a request; null for that of none.
 * @param language of the shop, which the request has asked for
 */
export function withRequestId<Result>(
  requestId: string | null,
  work: () => Result,
  language: string | null = null,
): Result {
  return requests.run({ requestId, language }, work);
}

/** The id of the request in whose name this runs; null in a job that no request has asked for, and in reads. */
export function currentRequestId(): string | null {
  return requests.getStore()?.requestId ?? null;
}

/** In which language the request would like to read, for mails to people who have chosen none. */
export function requestedLanguage(): string | null {
  return requests.getStore()?.language ?? null;
}
