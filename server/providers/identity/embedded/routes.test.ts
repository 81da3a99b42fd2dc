import { afterAll, describe, expect, it } from 'vitest';
import { get, newEmail, post, testPassword } from '../../../testing/sign-up.ts';
import { createTestShop } from '../../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

describe('the routes of the embedded provider', () => {
  it('no other path of Better Auth is exposed', async () => {
    const { cookie } = await shop.signUp(newEmail());
    for (const path of ['/delete-user', '/change-email', '/update-session', '/link-social']) {
      expect((await post(shop.app, path, {}, { cookie })).statusCode).toBe(404);
    }
    for (const path of ['/error', '/ok', '/list-accounts', '/get-access-token', '/account-info']) {
      expect((await get(shop.app, path, cookie)).statusCode).toBe(404);
    }
  });

  it('the embedded provider sends the application’s security headers', async () => {
    const reply = await get(shop.app, '/get-session');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toBeNull();
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.headers['x-request-id']).toBeTruthy();
  });

  it('the embedded provider lists the ways to sign in, and how to set Google up', async () => {
    expect((await get(shop.app, '/ways')).json()).toEqual({
      google: 'not-configured',
      demo: false,
    });
    const reply = await post(shop.app, '/sign-in/social', {
      provider: 'google',
      callbackURL: '/x',
      errorCallbackURL: '/y',
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().code).toBe('google-not-configured');
    expect(reply.json().detail).toContain('GOOGLE_CLIENT_ID');
  });

  it('the embedded provider logs no email', async () => {
    const email = newEmail();
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    await post(shop.app, '/sign-in/email', { email, password: 'not-this-one' });
    await post(shop.app, '/request-password-reset', { email });
    expect(JSON.stringify(shop.logged)).not.toContain(email);
  });
});
