import { hash } from '@node-rs/argon2';
import { createLocalJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  get,
  mailedToken,
  newEmail,
  post,
  signIn,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

describe('signing in', () => {
  it('a wrong password and an unknown email get the same response', async () => {
    const { email } = await shop.signUp(newEmail());
    const wrong = await post(shop.app, '/sign-in/email', { email, password: 'not-this-one' });
    const unknown = await post(shop.app, '/sign-in/email', {
      email: newEmail(),
      password: 'not-this-one',
    });
    for (const reply of [wrong, unknown]) {
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({
        code: 'wrong-password',
        detail: 'The email or the password is wrong.',
      });
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a password for an unknown email is hashed too, so that timing reveals nothing', async () => {
    const { email } = await shop.signUp(newEmail());
    const measure = async (address: string) => {
      const startedMs = performance.now();
      await post(shop.app, '/sign-in/email', { email: address, password: 'not-this-one' });
      return performance.now() - startedMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await measure(email));
      unknown.push(await measure(newEmail()));
    }
    // The fastest, because other processes only make a sign-in slower.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.5);
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...known) * 2);
  });

  it('a password is accepted in either Unicode form of its letters, in which keyboards differ', async () => {
    const composed = 'Zoë plays é-flat';
    const separate = composed.normalize('NFD');
    for (const [set, typed] of [
      [composed, separate],
      [separate, composed],
    ] as const) {
      const email = newEmail();
      const account = { name: 'Zoë', email, password: set };
      expect((await post(shop.app, '/sign-up/email', account)).statusCode).toBe(200);
      const { cookie } = await signIn(shop.app, { email, password: typed });
      expect((await post(shop.app, '/proof', { password: typed }, { cookie })).statusCode).toBe(
        200,
      );
      const change = { currentPassword: typed, newPassword: `${set}!` };
      expect((await post(shop.app, '/change-password', change, { cookie })).statusCode).toBe(200);
      await signIn(shop.app, { email, password: `${typed}!` });
      await post(shop.app, '/request-password-reset', { email });
      const reset = { token: mailedToken(shop.mails, email), newPassword: `${set}?` };
      expect((await post(shop.app, '/reset-password', reset)).statusCode).toBe(200);
      await signIn(shop.app, { email, password: `${typed}?` });
    }
    // Seven letters, which are more characters when they are separate.
    const short = { name: 'Zoë', email: newEmail(), password: 'éàüöñçê'.normalize('NFD') };
    expect((await post(shop.app, '/sign-up/email', short)).json().code).toBe('password-too-short');
  });

  it('a password that an earlier version has hashed as typed is accepted', async () => {
    const password = 'Zoë plays é-flat'.normalize('NFD');
    const { email } = await shop.signUp(newEmail());
    await shop.database.sql`
      update auth_accounts set password = ${await hash(password)}
      where user_id = (select id from auth_users where email = ${email})`;
    const { cookie } = await signIn(shop.app, { email, password });
    expect((await post(shop.app, '/proof', { password }, { cookie })).statusCode).toBe(200);
    const wrong = { email, password: `${password}!` };
    expect((await post(shop.app, '/sign-in/email', wrong)).json().code).toBe('wrong-password');
  });

  it('a sign-in is refused to pages of other origins', async () => {
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

  it('a sign-in does not accept forms, which other sites could send', async () => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40reprise.test&password=x',
    });
    expect(reply.statusCode).toBe(415);
  });

  it('signing out invalidates the cookie and the token', async () => {
    const { cookie, token } = await shop.signUp(newEmail());
    const reply = await post(shop.app, '/sign-out', {}, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(401);
    await expect(shop.identity.verify(token)).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  });
});

describe('an identity token', () => {
  it('an identity token has our issuer and audience, expires soon, and contains only the identity', async () => {
    const { token, email } = await shop.signUp(newEmail());
    const { keys } = (await get(shop.app, '/jwks')).json();
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer: 'reprise-identity',
      audience: 'reprise-session',
    });
    expect(payload).toMatchObject({ email, email_verified: false });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(keys[0].d).toBeUndefined();
  });

  it('a guest gets no identity token', async () => {
    const reply = await get(shop.app, '/token');
    expect(reply.statusCode).toBe(401);
    expect(reply.json().code).toBe('not-signed-in');
  });

  it('an identity token is refused when it is forged, unsigned, malformed or issued for another audience', async () => {
    const { token } = await shop.signUp(newEmail());
    const [head = '', body = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const { privateKey } = await generateKeyPair('EdDSA');
    const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(privateKey);
    const accessToken = await shop.callers.issueToken({ id: 'x', email: 'x', name: 'x' });
    for (const bad of [forged, `${none}.${body}.`, `${head}.${body}.`, accessToken, 'x', '']) {
      await expect(shop.identity.verify(bad)).rejects.toMatchObject({ code: 'not-signed-in' });
    }
    await expect(shop.identity.verify(token)).resolves.toBeTruthy();
  });

  it('an identity token expires', async () => {
    const later = await createTestShop({
      clock: { now: () => new Date(Date.now() + 16 * 60_000) },
    });
    const { token } = await later.signUp(newEmail());
    await expect(later.identity.verify(token)).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    await later.close();
  });
});
