import { identityProblem } from '../identity-problem.ts';

const defaultTimeoutMs = 5_000;
const maxAttempts = 2;

/**
 * Sends a request to Google, and retries it once after a timeout, a network error or a 5xx response. Use it for
 * idempotent requests only.
 * @throws Problem unavailable (provider-failed) when the retry fails too
 */
export async function fetchFromGoogle(
  url: string,
  init: RequestInit = {},
  timeoutMs = defaultTimeoutMs,
): Promise<Response> {
  let cause: unknown;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (response.status < 500) return response;
      await response.body?.cancel();
      cause = new Error(`${new URL(url).host} responded ${response.status}`);
    } catch (error) {
      cause = error;
    }
  }
  throw identityProblem('provider-failed', { cause });
}

/** @throws Problem unavailable (provider-failed) when the body is not JSON */
export async function readJson(response: Response): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw identityProblem('provider-failed', { cause });
  });
}
