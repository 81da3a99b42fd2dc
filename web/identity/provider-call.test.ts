import { afterEach, describe, expect, it, vi } from 'vitest';
import { identityProblems } from '#contract/identity/identity.ts';
import { providerCalls, timeoutFor } from './provider-call.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function answering(status: number, body: unknown) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const call = providerCalls(1_000);

describe('a call to the embedded provider', () => {
  it('a provider call goes to its path on our own origin, with its cookie, and returns the reply', async () => {
    const fetched = answering(200, { token: 'abc' });
    await expect(call('POST', '/sign-in/email', { email: 'a@b.test' })).resolves.toEqual({
      token: 'abc',
    });
    const [url, init] = fetched.mock.lastCall ?? [];
    expect(url).toBe('/api/auth/sign-in/email');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"email":"a@b.test"}',
    });
  });

  it('a refused provider call has the provider’s own message', async () => {
    answering(401, { code: 'wrong-password', detail: 'Not quite.' });
    await expect(call('POST', '/x')).rejects.toMatchObject({
      code: 'wrong-password',
      message: 'Not quite.',
    });
  });

  it('a refused provider call has our message where the provider gives none', async () => {
    answering(404, { code: 'user-not-found' });
    await expect(call('POST', '/x')).rejects.toMatchObject({
      message: identityProblems['user-not-found'].detail,
    });
  });

  it.each([
    [429, 'too-many-requests'],
    [401, 'not-signed-in'],
    [502, 'network-request-failed'],
    [418, 'provider-failed'],
  ])('a provider call knows what %i means from a provider without a code', async (status, code) => {
    answering(status, '<html>');
    await expect(call('GET', '/x')).rejects.toMatchObject({ code });
  });

  it.each(['toString', 'no-such-code', 7])('the text %s is not taken for a code', async (code) => {
    answering(400, { code });
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'provider-failed' });
  });

  it('a provider call fails as a network failure without a connection, and for an unreadable response', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'network-request-failed' });
    answering(200, 'no JSON');
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'network-request-failed' });
  });

  it('times out', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    await expect(providerCalls(5)('GET', '/x')).rejects.toMatchObject({
      code: 'network-request-failed',
    });
  });

  it('a provider call has twice the timeout on a phone', () => {
    expect(timeoutFor({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143' })).toBe(30_000);
    expect(timeoutFor({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/143 Mobile' })).toBe(
      60_000,
    );
    expect(timeoutFor({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18) Mobile/15' })).toBe(
      60_000,
    );
  });
});
