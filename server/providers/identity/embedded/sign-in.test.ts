import { createLocalJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, post, testPassword } from '../../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

function get(path: string, cookie = '') {
  return shop.app.inject({ url: `/api/auth${path}`, headers: cookie ? { cookie } : {} });
}

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
    const { cookie, token } = await shop.signUp(newEmail());
    const reply = await post(shop.app, '/sign-out', {}, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await get('/token', cookie)).statusCode).toBe(401);
    await expect(shop.identity.verify(token)).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  });
});

describe('an identity token', () => {
  it('has our issuer and audience, a short life, and nothing but who it is', async () => {
    const { token, email } = await shop.signUp(newEmail());
    const { keys } = (await get('/jwks')).json();
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
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
    const { token } = await shop.signUp(newEmail());
    const good = token;
    const [head = '', body = ''] = good.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const { privateKey } = await generateKeyPair('EdDSA');
    const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
    const forged = await new SignJWT(decodeJwt(good))
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(privateKey);
    const accessToken = await shop.callers.issueToken({ id: 'x', email: 'x', name: 'x' });
    for (const bad of [forged, `${none}.${body}.`, `${head}.${body}.`, accessToken, 'x', '']) {
      await expect(shop.identity.verify(bad)).rejects.toMatchObject({ code: 'not-signed-in' });
    }
    await expect(shop.identity.verify(good)).resolves.toBeTruthy();
  });

  it('ends with its time', async () => {
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
