import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ageSessions,
  cookieOf,
  get,
  newEmail,
  post,
  type SignedIn,
  signIn,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../../../testing/test-shop.ts';
import { type FakeGoogle, startFakeGoogle } from '../fake-google/fake-google.ts';

const gale = { email: 'gale@reprise.test', name: 'Gale Winters', isVerified: true };
const other = { email: 'other@reprise.test', name: 'Otto Herr', isVerified: true };

let shop: TestShop;
let fakeGoogle: FakeGoogle;
beforeAll(async () => {
  fakeGoogle = await startFakeGoogle([gale, other]);
  shop = await createTestShop({
    identityOptions: { google: fakeGoogle.settings, throttlesLogins: true },
  });
});
afterAll(async () => {
  await shop.close();
  await fakeGoogle.stop();
});

/** Registers a user whose sign-in is an hour ago. */
async function register(): Promise<SignedIn> {
  const person = await shop.signUp(newEmail());
  await saveUser(person);
  await age(person.email);
  return person;
}

async function saveUser({ email, identity: headers }: Pick<SignedIn, 'email' | 'identity'>) {
  const payload = { name: 'Clara', email };
  await shop.app.inject({ method: 'POST', url: '/api/users', headers, payload });
}

const age = (email: string) => ageSessions(shop.database, { email });

/** Removes the account with a new access token of this session. */
async function removeAccount({ email, cookie }: Pick<SignedIn, 'email' | 'cookie'>) {
  const { token } = (await get(shop.app, '/token', cookie)).json();
  const jwt = await shop.app.inject({
    url: `/api/jwt?email=${encodeURIComponent(email)}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const headers = { authorization: `Bearer ${jwt.json().accessToken}` };
  const user = await shop.app.inject({ url: `/api/users/${email}`, headers });
  return shop.app.inject({ method: 'DELETE', url: `/api/users/${user.json()._id}`, headers });
}

const prove = ({ cookie }: Pick<SignedIn, 'cookie'>, password: string) =>
  post(shop.app, '/proof', { password }, { cookie });

describe('a proof by password', () => {
  it('a proof by password lets a user who signed in long ago remove their account', async () => {
    const person = await register();
    expect((await removeAccount(person)).json()).toMatchObject({ code: 'recent-sign-in-required' });
    expect((await get(shop.app, '/proof-ways', person.cookie)).json()).toEqual({
      password: true,
      google: false,
    });
    expect((await prove(person, testPassword)).statusCode).toBe(200);
    expect((await removeAccount(person)).json()).toMatchObject({ deletedCount: 1 });
  });

  it('a proof by password expires', async () => {
    const person = await register();
    await prove(person, testPassword);
    await age(person.email);
    expect((await removeAccount(person)).json()).toMatchObject({ code: 'recent-sign-in-required' });
  });

  it('a proof fails with a wrong password and with another user’s', async () => {
    const person = await register();
    await shop.signUp(newEmail(), { password: 'nine-silent-cymbals' });
    for (const wrong of ['not-my-bells-at-all', 'nine-silent-cymbals']) {
      const reply = await prove(person, wrong);
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({ code: 'wrong-password' });
    }
    expect((await removeAccount(person)).statusCode).toBe(403);
    expect((await get(shop.app, '/token', person.cookie)).statusCode).toBe(200);
  });

  it('a proof by password counts for its own session only', async () => {
    const person = await register();
    const elsewhere = await signIn(shop.app, { email: person.email });
    await age(person.email);
    await prove(elsewhere, testPassword);
    expect((await removeAccount(person)).statusCode).toBe(403);
    expect((await removeAccount(elsewhere)).statusCode).toBe(200);
  });

  it('a proof by password needs a session, a real one', async () => {
    const forged = 'reprise.session_token=a-token-of-nobody.c2lnbmF0dXJl';
    for (const cookie of ['', forged]) {
      expect((await prove({ cookie }, testPassword)).statusCode).toBe(401);
      expect((await get(shop.app, '/proof-ways', cookie)).statusCode).toBe(401);
      expect((await post(shop.app, '/proof/google', paths, { cookie })).statusCode).toBe(401);
    }
  });

  it('proofs by password are limited by account, even with the right password', async () => {
    const person = await register();
    const from = (place: number, password: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/auth/proof',
        remoteAddress: `203.0.113.${place}`,
        headers: { origin: 'https://shop.test', cookie: person.cookie },
        payload: { password },
      });
    for (let place = 1; place <= 10; place += 1) {
      expect((await from(place, 'a-guess-at-bells')).statusCode).toBe(401);
    }
    const refused = await from(11, testPassword);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a proof by password names the missing field', async () => {
    const { cookie } = await register();
    const reply = await post(shop.app, '/proof', {}, { cookie });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors).toMatchObject([{ field: 'password' }]);
  });
});

const paths = { callbackURL: '/done', errorCallbackURL: '/done?was=google' };

/** The cookies that a browser keeps of these: the others are deleted. */
const keptCookies = (set: string | string[] | undefined) =>
  cookieOf([set].flat().filter((cookie) => !cookie?.includes('Max-Age=0')) as string[]);

/** Goes through the popup as this person at Google. @returns where it ends, and the cookies that it sets */
async function goThroughPopup(path: string, cookie: string, email: string, later = cookie) {
  const body = path === '/sign-in/social' ? { ...paths, provider: 'google' } : paths;
  const started = await post(shop.app, path, body, { cookie });
  expect(started.statusCode, started.body).toBe(200);
  const url = new URL(started.json().url);
  url.searchParams.set('chosen', email);
  const response = await fetch(url, { redirect: 'manual' });
  const callback = new URL(response.headers.get('location') ?? '');
  const reply = await shop.app.inject({
    url: callback.pathname + callback.search,
    headers: { cookie: `${later}; ${keptCookies(started.headers['set-cookie'])}` },
  });
  return { location: reply.headers.location, set: keptCookies(reply.headers['set-cookie']) };
}

describe('a proof by Google', () => {
  async function registerWithGoogle(): Promise<{ email: string; cookie: string }> {
    const { set: cookie } = await goThroughPopup('/sign-in/social', '', gale.email);
    const { token } = (await get(shop.app, '/token', cookie)).json();
    await saveUser({ email: gale.email, identity: { authorization: `Bearer ${token}` } });
    await age(gale.email);
    return { email: gale.email, cookie };
  }

  it('a proof by Google takes the account that signed in, starts no session, and stores no token of Google', async () => {
    const person = await registerWithGoogle();
    expect((await get(shop.app, '/proof-ways', person.cookie)).json()).toEqual({
      password: false,
      google: true,
    });
    expect((await prove(person, testPassword)).json()).toMatchObject({ code: 'wrong-password' });
    expect((await removeAccount(person)).statusCode).toBe(403);
    const { location, set } = await goThroughPopup('/proof/google', person.cookie, gale.email);
    expect(location).toBe('/done');
    expect(set).not.toContain('session_token=');
    expect(
      await shop.database.sql`
      select from auth_accounts
      where access_token is not null or refresh_token is not null or id_token is not null`,
    ).toHaveLength(0);
    expect((await removeAccount(person)).json()).toMatchObject({ deletedCount: 1 });
  });

  it('a proof by Google is refused for another Google account, which stays unknown, and no one is signed out', async () => {
    const person = await registerWithGoogle();
    const { location, set } = await goThroughPopup('/proof/google', person.cookie, other.email);
    expect(location).toBe('/done?was=google&error=google-refused');
    expect(set).not.toContain('session_token=');
    expect((await removeAccount(person)).statusCode).toBe(403);
    expect(
      await shop.database.sql`select from auth_users where email = ${other.email}`,
    ).toHaveLength(0);
  });

  it('a proof by Google does not count for another user’s session in the same browser', async () => {
    const person = await registerWithGoogle();
    const stranger = await register();
    const { location } = await goThroughPopup(
      '/proof/google',
      person.cookie,
      gale.email,
      stranger.cookie,
    );
    expect(location).toBe('/done');
    expect((await removeAccount(stranger)).statusCode).toBe(403);
    expect((await removeAccount(person)).statusCode).toBe(403);
  });

  it('a proof by Google is refused to an identity without a Google account', async () => {
    const { cookie } = await register();
    const reply = await post(shop.app, '/proof/google', paths, { cookie });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ code: 'google-refused' });
  });
});
