import { identityTiming } from '#contract/constants.ts';
import { type IdentityCode, identityBase, identityProblems } from '#contract/identity.ts';
import { IdentityFailure } from './identity-failure.ts';

export type ProviderCall = <Reply>(
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
  /** The identity token, for what wants one. */
  bearer?: string,
) => Promise<Reply>;

/**
 * A call to what the shop's server answers of the provider, on our own origin, with its cookie. What is refused, does not arrive or takes too
 * long throws an IdentityFailure.
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
      // Logging out is told to the provider even when the page is left in the same moment.
      keepalive: method === 'POST',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(notReached);
    if (!response.ok) throw await refusalOf(response);
    // The server is held to its paths by its tests, so a reply is taken at its word here.
    return (await response.json().catch(notReached)) as never;
  };
}

/** How long a call to the provider may take on this device. */
export function timeoutFor({ userAgent }: Pick<Navigator, 'userAgent'>): number {
  const { desktop, mobile } = identityTiming.timeoutMs;
  return /Mobi|Android/i.test(userAgent) ? mobile : desktop;
}

function notReached(cause: unknown): never {
  throw new IdentityFailure('network-request-failed', undefined, { cause });
}

async function refusalOf(response: Response): Promise<IdentityFailure> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail } = (problem ?? {}) as { code?: unknown; detail?: unknown };
  const said = typeof detail === 'string' && detail !== '' ? detail : undefined;
  if (isCode(code)) return new IdentityFailure(code, said);
  return new IdentityFailure(codeOfStatus(response.status), said);
}

function isCode(code: unknown): code is IdentityCode {
  return typeof code === 'string' && Object.hasOwn(identityProblems, code);
}

/** For what a proxy or the shop itself refuses before the provider hears of it. */
function codeOfStatus(status: number): IdentityCode {
  if (status === 429) return 'too-many-requests';
  if (status === 401) return 'not-signed-in';
  return status >= 500 ? 'network-request-failed' : 'provider-failed';
}
