import { identityProblem } from '../identity-problem.ts';

const firstDataTimeoutMs = 5_000;
const tries = 2;

/**
 * Asks Google, and once more when there was no answer or one of its own fault. All that is asked here may be asked twice.
 * @throws Problem unavailable (provider-failed) when there is still none
 */
export async function fetchFromGoogle(
  address: string,
  init: RequestInit = {},
  timeoutMs = firstDataTimeoutMs,
): Promise<Response> {
  let cause: unknown;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (response.status < 500) return response;
      await response.body?.cancel();
      cause = new Error(`${new URL(address).host} answered ${response.status}`);
    } catch (error) {
      cause = error;
    }
  }
  throw identityProblem('provider-failed', { cause });
}

/**
 * The answer as JSON.
 * @throws Problem unavailable (provider-failed) when it is none
 */
export async function readJson(response: Response): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw identityProblem('provider-failed', { cause });
  });
}
