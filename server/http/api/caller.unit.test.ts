import type { FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import { accessTokenSeconds, type Caller, createCallers } from './caller.ts';

const ada: Caller = { id: 'id-1', name: 'Ada', email: 'ada@reprise.test', role: 'buyer' };
const secret = 'forty characters or so make a good secret';

function world() {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock: Clock = { now: () => new Date(nowMs) };
  const findUser = vi.fn(async (id: string) => (id === ada.id ? ada : null));
  return {
    callers: createCallers({ secret, clock, findUser }),
    findUser,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const request = (token?: string) =>
  ({ headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }) as FastifyRequest;

describe('an access token', () => {
  it('an access token is valid for an hour, to the second, even if it was verified before', async () => {
    const { callers, pass } = world();
    const token = await callers.issueToken(ada);
    expect(await callers.identify(request(token))).toEqual(ada);
    pass(accessTokenSeconds * 1_000 - 1);
    expect(await callers.identify(request(token))).toEqual(ada);
    pass(1);
    await expect(callers.identify(request(token))).rejects.toThrow('has expired');
  });

  it('an access token carries no role', async () => {
    const token = await world().callers.issueToken(ada);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(Object.keys(claims).sort()).toEqual([
      'aud',
      'email',
      'exp',
      'iat',
      'iss',
      'name',
      'sub',
    ]);
  });

  it('an access token is read again before a role is found missing', async () => {
    const { callers, findUser } = world();
    const token = await callers.issueToken(ada);
    await callers.identify(request(token), { who: 'user' });
    findUser.mockResolvedValueOnce({ ...ada, role: 'seller' });
    expect(await callers.identify(request(token), { who: 'seller' })).toMatchObject({
      role: 'seller',
    });
    expect(findUser).toHaveBeenCalledTimes(2);
  });

  it('an access token is refused when its user was removed', async () => {
    const { callers } = world();
    const token = await callers.issueToken({ ...ada, id: 'id-2' });
    await expect(callers.identify(request(token))).rejects.toThrow('does not exist any more');
  });

  it('a guest needs no access token', async () => {
    expect(await world().callers.identify(request())).toBeNull();
  });

  it('a user is read from the database once for simultaneous requests', async () => {
    const { callers, findUser } = world();
    const token = await callers.issueToken(ada);
    await Promise.all(Array.from({ length: 10 }, () => callers.identify(request(token))));
    expect(findUser).toHaveBeenCalledOnce();
  });

  it('an access token is accepted again after the database failed once', async () => {
    const { callers, findUser } = world();
    const token = await callers.issueToken(ada);
    findUser.mockRejectedValueOnce(new Error('gone for a moment'));
    await expect(callers.identify(request(token))).rejects.toThrow('gone for a moment');
    expect(await callers.identify(request(token))).toEqual(ada);
  });
});

describe('the recent user of a token', () => {
  const header = (token: string) => `Bearer ${token}`;

  it('the user of a recent request with this token is known without a read', async () => {
    const { callers, findUser } = world();
    const token = await callers.issueToken(ada);
    expect(callers.recallUser(header(token))).toBeUndefined();
    await callers.identify(request(token));
    expect(callers.recallUser(header(token))).toBe(ada.id);
    expect(callers.recallUser(`bearer  ${token}`)).toBe(ada.id);
    expect(findUser).toHaveBeenCalledOnce();
    for (const other of ['', 'Bearer', token, `Basic ${token}`, header(`${token.slice(0, -1)}_`)]) {
      expect(callers.recallUser(other)).toBeUndefined();
    }
    const unused = await callers.issueToken(ada, { signedInAt: new Date(0) });
    expect(callers.recallUser(header(unused))).toBeUndefined();
  });

  it('no user is known while they are being read, or when there is none', async () => {
    const { callers, findUser } = world();
    const token = await callers.issueToken(ada);
    await callers.identify(request(token));
    const other = world();
    other.findUser.mockReturnValueOnce(new Promise(() => undefined));
    void other.callers.identify(request(token));
    await Promise.resolve();
    expect(other.callers.recallUser(header(token))).toBeUndefined();
    findUser.mockResolvedValueOnce(null);
    const removed = await callers.issueToken({ ...ada, id: 'id-2' });
    await expect(callers.identify(request(removed))).rejects.toThrow('does not exist');
    expect(callers.recallUser(header(removed))).toBeUndefined();
  });

  it('no user is known when the token has expired', async () => {
    const { callers, pass } = world();
    const token = await callers.issueToken(ada);
    pass(accessTokenSeconds * 1_000 - 1);
    await callers.identify(request(token));
    expect(callers.recallUser(header(token))).toBe(ada.id);
    pass(1);
    expect(callers.recallUser(header(token))).toBeUndefined();
  });

  it('a user is no longer known soon after the read', async () => {
    const { callers } = world();
    const token = await callers.issueToken(ada);
    await callers.identify(request(token));
    expect(callers.recallUser(header(token))).toBe(ada.id);
    await expect.poll(() => callers.recallUser(header(token))).toBeUndefined();
  });

  it('a user known without a read is no admin, and not one whose session has ended', async () => {
    const { callers, findUser } = world();
    findUser.mockResolvedValueOnce({ ...ada, role: 'admin' });
    const token = await callers.issueToken(ada);
    await callers.identify(request(token));
    expect(callers.recallUser(header(token))).toBeUndefined();

    const clock = { now: () => new Date() };
    const isSessionLive = vi.fn(async (sessionId: string) => sessionId === 'live');
    const find = async () => ada;
    const withSessions = createCallers({ secret, clock, findUser: find, isSessionLive });
    for (const [sessionId, recalled] of [
      ['live', ada.id],
      ['ended', undefined],
    ] as const) {
      const of = { sessionId, signedInAt: new Date() };
      const sessionToken = await withSessions.issueToken(ada, of);
      await withSessions.identify(request(sessionToken)).catch(() => undefined);
      expect(withSessions.recallUser(header(sessionToken))).toBe(recalled);
    }
  });
});
