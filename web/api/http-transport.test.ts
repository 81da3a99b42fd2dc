import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessTokenStore } from './access-token.ts';
import { CallFailure, NetworkFailure } from './failures.ts';
import { httpTransport } from './http-transport.ts';

const server = vi.fn<typeof fetch>();

beforeEach(() => {
  server.mockReset();
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function tokenStore(first: string | null): AccessTokenStore {
  let token = first;
  return {
    read: () => token,
    write: (next) => {
      token = next;
    },
    drop: () => {
      token = null;
    },
    subscribe: () => () => {},
  };
}

/** A server that accepts one token and, when told so, guests. */
function accepting(good: string, { guests = false } = {}) {
  server.mockImplementation(async (_address, init) => {
    const bearer = new Headers(init?.headers).get('authorization');
    if (bearer === `Bearer ${good}` || (guests && bearer === null)) return Response.json([bearer]);
    return Response.json({ detail: 'Sign in' }, { status: 401 });
  });
}

const bearers = () =>
  server.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));

const list = { name: 'listAdvertised', query: { status: 'advertise' } } as const;

describe('a call over HTTP', () => {
  it('a call sends method, URL, body and the stored token', async () => {
    server.mockResolvedValue(Response.json({ acknowledged: true }));
    const send = httpTransport({ base: '/api', accessToken: tokenStore('t1') });
    await send({
      name: 'changeProductStatus',
      params: { id: 'a b' },
      body: { status: 'advertise' },
    });
    const [address, init] = server.mock.calls[0] ?? [];
    expect(address).toBe('/api/products/a%20b');
    expect(init?.method).toBe('PUT');
    expect(init?.body).toBe('{"status":"advertise"}');
    expect(bearers()).toEqual(['Bearer t1']);
  });

  it('a call sends an id of its own, by which the server logs it', async () => {
    accepting('t1');
    const send = httpTransport({ base: '/api', accessToken: tokenStore('t1') });
    await send(list);
    await send(list);
    const ids = server.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-request-id'));
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it('a guest’s call sends no token', async () => {
    accepting('none', { guests: true });
    const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
    await send(list);
    expect(bearers()).toEqual([null]);
  });

  it('a call returns the cursor of the next page', async () => {
    server.mockResolvedValue(
      Response.json([], { headers: { link: '</api/products?cursor=c1>; rel="next"' } }),
    );
    const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
    expect((await send(list)).nextCursor).toBe('c1');
  });

  it('a call without a response throws a network failure', async () => {
    server.mockRejectedValue(new TypeError('fetch failed'));
    const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
    await expect(send(list)).rejects.toThrow(NetworkFailure);
  });

  it('a CSV file keeps its byte order mark', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8; header=present' };
    server.mockResolvedValue(new Response('\uFEFFdate,amount\n', { headers }));
    const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
    const { body } = await send(list);
    const bytes = await (body as Blob).arrayBuffer();
    expect(Buffer.from(bytes).toString('utf8')).toBe('\uFEFFdate,amount\n');
  });

  it('an unreadable response counts as a network failure', async () => {
    server.mockResolvedValue(new Response('<html>welcome to the hotel wifi'));
    const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
    await expect(send(list)).rejects.toThrow(NetworkFailure);
  });

  it('a call has no timeout', async () => {
    vi.useFakeTimers();
    try {
      let answer = (_response: Response) => {};
      server.mockReturnValue(
        new Promise((resolve) => {
          answer = resolve;
        }),
      );
      const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
      const sent = send(list);
      await vi.advanceTimersByTimeAsync(24 * 3_600_000);
      answer(Response.json(['late']));
      expect((await sent).body).toEqual(['late']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('an aborted call stays aborted', async () => {
    const controller = new AbortController();
    server.mockImplementation(async () => {
      controller.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    const send = httpTransport({ base: '/api', accessToken: tokenStore(null) });
    const sent = send({ ...list, signal: controller.signal });
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a token that the server refuses', () => {
  it('a refused token is renewed, and the call repeated with the new one', async () => {
    accepting('t2');
    const accessToken = tokenStore('t1');
    const refreshAccessToken = vi.fn(async () => 't2');
    const send = httpTransport({ base: '/api', accessToken, refreshAccessToken });
    expect((await send(list)).body).toEqual(['Bearer t2']);
    expect(accessToken.read()).toBe('t2');
    expect(refreshAccessToken).toHaveBeenCalledTimes(1);
  });

  it('a refused token is renewed once for concurrent calls', async () => {
    accepting('t2');
    const refreshAccessToken = vi.fn(async () => 't2');
    const send = httpTransport({ base: '/api', accessToken: tokenStore('t1'), refreshAccessToken });
    await Promise.all([send(list), send(list), send(list)]);
    expect(refreshAccessToken).toHaveBeenCalledTimes(1);
  });

  it('a refused token that cannot be renewed is dropped, and the call is repeated as a guest', async () => {
    accepting('none', { guests: true });
    const accessToken = tokenStore('t1');
    const send = httpTransport({ base: '/api', accessToken, refreshAccessToken: async () => null });
    expect((await send(list)).body).toEqual([null]);
    expect(accessToken.read()).toBeNull();
  });

  it('a refused renewed token ends the session, without a third attempt', async () => {
    accepting('another');
    const accessToken = tokenStore('t1');
    const send = httpTransport({ base: '/api', accessToken, refreshAccessToken: async () => 't2' });
    await expect(send(list)).rejects.toMatchObject({ status: 401 });
    expect(bearers()).toEqual(['Bearer t1', 'Bearer t2']);
    expect(accessToken.read()).toBeNull();
  });

  it('a refused token that was passed to one call only is not dropped', async () => {
    accepting('another');
    const accessToken = tokenStore('t1');
    const send = httpTransport({ base: '/api', accessToken });
    await expect(send({ ...list, bearer: 'identity' })).rejects.toBeInstanceOf(CallFailure);
    expect(bearers()).toEqual(['Bearer identity']);
    expect(accessToken.read()).toBe('t1');
  });
});

it('a late renewal does not sign in somebody who has logged out in the meantime', async () => {
  accepting('new', { guests: true });
  const accessToken = tokenStore('spent');
  const refreshAccessToken = async () => {
    accessToken.drop();
    return 'new';
  };
  const send = httpTransport({ base: '/api', accessToken, refreshAccessToken });
  await send(list);
  expect(accessToken.read()).toBeNull();
  expect(bearers()).toEqual(['Bearer spent', null]);
});
