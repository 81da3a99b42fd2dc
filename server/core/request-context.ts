import { AsyncLocalStorage } from 'node:async_hooks';

/** The request in whose name the present code runs. */
const requests = new AsyncLocalStorage<string | null>();

/** Runs the work, and all that it awaits, in the name of a request; null for that of none. */
export function withRequestId<Result>(requestId: string | null, work: () => Result): Result {
  return requests.run(requestId, work);
}

/** The id of the request in whose name this runs; null in a job that no request has asked for, and in reads. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}
