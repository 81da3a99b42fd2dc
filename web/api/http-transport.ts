import { addresses } from '#contract/call-addresses.ts';
import type { AccessTokenStore } from './access-token.ts';
import { NetworkFailure } from './failures.ts';
import { addressOfCall, nextCursorOf, refusalOf } from './http-wire.ts';
import { serverClock } from './server-clock.ts';
import type { Incoming, Outgoing, Transport } from './transport.ts';

/** Fetches a new access token with a fresh identity token; null when the identity has ended. */
export type RefreshAccessToken = () => Promise<string | null>;

export interface HttpDeps {
  /** The API's base path, like `/api`. */
  base: string;
  accessToken: AccessTokenStore;
  /** Without it a refused access token is simply dropped. */
  refreshAccessToken?: RefreshAccessToken;
}

/**
 * Calls over HTTP with the stored access token. When the server refuses the token (401), it is renewed and the call
 * repeated once. Without a new token it is dropped and the call repeated as a guest, because a public page must not
 * fail over an old token. If that is refused too, the session is over. There is no timeout: the specification has
 * none.
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
    // Subscribers of the store learn that the session is over, and the guards redirect to the login page.
    if (second.status === 401) parts.accessToken.drop();
    return received(second);
  };
}

/** Calls that fail at the same time share one renewal, and a later failure uses its result. */
function renewal({ accessToken, refreshAccessToken }: HttpDeps) {
  let underWay: Promise<string | null> | undefined;
  const fetchToken = async (spentToken: string) => {
    const token = (await refreshAccessToken?.()) ?? null;
    // A logout in the meantime stays, and so does the token of a new sign-in.
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
  // The server makes an id where there is no `randomUUID`: in a shop on a local network without HTTPS.
  headers.set('x-request-id', crypto.randomUUID?.() ?? '');
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const isFile = call.body instanceof Blob;
  if (call.body !== undefined && !isFile) headers.set('content-type', 'application/json');
  const { method, path } = addresses[call.name];
  return reachable(call, () =>
    fetch(addressOfCall(base, path, call), {
      method,
      headers,
      body: isFile ? (call.body as Blob) : (JSON.stringify(call.body) ?? null),
      signal: call.signal ?? null,
    }),
  );
}

async function received(response: Response): Promise<Incoming> {
  serverClock.readDate(response.headers.get('date'));
  if (!response.ok) throw await refusalOf(response);
  // Browsers put a large file on the disk, and as a text it would lose its byte order mark.
  const isFile = response.headers.get('content-type')?.startsWith('text/csv');
  const body: unknown = await reachable({}, () => (isFile ? response.blob() : response.json()));
  return { body, nextCursor: nextCursorOf(response.headers.get('link')) };
}

/** An aborted call stays aborted; every other fetch error means that no response came. */
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
