import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccessTokenStore, localAccessToken } from '../api/access-token.ts';
import { tokenIdentity } from './token-identity.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Without storage the store keeps the token in memory, which is all that these tests need. */
function store(): AccessTokenStore {
  return localAccessToken(() => {
    throw new Error('no storage');
  }, new EventTarget());
}

function tokenFor(seconds: number, claims: object = { email: 'ann@reprise.test', name: 'Ann' }) {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return `x.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}.x`;
}

describe('the identity of the stored token', () => {
  it('is a guest without a token, or with one that is none', () => {
    const accessToken = store();
    const identity = tokenIdentity(accessToken);
    expect(identity.current()).toBeNull();
    accessToken.write('nonsense');
    expect(identity.current()).toBeNull();
  });

  it('is whom the token speaks of, the same object as long as nothing changes', () => {
    const accessToken = store();
    const identity = tokenIdentity(accessToken);
    accessToken.write(tokenFor(3_600));
    expect(identity.current()).toEqual({ email: 'ann@reprise.test', name: 'Ann' });
    expect(identity.current()).toBe(identity.current());
  });

  it('is called by the email when the token has no name', () => {
    const accessToken = store();
    accessToken.write(tokenFor(3_600, { email: 'ann@reprise.test' }));
    expect(tokenIdentity(accessToken).current()).toMatchObject({ name: 'ann@reprise.test' });
  });

  it('ends with the token, and says so', () => {
    const accessToken = store();
    accessToken.write(tokenFor(3_600));
    const identity = tokenIdentity(accessToken);
    const listener = vi.fn();
    identity.subscribe(listener);
    vi.advanceTimersByTime(3_599_999);
    expect(listener).not.toHaveBeenCalled();
    expect(identity.current()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(identity.current()).toBeNull();
  });

  it('lasts longer when the token is renewed', () => {
    const accessToken = store();
    accessToken.write(tokenFor(60));
    const identity = tokenIdentity(accessToken);
    identity.subscribe(() => {});
    vi.advanceTimersByTime(30_000);
    accessToken.write(tokenFor(3_600));
    vi.advanceTimersByTime(60_000);
    expect(identity.current()).not.toBeNull();
  });

  it('waits for an end that is further away than a timer can count', () => {
    const accessToken = store();
    const days = 86_400;
    accessToken.write(tokenFor(60 * days));
    const identity = tokenIdentity(accessToken);
    identity.subscribe(() => {});
    vi.advanceTimersByTime(59 * days * 1000);
    expect(identity.current()).not.toBeNull();
    vi.advanceTimersByTime(days * 1000);
    expect(identity.current()).toBeNull();
  });

  it('keeps no timer when nobody listens', () => {
    const accessToken = store();
    accessToken.write(tokenFor(3_600));
    const stop = tokenIdentity(accessToken).subscribe(() => {});
    expect(vi.getTimerCount()).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves by removing the token', async () => {
    const accessToken = store();
    accessToken.write(tokenFor(3_600));
    const identity = tokenIdentity(accessToken);
    const listener = vi.fn();
    identity.subscribe(listener);
    await identity.signOut();
    expect(accessToken.read()).toBeNull();
    expect(identity.current()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
