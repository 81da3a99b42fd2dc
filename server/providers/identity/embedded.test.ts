import { createLocalJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityToken, post, signIn, testPassword } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

let number = 0;
function newEmail(): string {
  number += 1;
  return `person-${number}@reprise.test`;
}

function bearer({ authorization }: { authorization: string }): string {
  return authorization.replace('Bearer ', '');
}

/** The token in the link of the newest mail to somebody. */
function mailedToken(email: string): string {
  const mail = shop.mails.findLast(({ to }) => to === email);
  const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? 'https://no.mail';
  return new URL(link).searchParams.get('token') ?? '';
}

function get(path: string, cookie = '') {
  return shop.app.inject({ url: `/api/auth${path}`, headers: cookie ? { cookie } : {} });
}

describe('a new account', () => {
  it('can be used at once, and its email is not verified yet', async () => {
    const email = newEmail();
    const account = { name: 'Ada Fife', email: email.toUpperCase(), password: testPassword };
    const reply = await post(shop.app, '/sign-up/email', account);
    expect(reply.statusCode, reply.body).toBe(200);
    const { identity } = await signIn(shop.app, { email });
    expect(await shop.identity.verify(bearer(identity))).toMatchObject({
      ...{ email, name: 'Ada Fife', isEmailVerified: false, by: 'password' },
    });
  });

  it('has a session cookie that no script reads and no other site sends', async () => {
    const account = { name: 'Ada', email: newEmail(), password: testPassword };
    const reply = await post(shop.app, '/sign-up/email', account);
    const cookies = [reply.headers['set-cookie']].flat();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^__Secure-reprise\.session_token=/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) {
      expect(cookies[0]).toContain(part);
    }
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('keeps its password as argon2id', async () => {
    const email = newEmail();
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    const [row] = await shop.database.sql`
      select password from auth_accounts a join auth_users u on u.id = a.user_id
      where email = ${email}`;
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is refused for an address that has one, in the code of the specification', async () => {
    const { email } = await shop.signUp(newEmail());
    const account = { name: 'Eve', email: email.toUpperCase(), password: testPassword };
    const reply = await post(shop.app, '/sign-up/email', account);
    expect(reply.statusCode).toBe(409);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.json()).toMatchObject({
      code: 'email-already-in-use',
      detail: 'There is an account with this email already. Log in, or reset its password.',
      requestId: expect.any(String),
    });
  });

  it.each([
    ['short', 'password-too-short', 400],
    ['x'.repeat(129), 'password-too-long', 400],
    ['Passw0rd!2024', 'weak-password', 400],
  ])('is refused with the password %s', async (password, code, status) => {
    const reply = await post(shop.app, '/sign-up/email', {
      ...{ name: 'Ada', email: newEmail(), password },
    });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ code, errors: [{ field: 'password' }] });
  });

  it.each([
    [{ email: 'nonsense' }, 'invalid-email', 'email'],
    [{ email: undefined }, undefined, 'email'],
    [{ name: ' ' }, undefined, 'name'],
    [{ emailVerified: true }, undefined, 'body'],
    [{ image: 'https://elsewhere.test/a.png' }, undefined, 'image'],
  ])('is refused with %o', async (wrong, code, field) => {
    const account = { name: 'Ada', email: newEmail(), password: testPassword, ...wrong };
    const reply = await post(shop.app, '/sign-up/email', account);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe(code);
    expect(reply.json().errors[0].field).toBe(field);
  });

  it('is one, also when two ask for it at once', async () => {
    const account = { name: 'Ada', email: newEmail(), password: testPassword };
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(shop.app, '/sign-up/email', account)),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const [row] = await shop.database.sql`
      select count(*) from auth_users u join auth_accounts a on a.user_id = u.id
      where email = ${account.email}`;
    expect(Number(row?.count)).toBe(1);
  });
});

describe('signing in', () => {
  it('answers the same for a wrong password and for an unknown address', async () => {
    const { email } = await shop.signUp(newEmail());
    const wrong = await post(shop.app, '/sign-in/email', { email, password: 'not-this-one' });
    const unknown = await post(shop.app, '/sign-in/email', {
      ...{ email: newEmail(), password: 'not-this-one' },
    });
    for (const reply of [wrong, unknown]) {
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({
        code: 'wrong-password',
        detail: 'The email or the password is not right.',
      });
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('hashes for an unknown address too, so that the time tells nothing', async () => {
    const { email } = await shop.signUp(newEmail());
    const time = async (address: string) => {
      const startedMs = performance.now();
      await post(shop.app, '/sign-in/email', { email: address, password: 'not-this-one' });
      return performance.now() - startedMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time(email));
      unknown.push(await time(newEmail()));
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[7] ?? 0;
    expect(middle(unknown)).toBeGreaterThan(middle(known) * 0.5);
    expect(middle(unknown)).toBeLessThan(middle(known) * 2);
  });

  it('is refused to pages of other sites', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    for (const headers of [{ origin: 'https://evil.test' }, { origin: 'null', cookie }]) {
      const reply = await post(
        shop.app,
        '/sign-in/email',
        { email, password: testPassword },
        headers,
      );
      expect(reply.statusCode).toBe(403);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('does not read a form, which other sites could send', async () => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40reprise.test&password=x',
    });
    expect(reply.statusCode).toBe(415);
  });

  it('ends with signing out: the cookie and the token are worth nothing then', async () => {
    const { cookie, identity } = await shop.signUp(newEmail());
    const reply = await post(shop.app, '/sign-out', {}, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await get('/token', cookie)).statusCode).toBe(401);
    await expect(shop.identity.verify(bearer(identity))).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  });
});

describe('an identity token', () => {
  it('has our issuer and audience, a short life, and nothing but who it is', async () => {
    const { identity, email } = await shop.signUp(newEmail());
    const { keys } = (await get('/jwks')).json();
    const { payload } = await jwtVerify(bearer(identity), createLocalJWKSet({ keys }), {
      issuer: 'reprise-identity',
      audience: 'reprise-session',
    });
    expect(payload).toMatchObject({ email, email_verified: false });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(keys[0].d).toBeUndefined();
  });

  it('is refused to a guest', async () => {
    const reply = await get('/token');
    expect(reply.statusCode).toBe(401);
    expect(reply.json().code).toBe('not-signed-in');
  });

  it('is not believed when somebody else made it, or it is for somebody else, or over', async () => {
    const { identity } = await shop.signUp(newEmail());
    const good = bearer(identity);
    const [head = '', body = ''] = good.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const { privateKey } = await generateKeyPair('EdDSA');
    const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
    const forged = await new SignJWT(decodeJwt(good))
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(privateKey);
    const accessToken = await shop.callers.issueToken({ id: 'x', email: 'x', name: 'x' });
    for (const token of [forged, `${none}.${body}.`, `${head}.${body}.`, accessToken, 'x', '']) {
      await expect(shop.identity.verify(token)).rejects.toMatchObject({ code: 'not-signed-in' });
    }
    await expect(shop.identity.verify(good)).resolves.toBeTruthy();
  });

  it('ends with its time', async () => {
    const later = await createTestShop({
      clock: { now: () => new Date(Date.now() + 16 * 60_000) },
    });
    const { identity } = await later.signUp(newEmail());
    await expect(later.identity.verify(bearer(identity))).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    await later.close();
  });
});

describe('sessions', () => {
  it('are listed, and all others can be ended', async () => {
    const { email, cookie, identity } = await shop.signUp(newEmail());
    const other = await signIn(shop.app, { email });
    expect((await get('/list-sessions', cookie)).json()).toHaveLength(2);
    const reply = await post(shop.app, '/revoke-other-sessions', {}, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    await expect(shop.identity.verify(bearer(other.identity))).rejects.toThrow('has ended');
    await expect(shop.identity.verify(bearer(identity))).resolves.toMatchObject({ email });
  });

  it('do not say where somebody was', async () => {
    const { email } = await shop.signUp(newEmail());
    const rows = await shop.database.sql`
      select ip_address from auth_sessions s join auth_users i on i.id = s.user_id
      where i.email = ${email} and coalesce(ip_address, '') <> ''`;
    expect(rows).toEqual([]);
  });

  it('all end when the shop ends them, and the account stays', async () => {
    const { email, cookie, identity } = await shop.signUp(newEmail());
    await shop.identity.endSessions(email.toUpperCase());
    await expect(shop.identity.verify(bearer(identity))).rejects.toThrow('has ended');
    expect((await get('/token', cookie)).statusCode).toBe(401);
    await expect(signIn(shop.app, { email })).resolves.toBeTruthy();
  });

  it('end with the identity, and its address is free again', async () => {
    const { email, identity } = await shop.signUp(newEmail());
    await shop.identity.remove(email);
    await shop.identity.remove(email);
    await expect(shop.identity.verify(bearer(identity))).rejects.toThrow('has ended');
    await expect(signIn(shop.app, { email })).rejects.toThrow('refused');
    const account = { name: 'Ada', email, password: testPassword };
    expect((await post(shop.app, '/sign-up/email', account)).statusCode).toBe(200);
  });
});

it('what is over is believed no more, and swept', async () => {
  const { identity, email } = await shop.signUp(newEmail());
  const { sql } = shop.database;
  await sql`
    update auth_sessions set expires_at = now() - interval '1 second'
    where user_id = (select id from auth_users where email = ${email})`;
  await expect(shop.identity.verify(bearer(identity))).rejects.toThrow('has ended');
  expect(await shop.identity.sweep()).toBeGreaterThan(0);
  expect(await sql`select from auth_sessions where expires_at < now()`).toHaveLength(0);
  await expect(signIn(shop.app, { email })).resolves.toBeTruthy();
});

describe('a verification', () => {
  it('is mailed at sign-up and counts for whoever is signed in with that address', async () => {
    const email = newEmail();
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    const { cookie, identity } = await signIn(shop.app, { email });
    const stranger = await shop.signUp(newEmail());
    const path = `/verify-email?token=${mailedToken(email)}`;
    expect((await get(path)).json().code).toBe('not-signed-in');
    expect((await get(path, stranger.cookie)).json().code).toBe('invalid-link');
    expect((await get('/verify-email?token=x', cookie)).json().code).toBe('invalid-link');
    expect(await shop.identity.verify(bearer(identity))).toMatchObject({ isEmailVerified: false });

    const reply = await get(path, cookie);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await shop.identity.verify(bearer(identity))).toMatchObject({ isEmailVerified: true });
  });

  it('is mailed again, and whoever is verified gets none', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const ask = () => post(shop.app, '/send-verification-email', { email }, { cookie });
    expect((await ask()).statusCode).toBe(200);
    expect(mailedToken(email)).not.toBe('');
    await shop.database.sql`update auth_users set email_verified = true where email = ${email}`;
    const before = shop.mails.length;
    const again = await ask();
    expect(again.statusCode).toBe(200);
    expect(shop.mails).toHaveLength(before);
  });
});

describe('a forgotten password', () => {
  it('is chosen anew by mail, once, which proves the address and ends all sessions', async () => {
    const { email, identity } = await shop.signUp(newEmail());
    const asked = await post(shop.app, '/request-password-reset', { email });
    const unknown = await post(shop.app, '/request-password-reset', { email: newEmail() });
    expect(asked.json()).toEqual(unknown.json());
    expect(asked.statusCode).toBe(unknown.statusCode);
    const change = { token: mailedToken(email), newPassword: 'another-quiet-evening' };

    const weak = await post(shop.app, '/reset-password', { ...change, newPassword: '12345678' });
    expect(weak.json().code).toBe('weak-password');
    expect((await post(shop.app, '/reset-password', change)).statusCode).toBe(200);
    expect((await post(shop.app, '/reset-password', change)).json().code).toBe('invalid-link');

    await expect(shop.identity.verify(bearer(identity))).rejects.toThrow('has ended');
    await expect(signIn(shop.app, { email })).rejects.toThrow('refused');
    const now = await signIn(shop.app, { email, password: change.newPassword });
    expect(await shop.identity.verify(bearer(now.identity))).toMatchObject({
      isEmailVerified: true,
    });
  });
});

describe('a signed-in person', () => {
  it('changes name and picture, and nothing else', async () => {
    const { cookie } = await shop.signUp(newEmail());
    const image = '/pictures/0198c5e0-0000-7000-8000-000000000000/480.webp';
    const reply = await post(shop.app, '/update-user', { name: 'Ada', image }, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    const token = await identityToken(shop.app, cookie);
    expect(await shop.identity.verify(bearer(token))).toMatchObject({
      ...{ name: 'Ada', pictureUrl: image },
    });
    for (const wrong of [{ emailVerified: true }, { email: 'a@b.test' }, { image: '//evil' }]) {
      expect((await post(shop.app, '/update-user', wrong, { cookie })).statusCode).toBe(400);
    }
  });

  it('changes the password by the present one', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const change = { newPassword: 'another-quiet-evening', revokeOtherSessions: true };
    const ask = (currentPassword: string) =>
      post(shop.app, '/change-password', { ...change, currentPassword }, { cookie });
    expect((await ask('not-this-one')).json().code).toBe('wrong-password');
    expect((await ask(testPassword)).statusCode).toBe(200);
    await expect(signIn(shop.app, { email, password: change.newPassword })).resolves.toBeTruthy();
  });
});

describe('the way to the provider', () => {
  it('opens no other path of the library', async () => {
    const { cookie } = await shop.signUp(newEmail());
    for (const path of ['/delete-user', '/change-email', '/update-session', '/link-social']) {
      expect((await post(shop.app, path, {}, { cookie })).statusCode).toBe(404);
    }
    for (const path of ['/error', '/ok', '/list-accounts', '/get-access-token', '/account-info']) {
      expect((await get(path, cookie)).statusCode).toBe(404);
    }
  });

  it('carries the shop’s own headers', async () => {
    const reply = await get('/get-session');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toBeNull();
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.headers['x-request-id']).toBeTruthy();
  });

  it('says which ways to sign in there are, and how Google is set up', async () => {
    expect((await get('/ways')).json()).toEqual({ google: 'not-configured', demo: false });
    const reply = await post(shop.app, '/sign-in/social', {
      ...{ provider: 'google', callbackURL: '/x', errorCallbackURL: '/y' },
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().code).toBe('google-not-configured');
    expect(reply.json().detail).toContain('GOOGLE_CLIENT_ID');
  });

  it('writes no address of anybody to the log', async () => {
    const email = newEmail();
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    await post(shop.app, '/sign-in/email', { email, password: 'not-this-one' });
    await post(shop.app, '/request-password-reset', { email });
    expect(JSON.stringify(shop.logged)).not.toContain(email);
  });
});
