import { identityTiming } from '#contract/constants.ts';
import { type IdentityCode, identityProblems } from '#contract/identity/identity.ts';
import { identityBase } from '#contract/identity/identity-paths.ts';
import { type IdentityFailure, identityFailure } from './identity-failure.ts';

export type ProviderCall = <Reply>(
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
  /** The identity token, for calls that need one. */
  bearer?: string,
) => Promise<Reply>;

/**
 * A call to the identity provider's endpoints on our own origin, with its cookie. Throws an IdentityFailure when it
 * is refused, gets no response or times out.
 */
export function providerCalls(timeoutMs: number = timeoutFor(navigator)): ProviderCall {
  return async (method, path, body, bearer) => {
    const response = await fetch(identityBase + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: body ? JSON.stringify(body) : null,
      credentials: 'same-origin',
      // `keepalive` lets a logout reach the provider even when the page is closed immediately.
      keepalive: method === 'POST',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(notReached);
    if (!response.ok) throw await refusalOf(response);
    // The server's tests enforce these replies, so they are not parsed again here.
    return (await response.json().catch(notReached)) as never;
  };
}

/** The timeout of a provider call on this device. */
export function timeoutFor({ userAgent }: Pick<Navigator, 'userAgent'>): number {
  const { desktop, mobile } = identityTiming.timeoutMs;
  return /Mobi|Android/i.test(userAgent) ? mobile : desktop;
}

function notReached(cause: unknown): never {
  throw identityFailure('network-request-failed', undefined, { cause });
}

async function refusalOf(response: Response): Promise<IdentityFailure> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail } = (problem ?? {}) as { code?: unknown; detail?: unknown };
  const said = typeof detail === 'string' && detail !== '' ? detail : undefined;
  if (isCode(code)) return identityFailure(code, said);
  return identityFailure(codeOfStatus(response.status), said);
}

function isCode(code: unknown): code is IdentityCode {
  return typeof code === 'string' && Object.hasOwn(identityProblems, code);
}

/** The message for refusals by a proxy or by the shop before the request reaches the provider. */
function codeOfStatus(status: number): IdentityCode {
  if (status === 429) return 'too-many-requests';
  if (status === 401) return 'not-signed-in';
  return status >= 500 ? 'network-request-failed' : 'provider-failed';
}
