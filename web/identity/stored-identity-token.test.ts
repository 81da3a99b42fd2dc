import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identityFailure } from './identity-failure.ts';
import type { IdentityToken } from './provider.ts';
import { storedIdentityToken } from './stored-identity-token.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const lifeMs = 15 * minute;

/** A provider whose proofs last a quarter of an hour and are numbered. */
function numbered() {
  let count = 0;
  return vi.fn(async (): Promise<IdentityToken> => {
    count += 1;
    const expiresAt = new Date(Date.now() + lifeMs);
    const who = { email: 'ann@reprise.test', name: 'Ann', pictureUrl: undefined };
    return { token: `proof ${count}`, expiresAt, ...who };
  });
}

describe('a stored identity token', () => {
  it('an identity token is fetched once for concurrent calls, and stored', async () => {
    const fetchToken = numbered();
    const proof = storedIdentityToken(fetchToken);
    const both = await Promise.all([proof.token(), proof.token()]);
    expect(both.map(({ token }) => token)).toEqual(['proof 1', 'proof 1']);
    expect((await proof.token()).token).toBe('proof 1');
    expect(fetchToken).toHaveBeenCalledTimes(1);
  });

  it('an identity token counts as expired within thirty seconds of its expiry', async () => {
    const proof = storedIdentityToken(numbered());
    await proof.token();
    vi.advanceTimersByTime(lifeMs - 30_001);
    expect((await proof.token()).token).toBe('proof 1');
    vi.advanceTimersByTime(1);
    expect((await proof.token()).token).toBe('proof 2');
  });

  it('an identity token is fetched again when a fresh one is requested', async () => {
    const proof = storedIdentityToken(numbered());
    await proof.token();
    expect((await proof.token({ isFresh: true })).token).toBe('proof 2');
  });

  it('an identity token is dropped when another user signs in, even while it is being fetched', async () => {
    const proof = storedIdentityToken(numbered());
    const old = proof.token();
    proof.forget();
    expect((await old).token).toBe('proof 1');
    expect((await proof.token()).token).toBe('proof 2');
  });

  it('an identity token that could not be fetched is not stored', async () => {
    const fetchToken = numbered();
    fetchToken.mockRejectedValueOnce(identityFailure('network-request-failed'));
    const proof = storedIdentityToken(fetchToken);
    await expect(proof.token()).rejects.toMatchObject({ code: 'network-request-failed' });
    expect((await proof.token()).token).toBe('proof 1');
  });
});

describe('a subscriber of the identity token', () => {
  it('a subscriber has the token renewed five minutes before its expiry', async () => {
    const fetchToken = numbered();
    const proof = storedIdentityToken(fetchToken);
    proof.watch(() => {});
    await proof.token();
    await vi.advanceTimersByTimeAsync(10 * minute - 1);
    expect(fetchToken).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchToken).toHaveBeenCalledTimes(2);
  });

  it('a subscriber is notified of sign-ins, and of sign-outs at the provider', async () => {
    const fetchToken = numbered();
    const proof = storedIdentityToken(fetchToken);
    const listener = vi.fn();
    proof.watch(listener);
    expect(listener).toHaveBeenLastCalledWith(null);
    await proof.token();
    expect(listener.mock.lastCall?.[0]).toMatchObject({ email: 'ann@reprise.test' });
    fetchToken.mockRejectedValueOnce(identityFailure('not-signed-in'));
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(listener).toHaveBeenLastCalledWith(null);
  });

  it('a subscriber leaves no timer behind', async () => {
    const proof = storedIdentityToken(numbered());
    const stop = proof.watch(() => {});
    await proof.token();
    expect(vi.getTimerCount()).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
