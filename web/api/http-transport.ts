import { addresses } from '#contract/addresses.ts';
import type { AccessTokenStore } from './access-token.ts';
import { NetworkFailure } from './failures.ts';
import { addressOfCall, nextCursorOf, refusalOf } from './http-wire.ts';
import type { Incoming, Outgoing, Transport } from './transport.ts';

/** Fetches a new access token with a fresh identity token; null when the identity has ended. */
export type RefreshAccessToken = () => Promise<string | null>;

export interface HttpDeps {
  /** Where the calls live, like `/api`. */
  base: string;
  accessToken: AccessTokenStore;
  /** Without it an access token that the server refuses is simply dropped. */
  refreshAccessToken?: RefreshAccessToken;
}

/**
 * Calls over HTTP with the stored access token. When the server refuses the token (401), it is renewed and the call
 * repeated, once; without a new token it is dropped and the call repeated as a guest, because a public page must not
 * fail over an old token. Refused again, the session is over. There is no time limit: the specification has none.
 */
export function httpTransport(parts: HttpDeps): Transport {
  const renew = renewal(parts);
  return async (call) => {
    const token = call.bearer ?? parts.accessToken.read();
    const response = await send(parts.base, call, token);
    if (response.status !== 401 || token === null || call.bearer !== undefined) {
      return received(response);
    }
    const second = await send(parts.base, call, await renew(token));
    // Who listens to the store hears that the session is over, and the guards ask to sign in again.
    if (second.status === 401) parts.accessToken.drop();
    return received(second);
  };
}

/** Calls that fail at the same moment wait for one renewal, and one that comes late takes its result. */
function renewal({ accessToken, refreshAccessToken }: HttpDeps) {
  let underWay: Promise<string | null> | undefined;
  const fetchToken = async (spentToken: string) => {
    const token = (await refreshAccessToken?.()) ?? null;
    // Who has logged out meanwhile stays so, and who has signed in anew keeps that token.
    const present = accessToken.read();
    if (present !== spentToken) return present;
    if (token === null) accessToken.drop();
    else accessToken.write(token);
    return token;
  };
  return async (spentToken: string): Promise<string | null> => {
    const present = accessToken.read();
    if (present !== spentToken) return present;
    underWay ??= fetchToken(spentToken).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function send(base: string, call: Outgoing, token: string | null): Promise<Response> {
  const headers = new Headers(call.headers);
  headers.set('accept', 'application/json, application/problem+json');
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (call.body !== undefined) headers.set('content-type', 'application/json');
  return reachable(call, () =>
    fetch(addressOfCall(base, call), {
      method: addresses[call.name].method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: call.signal ?? null,
    }),
  );
}

async function received(response: Response): Promise<Incoming> {
  if (!response.ok) throw await refusalOf(response);
  const body: unknown = await reachable({}, () => response.json());
  return { body, nextCursor: nextCursorOf(response.headers.get('link')) };
}

/** A call that was called off stays called off; every other fault of fetch means that no answer came. */
async function reachable<Result>(
  { signal }: Pick<Outgoing, 'signal'>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (failure) {
    if (signal?.aborted || (failure instanceof DOMException && failure.name === 'AbortError')) {
      throw failure;
    }
    throw new NetworkFailure(failure);
  }
}
