import { describe, expect, it, vi } from 'vitest';
import { localAccessToken } from '../api/access-token.ts';
import type { ApiClient } from '../api/client.ts';
import { CallFailure, NetworkFailure } from '../api/failures.ts';
import { safeStorage } from '../browser-storage.ts';
import { identityFailure } from './identity-failure.ts';
import type { IdentityToken } from './provider.ts';
import { accessTokenRenewal, renewing } from './renewal.ts';

const proof: IdentityToken = {
  token: 'proof',
  email: 'ann@reprise.test',
  name: 'Ann',
  pictureUrl: undefined,
  expiresAt: new Date('2026-11-21T12:00:00Z'),
};

function renewal({
  prove = async () => proof,
  reply = async (): Promise<unknown> => granted,
} = {}) {
  const identityToken = vi.fn(prove);
  const call = vi.fn(reply);
  const refresh = accessTokenRenewal({
    // Only this one call is made.
    api: () => ({ call: call as unknown as ApiClient['call'] }),
    provider: async () => ({ identityToken }),
  });
  return { refresh, identityToken, call };
}

const granted = { accessToken: 'new' };
const failing = (failure: unknown) => () => Promise.reject(failure);
const refusal = (status: number) => new CallFailure({ status, detail: 'no' });

describe('a new access token', () => {
  it('a new access token is exchanged for a fresh identity token', async () => {
    const { refresh, identityToken, call } = renewal();
    expect(await refresh()).toBe('new');
    expect(identityToken).toHaveBeenCalledWith({ isFresh: true });
    expect(call).toHaveBeenCalledWith(
      'issueAccessToken',
      { query: { email: 'ann@reprise.test' } },
      { bearer: 'proof' },
    );
  });

  it('a new access token is fetched once for concurrent calls', async () => {
    const { refresh, call } = renewal();
    await Promise.all([refresh(), refresh()]);
    expect(call).toHaveBeenCalledTimes(1);
    await refresh();
    expect(call).toHaveBeenCalledTimes(2);
  });

  it.each(['not-signed-in', 'user-not-found', 'user-disabled'] as const)(
    'there is no new access token when the provider says %s',
    async (code) => {
      const { refresh } = renewal({ prove: failing(identityFailure(code)) });
      expect(await refresh()).toBeNull();
    },
  );

  it.each([401, 403, 404])(
    'there is no new access token when the shop answers %i',
    async (status) => {
      expect(await renewal({ reply: failing(refusal(status)) }).refresh()).toBeNull();
    },
  );

  it.each([
    [
      'the provider cannot be reached',
      { prove: failing(identityFailure('network-request-failed')) },
    ],
    ['the shop cannot be reached', { reply: failing(new NetworkFailure('gone')) }],
  ])('a renewal stays undecided while %s', async (_, parts) => {
    await expect(renewal(parts).refresh()).rejects.toBeInstanceOf(NetworkFailure);
  });

  it('a renewal stays undecided while the shop answers with a server error', async () => {
    await expect(renewal({ reply: failing(refusal(503)) }).refresh()).rejects.toMatchObject({
      status: 503,
    });
  });
});

describe('the store of a renewed session', () => {
  function kept(token: string) {
    const store = localAccessToken(
      safeStorage(() => {
        throw new Error('no storage');
      }),
      new EventTarget(),
    );
    store.write(token);
    return store;
  }

  it('the store of a renewed session has the new token, or none', async () => {
    const store = kept('old');
    await renewing(store, async () => 'new')();
    expect(store.read()).toBe('new');
    await renewing(store, async () => null)();
    expect(store.read()).toBeNull();
  });

  it('the store keeps the old token while there is no response', async () => {
    const store = kept('old');
    await expect(renewing(store, failing(new NetworkFailure('gone')))()).rejects.toThrow();
    expect(store.read()).toBe('old');
  });

  it('the store restores no token after a logout in the meantime', async () => {
    const store = kept('old');
    await renewing(store, async () => {
      store.drop();
      return 'new';
    })();
    expect(store.read()).toBeNull();
  });
});
