import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addAuthenticator,
  ageSessions,
  cookieOf,
  get,
  identityToken,
  post,
  signIn,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../../../testing/test-shop.ts';
import { totpCode } from '../../../../testing/totp.ts';
import { type FakeGoogle, startFakeGoogle } from '../fake-google/fake-google.ts';

const people = [
  { email: 'gale@reprise.test', name: 'Gale Winters', isVerified: true },
  { email: 'unsure@reprise.test', name: 'Una Sure', isVerified: false },
  ...['ada', 'bea', 'cid', 'dot', 'eli', 'fay'].map((name) => ({
    email: `${name}@reprise.test`,
    name,
    isVerified: true,
  })),
];

let shop: TestShop;
let fakeGoogle: FakeGoogle;
beforeAll(async () => {
  fakeGoogle = await startFakeGoogle(people);
  shop = await createTestShop({ identityOptions: { google: fakeGoogle.settings } });
});
afterAll(async () => {
  await shop.close();
  await fakeGoogle.stop();
});

const ways = { provider: 'google', callbackURL: '/done', errorCallbackURL: '/done?was=google' };

/** Starts the sign-in. @returns Google's URL for the popup, and the cookie that belongs to it */
async function startSignIn(): Promise<{ url: URL; cookie: string }> {
  const reply = await post(shop.app, '/sign-in/social', ways);
  expect(reply.statusCode, reply.body).toBe(200);
  return { url: new URL(reply.json().url), cookie: cookieOf(reply.headers['set-cookie']) };
}

/** Signs in as this person at Google. @returns where the popup ends, and the session cookie */
async function signInAs(email: string) {
  const { url, cookie } = await startSignIn();
  url.searchParams.set('chosen', email);
  const response = await fetch(url, { redirect: 'manual' });
  return followRedirect(response.headers.get('location') ?? '', cookie);
}

async function followRedirect(address: string, cookie: string) {
  const callback = new URL(address);
  const reply = await shop.app.inject({
    url: callback.pathname + callback.search,
    headers: { cookie },
  });
  return { location: reply.headers.location, session: cookieOf(reply.headers['set-cookie']) };
}

async function identityOf(session: string) {
  return shop.identity.verify(await identityToken(shop.app, session));
}

describe('signing in with Google', () => {
  it('a sign-in with Google creates a verified identity for a new person', async () => {
    const { location, session } = await signInAs('gale@reprise.test');
    expect(location).toBe('/done');
    expect(await identityOf(session)).toMatchObject({
      email: 'gale@reprise.test',
      name: 'Gale Winters',
      isEmailVerified: true,
      by: 'google',
    });
    expect((await signInAs('gale@reprise.test')).location).toBe('/done');
    expect(
      await shop.database.sql`
      select from auth_users where email = 'gale@reprise.test'`,
    ).toHaveLength(1);
  });

  it('none of Google’s tokens is stored', async () => {
    await signInAs('gale@reprise.test');
    const rows = await shop.database.sql`
      select from auth_accounts
      where access_token is not null or refresh_token is not null or id_token is not null`;
    expect(rows).toHaveLength(0);
  });

  it('a sign-in with Google uses state, nonce and PKCE, and redirects back to the shop', async () => {
    const { url } = await startSignIn();
    expect(url.origin).toBe(fakeGoogle.settings.issuer);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
    }
    expect(url.searchParams.get('redirect_uri')).toBe('https://shop.test/api/auth/callback/google');
  });

  it('a sign-in is refused when Google has not verified the email', async () => {
    const { email } = await shop.signUp('unsure@reprise.test', { isVerified: true });
    const { location } = await signInAs(email);
    expect(location).toBe('/done?was=google&error=email-not-verified');
  });

  it('a cancelled sign-in with Google is reported', async () => {
    const { url, cookie } = await startSignIn();
    const callback = new URL(url.searchParams.get('redirect_uri') ?? '');
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('state', url.searchParams.get('state') ?? '');
    const { location } = await followRedirect(callback.href, cookie);
    expect(location).toBe('/done?was=google&error=google-refused');
  });

  it('a sign-in with Google is refused in a browser that did not start it', async () => {
    const { url } = await startSignIn();
    url.searchParams.set('chosen', 'gale@reprise.test');
    const response = await fetch(url, { redirect: 'manual' });
    const { location, session } = await followRedirect(response.headers.get('location') ?? '', '');
    expect(location).toContain('error=google-refused');
    expect(session).not.toContain('session_token=');
  });

  it('a sign-in with Google never redirects to another site', async () => {
    for (const callbackURL of ['https://evil.test', '//evil.test', '/\\evil.test']) {
      expect((await post(shop.app, '/sign-in/social', { ...ways, callbackURL })).statusCode).toBe(
        400,
      );
    }
  });
});

describe('an account with a password and the same email', () => {
  it('a verified account with the same email is linked: both logins work', async () => {
    const { cookie } = await shop.signUp('ada@reprise.test', { isVerified: true });
    const { session } = await signInAs('ada@reprise.test');
    const byGoogle = await identityOf(session);
    const byPassword = await identityOf(
      (await signIn(shop.app, { email: 'ada@reprise.test' })).cookie,
    );
    expect(byGoogle.id).toBe(byPassword.id);
    expect((await identityOf(cookie)).id).toBe(byGoogle.id);
  });

  it('an unverified account with the same email loses its password and its sessions, and keeps its id', async () => {
    const attacker = await shop.signUp('bea@reprise.test');
    const before = await identityOf(attacker.cookie);
    const { session } = await signInAs('bea@reprise.test');
    expect(await identityOf(session)).toMatchObject({ id: before.id, isEmailVerified: true });
    await expect(signIn(shop.app, { email: 'bea@reprise.test' })).rejects.toThrow('Sign-in failed');
    await expect(shop.identity.verify(attacker.token)).rejects.toThrow('has ended');
  });

  it('an account with a password cannot be created after a sign-in with Google', async () => {
    await signInAs('cid@reprise.test');
    const account = { name: 'Eve', email: 'cid@reprise.test', password: testPassword };
    expect((await post(shop.app, '/sign-up/email', account)).json().code).toBe(
      'email-already-in-use',
    );
  });
});

describe('a second factor', () => {
  it('a second factor is required after Google too', async () => {
    const { session: cookie } = await signInAs('eli@reprise.test');
    const added = await addAuthenticator(shop.app, { cookie });
    expect(await identityOf(added.cookie)).toMatchObject({ by: 'google' });
    const { location, session } = await signInAs('eli@reprise.test');
    expect(location).toBe('/done?error=second-factor-required');
    expect((await get(shop.app, '/token', session)).statusCode).toBe(401);
    const step = await get(shop.app, '/second-step', session);
    expect(step.json()).toEqual({ ways: ['authenticator', 'recovery-code'] });
    const code = { code: totpCode(added.totpURI, 1) };
    const done = await post(shop.app, '/two-factor/verify-totp', code, { cookie: session });
    expect(done.statusCode, done.body).toBe(200);
    const identity = await identityOf(cookieOf(done.headers['set-cookie']));
    expect(identity).toMatchObject({ email: 'eli@reprise.test', by: 'google' });
  });

  it('a recent sign-in is enough to add a second factor without a password', async () => {
    const { session } = await signInAs('fay@reprise.test');
    await ageSessions(shop.database, { email: 'fay@reprise.test' }, 11);
    const stale = await post(shop.app, '/two-factor/enable', {}, { cookie: session });
    expect(stale.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    const { session: cookie } = await signInAs('fay@reprise.test');
    expect((await post(shop.app, '/two-factor/enable', {}, { cookie })).statusCode).toBe(200);
  });
});

describe('the fake Google', () => {
  it('the fake Google states that it is not Google, and lets the visitor choose a person', async () => {
    const { url } = await startSignIn();
    const page = await fetch(url);
    const text = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(text).toContain('This is not Google');
    expect(text).toContain('gale@reprise.test');
    expect((await fetch(new URL(`${url.href}&chosen=eve@reprise.test`))).status).toBe(200);
  });

  it('the fake Google is listed among the ways to sign in', async () => {
    const reply = await shop.app.inject({ url: '/api/auth/ways' });
    expect(reply.json()).toEqual({ google: 'stand-in', demo: false });
  });
});

it('an outage of Google fails only Google sign-in, and until it ends', async () => {
  const unreachable = { ...fakeGoogle.settings, issuer: 'http://127.0.0.1:9' };
  const other = await createTestShop({ identityOptions: { google: unreachable } });
  await expect(other.signUp('ada@reprise.test')).resolves.toBeTruthy();
  const reply = await post(other.app, '/sign-in/social', ways);
  expect(reply.statusCode).toBe(503);
  expect(reply.json().code).toBe('provider-failed');
  unreachable.issuer = fakeGoogle.settings.issuer;
  expect((await post(other.app, '/sign-in/social', ways)).statusCode).toBe(200);
  await other.close();
});
