import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, identityToken, post, signIn, testPassword } from '../../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { type FakeGoogle, startFakeGoogle } from './fake-google.ts';

const people = [
  { email: 'gale@reprise.test', name: 'Gale Winters', isVerified: true },
  { email: 'unsure@reprise.test', name: 'Una Sure', isVerified: false },
  ...['ada', 'bea', 'cid', 'dot'].map((name) => ({
    ...{ email: `${name}@reprise.test`, name, isVerified: true },
  })),
];

let shop: TestShop;
let standIn: FakeGoogle;
beforeAll(async () => {
  standIn = await startFakeGoogle(people);
  shop = await createTestShop({ identityOptions: { google: standIn.settings } });
});
afterAll(async () => {
  await shop.close();
  await standIn.stop();
});

const ways = { provider: 'google', callbackURL: '/done', errorCallbackURL: '/done?was=google' };

/** Begins at the shop, and returns the address of the window and the cookie that belongs to it. */
async function begin(): Promise<{ url: URL; cookie: string }> {
  const reply = await post(shop.app, '/sign-in/social', ways);
  expect(reply.statusCode, reply.body).toBe(200);
  return { url: new URL(reply.json().url), cookie: cookieOf(reply.headers['set-cookie']) };
}

/** Goes the whole way as somebody, and returns where the window ends and the session. */
async function comeAs(email: string) {
  const { url, cookie } = await begin();
  url.searchParams.set('chosen', email);
  const sent = await fetch(url, { redirect: 'manual' });
  return comeBack(sent.headers.get('location') ?? '', cookie);
}

async function comeBack(address: string, cookie: string) {
  const back = new URL(address);
  const reply = await shop.app.inject({ url: back.pathname + back.search, headers: { cookie } });
  return { location: reply.headers.location, session: cookieOf(reply.headers['set-cookie']) };
}

async function identityOf(session: string) {
  return shop.identity.verify(await identityToken(shop.app, session));
}

describe('coming by Google', () => {
  it('signs in somebody new, whose address is verified', async () => {
    const { location, session } = await comeAs('gale@reprise.test');
    expect(location).toBe('/done');
    expect(await identityOf(session)).toMatchObject({
      ...{ email: 'gale@reprise.test', name: 'Gale Winters', isEmailVerified: true, by: 'google' },
    });
    expect((await comeAs('gale@reprise.test')).location).toBe('/done');
    expect(
      await shop.database.sql`
      select from auth_users where email = 'gale@reprise.test'`,
    ).toHaveLength(1);
  });

  it('keeps none of Google’s tokens', async () => {
    await comeAs('gale@reprise.test');
    const rows = await shop.database.sql`
      select from auth_accounts
      where access_token is not null or refresh_token is not null or id_token is not null`;
    expect(rows).toHaveLength(0);
  });

  it('asks with state, nonce and a proof key, and comes back to the shop', async () => {
    const { url } = await begin();
    expect(url.origin).toBe(standIn.settings.issuer);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
    }
    expect(url.searchParams.get('redirect_uri')).toBe('https://shop.test/api/auth/callback/google');
  });

  it('is refused when Google has not verified the address', async () => {
    const { email } = await shop.signUp('unsure@reprise.test', { isVerified: true });
    const { location } = await comeAs(email);
    expect(location).toBe('/done?was=google&error=email-not-verified');
  });

  it('says so when somebody does not want to', async () => {
    const { url, cookie } = await begin();
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    const { location } = await comeBack(back.href, cookie);
    expect(location).toBe('/done?was=google&error=google-refused');
  });

  it('is refused to a window that the person’s own browser did not open', async () => {
    const { url } = await begin();
    url.searchParams.set('chosen', 'gale@reprise.test');
    const sent = await fetch(url, { redirect: 'manual' });
    const { location, session } = await comeBack(sent.headers.get('location') ?? '', '');
    expect(location).toContain('error=google-refused');
    expect(session).not.toContain('session_token=');
  });

  it('leads to no other site', async () => {
    for (const callbackURL of ['https://evil.test', '//evil.test', '/\\evil.test']) {
      expect((await post(shop.app, '/sign-in/social', { ...ways, callbackURL })).statusCode).toBe(
        400,
      );
    }
  });
});

describe('an account with a password on the same address', () => {
  it('that is verified is joined: both ways lead to it', async () => {
    const { cookie } = await shop.signUp('ada@reprise.test', { isVerified: true });
    const { session } = await comeAs('ada@reprise.test');
    const byGoogle = await identityOf(session);
    const byPassword = await identityOf(
      (await signIn(shop.app, { email: 'ada@reprise.test' })).cookie,
    );
    expect(byGoogle.id).toBe(byPassword.id);
    expect((await identityOf(cookie)).id).toBe(byGoogle.id);
  });

  it('that nobody has verified loses its password and its sessions, and the record stays', async () => {
    const stranger = await shop.signUp('bea@reprise.test');
    const before = await identityOf(stranger.cookie);
    const { session } = await comeAs('bea@reprise.test');
    expect(await identityOf(session)).toMatchObject({ id: before.id, isEmailVerified: true });
    await expect(signIn(shop.app, { email: 'bea@reprise.test' })).rejects.toThrow('refused');
    await expect(shop.identity.verify(stranger.token)).rejects.toThrow('has ended');
  });

  it('cannot be made when Google was first', async () => {
    await comeAs('cid@reprise.test');
    const account = { name: 'Eve', email: 'cid@reprise.test', password: testPassword };
    expect((await post(shop.app, '/sign-up/email', account)).json().code).toBe(
      'email-already-in-use',
    );
  });
});

describe('the stand-in', () => {
  it('says that it is not Google, and lets one choose', async () => {
    const { url } = await begin();
    const page = await fetch(url);
    const text = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(text).toContain('This is not Google');
    expect(text).toContain('gale@reprise.test');
    expect((await fetch(new URL(`${url.href}&chosen=eve@reprise.test`))).status).toBe(200);
  });

  it('is named by the shop', async () => {
    const reply = await shop.app.inject({ url: '/api/auth/ways' });
    expect(reply.json()).toEqual({ google: 'stand-in', demo: false });
  });
});

it('an outage of Google is said so, hinders nobody else, and ends with it', async () => {
  const away = { ...standIn.settings, issuer: 'http://127.0.0.1:9' };
  const other = await createTestShop({ identityOptions: { google: away } });
  await expect(other.signUp('ada@reprise.test')).resolves.toBeTruthy();
  const reply = await post(other.app, '/sign-in/social', ways);
  expect(reply.statusCode).toBe(503);
  expect(reply.json().code).toBe('provider-failed');
  away.issuer = standIn.settings.issuer;
  expect((await post(other.app, '/sign-in/social', ways)).statusCode).toBe(200);
  await other.close();
});
