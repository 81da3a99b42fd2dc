import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccessTokenStore, localAccessToken } from '../api/access-token.ts';
import { safeStorage } from '../browser-storage.ts';
import { unknownIdentity } from './identity.ts';
import type { IdentityProvider } from './provider.ts';
import { tokenIdentity } from './token-identity.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Without storage the store keeps the token in memory, which is all that these tests need. */
function store(): AccessTokenStore {
  return localAccessToken(
    safeStorage(() => {
      throw new Error('no storage');
    }),
    new EventTarget(),
  );
}

function tokenFor(seconds: number, claims: object = { email: 'ann@reprise.test', name: 'Ann' }) {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return `x.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}.x`;
}

/** An identity over a store of its own. `renew` stands for the whole trip to the server. */
function opened(renew: () => Promise<void> = async () => {}, first?: string) {
  const accessToken = store();
  if (first !== undefined) accessToken.write(first);
  const identity = tokenIdentity({ accessToken, renew, provider: unknownIdentity.provider });
  return { accessToken, identity };
}

const ann = { email: 'ann@reprise.test', name: 'Ann' };

describe('the identity of the stored token', () => {
  it('the user is a guest without a token, or with a malformed one', () => {
    const { accessToken, identity } = opened();
    expect(identity.current()).toBeNull();
    accessToken.write('nonsense');
    expect(identity.current()).toBeNull();
  });

  it('the user is the token’s subject, the same object until it changes', () => {
    const { identity } = opened();
    const listener = vi.fn();
    identity.subscribe(listener);
    identity.begin(tokenFor(3_600));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(identity.current()).toEqual(ann);
    expect(identity.current()).toBe(identity.current());
  });

  it('a user whose token has no name is named by the email', () => {
    const { identity } = opened(undefined, tokenFor(3_600, { email: 'ann@reprise.test' }));
    expect(identity.current()).toMatchObject({ name: 'ann@reprise.test' });
  });

  it('a sign-out removes the token immediately and ends the provider’s session', async () => {
    const accessToken = store();
    accessToken.write(tokenFor(3_600));
    const ended = vi.fn(async () => {});
    const identity = tokenIdentity({
      accessToken,
      renew: async () => {},
      // Only this one is asked for.
      provider: async () => ({ signOut: ended }) as unknown as IdentityProvider,
    });
    const leaving = identity.signOut();
    expect(identity.current()).toBeNull();
    expect(accessToken.read()).toBeNull();
    await leaving;
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

describe('the renewal of the token', () => {
  it('the token is renewed five minutes before expiry, unnoticed', async () => {
    const renew = vi.fn(async () => accessToken.write(tokenFor(3_600)));
    const { accessToken, identity } = opened(renew, tokenFor(3_600));
    identity.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(55 * 60_000 - 1);
    expect(renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(identity.current()).toEqual(ann);
    await vi.advanceTimersByTimeAsync(55 * 60_000);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('a refused renewal ends the session, and notifies listeners', async () => {
    const { accessToken, identity } = opened(async () => accessToken.drop(), tokenFor(3_600));
    const listener = vi.fn();
    identity.subscribe(listener);
    await vi.advanceTimersByTimeAsync(55 * 60_000);
    expect(identity.current()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('a renewal without a response keeps the session, and is tried again', async () => {
    const renew = vi.fn(async () => {
      throw new Error('no answer');
    });
    const { identity } = opened(renew, tokenFor(3_600));
    identity.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(55 * 60_000);
    expect(identity.current()).toEqual(ann);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('the renewal decides who is signed in when the stored token has expired', async () => {
    const { accessToken, identity } = opened(
      async () => accessToken.write(tokenFor(3_600)),
      tokenFor(-60),
    );
    expect(identity.current()).toBe('pending');
    identity.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(identity.current()).toEqual(ann);
  });

  it('the user is known without a renewal when a reply corrects a clock that was days fast', async () => {
    const accessToken = store();
    accessToken.write(tokenFor(3_600));
    const renew = vi.fn(async () => {});
    let fastMs = 3 * 86_400_000;
    const identity = tokenIdentity({
      accessToken,
      renew,
      provider: unknownIdentity.provider,
      now: () => Date.now() + fastMs,
    });
    expect(identity.current()).toBe('pending');
    const listener = vi.fn();
    identity.subscribe(listener);
    fastMs = 0;
    await vi.advanceTimersByTimeAsync(0);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(identity.current()).toEqual(ann);
    expect(renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(56 * 60_000);
    expect(renew).toHaveBeenCalled();
  });

  it('a user whose renewal gets no response is a guest, and the token is kept for later', async () => {
    const renew = async () => {
      throw new Error('no answer');
    };
    const { accessToken, identity } = opened(renew, tokenFor(-60));
    expect(identity.current()).toBe('pending');
    const listener = vi.fn();
    identity.subscribe(listener);
    await vi.advanceTimersByTimeAsync(0);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(identity.current()).toBeNull();
    expect(accessToken.read()).not.toBeNull();
  });

  it('renewals pause when a wrong clock makes every token look expired', async () => {
    const renew = vi.fn(async () => accessToken.write(tokenFor(-3_600)));
    const { accessToken, identity } = opened(renew, tokenFor(-60));
    identity.current();
    identity.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(29_000);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(identity.current()).toEqual(ann);
  });

  it('an expiry beyond the range of a timer is handled', async () => {
    const days = 86_400;
    const renew = vi.fn(async () => accessToken.drop());
    const { accessToken, identity } = opened(renew, tokenFor(60 * days));
    identity.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(59 * days * 1000);
    expect(renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(days * 1000);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('all listeners share one timer, and there is none without listeners', () => {
    const { identity } = opened(undefined, tokenFor(3_600));
    const stops = [identity.subscribe(() => {}), identity.subscribe(() => {})];
    expect(vi.getTimerCount()).toBe(1);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
