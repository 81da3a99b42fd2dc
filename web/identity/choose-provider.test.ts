import { describe, expect, it, vi } from 'vitest';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { chooseProvider } from './choose-provider.ts';

function chosen(ways: IdentityWays) {
  const call = vi.fn(async (_method: string, path: string) => {
    if (path === '/ways') return ways as never;
    throw new Error(`Nobody was to ask for ${path}`);
  });
  const openFirebase = vi.fn(() => 'firebase' as never);
  const loadFirebase = vi.fn(async () => ({ openFirebase }));
  return { call, openFirebase, loadFirebase, provider: chooseProvider(call, loadFirebase) };
}

describe('the provider of a shop', () => {
  it('the built-in provider is used without loading Firebase’s script', async () => {
    const { provider, loadFirebase, call } = chosen({ google: 'stand-in', demo: true });
    await expect((await provider).ways()).resolves.toEqual({ google: 'stand-in', demo: true });
    expect(loadFirebase).not.toHaveBeenCalled();
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('Firebase is used when the server is configured for it', async () => {
    const firebase = { projectId: 'p', apiKey: 'k', authDomain: 'p.firebaseapp.com' };
    const { provider, openFirebase } = chosen({ google: 'google', demo: false, firebase });
    expect(await provider).toBe('firebase');
    expect(openFirebase).toHaveBeenCalledWith(firebase, expect.anything());
  });
});
