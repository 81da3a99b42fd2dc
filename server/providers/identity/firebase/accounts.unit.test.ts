import Fastify, { type InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replyWithProblems } from '../../../http/api/problem-reply.ts';
import {
  type FakeFirebase,
  firebaseClaims,
  firebaseRecordsInMemory,
  startFakeFirebase,
} from '../../../testing/fake-firebase.ts';
import type { ServedIdentityProvider } from '../port.ts';
import { createFirebaseIdentity } from './firebase-identity.ts';

let firebase: FakeFirebase;
let at: Date;
let identity: ServedIdentityProvider;
let token: string;

beforeAll(async () => {
  firebase = await startFakeFirebase();
});
beforeEach(async () => {
  at = new Date('2026-11-21T12:00:00Z');
  Object.assign(firebase.state, { requests: [], failures: 0, accessToken: 'access-1' });
  firebase.state.accounts.clear();
  firebase.account({ localId: 'ann' });
  const { settings, google } = firebase;
  const records = firebaseRecordsInMemory();
  identity = createFirebaseIdentity({ settings, clock: { now: () => at }, google, records });
  token = await firebase.sign(firebaseClaims(at));
});
afterAll(() => firebase.stop());

describe('an account at Firebase', () => {
  it('an account at Firebase is removed by its email, and its tokens are refused immediately', async () => {
    await identity.verify(token);
    await identity.remove('Ann@Reprise.test');
    await expect(identity.verify(token)).rejects.toThrow('does not exist any more');
    await expect(identity.remove('ann@reprise.test')).resolves.toBeUndefined();
  });

  it('an account at Firebase loses its sessions, and can sign in again', async () => {
    await identity.verify(token);
    await identity.endSessions('ann@reprise.test');
    await expect(identity.verify(token)).rejects.toThrow('has ended');
    const now = Math.floor(at.getTime() / 1_000);
    const again = await firebase.sign(firebaseClaims(at, { auth_time: now, iat: now }));
    await expect(identity.verify(again)).resolves.toMatchObject({ id: 'ann' });
    await expect(identity.endSessions('nobody@reprise.test')).resolves.toBeUndefined();
  });

  it('a disabled account at Firebase is refused', async () => {
    firebase.account({ localId: 'ann', disabled: true });
    await expect(identity.verify(token)).rejects.toMatchObject({
      code: 'not-allowed',
      reason: 'user-disabled',
    });
  });

  it('an account at Firebase is refused with a sign-in provider that is no longer linked', async () => {
    firebase.account({ localId: 'ann', providerUserInfo: [{ providerId: 'google.com' }] });
    await expect(identity.verify(token)).rejects.toThrow('has ended');
  });

  it('an account at Firebase must have an email', async () => {
    firebase.state.accounts.set('ann', {
      localId: 'ann',
      providerUserInfo: [{ providerId: 'password' }],
    });
    await expect(identity.verify(token)).rejects.toThrow('has no email');
  });
});

describe('the address of an account with a password', () => {
  const open = async (code: unknown, bearer: string | undefined = token) => {
    const app = Fastify();
    replyWithProblems(app);
    identity.registerRoutes?.(app);
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const payload = { token: code };
    return app.inject({ method: 'POST', url: '/api/auth/verify-email', headers, payload });
  };
  const mail = (code: string, email: string, requestType = 'VERIFY_EMAIL') =>
    firebase.state.mailedCodes.set(code, { email, requestType });

  it('an address is verified by its mailed link, opened by the signed-in user of the account', async () => {
    mail('right', 'Ann@Reprise.test');
    expect(await identity.verify(token)).toMatchObject({ isEmailVerified: false });
    expect((await open('right')).statusCode).toBe(200);
    expect(await identity.verify(token)).toMatchObject({ isEmailVerified: true });
    firebase.account({ localId: 'ann', email: 'moved@reprise.test' });
    expect(await identity.verify(token)).toMatchObject({ isEmailVerified: false });
  });

  it('an address is not verified by another link, by none, or by Firebase’s own page', async () => {
    mail('others', 'bob@reprise.test');
    mail('reset', 'ann@reprise.test', 'PASSWORD_RESET');
    for (const code of ['others', 'reset', 'unknown', '', 7, undefined, 'x'.repeat(3_000)]) {
      const refused = await open(code);
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ code: 'invalid-link' });
    }
    firebase.account({ localId: 'ann', emailVerified: true });
    expect(await identity.verify(token)).toMatchObject({ isEmailVerified: false });
  });

  it('an address is not verified for a guest, nor for a stranger who has the link', async () => {
    mail('right', 'ann@reprise.test');
    firebase.account({ localId: 'eve' });
    const stranger = await firebase.sign(firebaseClaims(at, { sub: 'eve' }));
    expect((await open('right', '')).statusCode).toBe(401);
    expect((await open('right', stranger)).json()).toMatchObject({ code: 'invalid-link' });
    expect(await identity.verify(token)).toMatchObject({ isEmailVerified: false });
  });

  it('an address stays unverified while Google fails', async () => {
    mail('right', 'ann@reprise.test');
    await identity.verify(token);
    firebase.state.failures = 1_000;
    expect((await open('right')).statusCode).toBe(503);
    firebase.state.failures = 0;
    expect(await identity.verify(token)).toMatchObject({ isEmailVerified: false });
  });
});

describe('the access token of the service account', () => {
  it('the access token of the service account is cached, and renewed shortly before it expires', async () => {
    await Promise.all([identity.verify(token), identity.endSessions('nobody@reprise.test')]);
    await identity.remove('nobody@reprise.test');
    expect(firebase.countOf('/token')).toBe(1);
    at = new Date(at.getTime() + 3_540_000);
    await identity.remove('nobody@reprise.test');
    expect(firebase.countOf('/token')).toBe(2);
  });

  it('the access token of the service account is renewed when Google has revoked it', async () => {
    await identity.verify(token);
    firebase.state.accessToken = 'access-2';
    await expect(identity.verify(token)).resolves.toBeTruthy();
  });

  it('a wrong key gets no access token, which makes the provider unavailable', async () => {
    const { settings, google } = firebase;
    const account = { ...settings.serviceAccount, clientEmail: 'other@example.test' };
    const serviceAccount = { privateKey: '', tokenAddress: '', ...account };
    const withWrongKey = createFirebaseIdentity({
      settings: { ...settings, serviceAccount },
      clock: { now: () => at },
      google,
      records: firebaseRecordsInMemory(),
    });
    await expect(withWrongKey.remove('ann@reprise.test')).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'provider-failed',
    });
    expect(firebase.state.accounts.has('ann')).toBe(true);
  });

  it('an access token does not help while Google fails', async () => {
    await identity.verify(token);
    firebase.state.failures = 2;
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
    firebase.state.failures = 1;
    await expect(identity.verify(token)).resolves.toBeTruthy();
  });
});

describe('the routes of this server', () => {
  const send = async (request: InjectOptions) => {
    const app = Fastify();
    replyWithProblems(app);
    identity.registerRoutes?.(app);
    return app.inject(request);
  };

  it('the configuration for pages contains no secrets', async () => {
    const reply = await send({ url: '/api/auth/ways' });
    expect(reply.json()).toEqual({
      google: 'google',
      demo: false,
      firebase: {
        projectId: 'demo-reprise',
        apiKey: 'web-key',
        authDomain: 'demo-reprise.firebaseapp.com',
      },
    });
  });

  it('all sessions of the caller can be ended', async () => {
    const end = (authorization?: string) =>
      send({
        method: 'POST',
        url: '/api/auth/revoke-sessions',
        headers: { ...(authorization && { authorization }) },
      });
    expect((await end()).statusCode).toBe(401);
    expect((await end('Bearer x.y.z')).statusCode).toBe(401);
    expect((await end(`Bearer ${token}`)).statusCode).toBe(200);
    expect((await end(`Bearer ${token}`)).statusCode).toBe(401);
  });

  it('redirect from a mailed link to the page for it, and refuse other links', async () => {
    const open = (query: string) => send({ url: `/api/auth/mailed-link?${query}` });
    const reset = await open('mode=resetPassword&oobCode=a%26b');
    expect(reset.headers.location).toBe('/reset-password?token=a%26b');
    const verification = await open('mode=verifyEmail&oobCode=c');
    expect(verification.headers.location).toBe('/verify-email?token=c');
    const wrong = ['mode=__proto__&oobCode=c', 'mode=recoverEmail&oobCode=c', 'mode=verifyEmail'];
    for (const query of [...wrong, '']) {
      const reply = await open(query);
      expect(reply.statusCode, query).toBe(400);
      expect(reply.json().code).toBe('invalid-link');
    }
  });
});
