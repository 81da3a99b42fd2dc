import { afterAll, describe, expect, it } from 'vitest';
import { featureBuilders } from '../../../../testing/feature-builders.ts';
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

describe('email verification', () => {
  it('a verification is mailed at sign-up and counts for the caller who is signed in with that email', async () => {
    const email = newEmail();
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    const { cookie, token } = await signIn(shop.app, { email });
    const stranger = await shop.signUp(newEmail());
    const path = `/verify-email?token=${mailedToken(shop.mails, email)}`;
    expect((await get(shop.app, path)).json().code).toBe('not-signed-in');
    expect((await get(shop.app, path, stranger.cookie)).json().code).toBe('invalid-link');
    expect((await get(shop.app, '/verify-email?token=x', cookie)).json().code).toBe('invalid-link');
    expect(await shop.identity.verify(token)).toMatchObject({ isEmailVerified: false });

    const reply = await get(shop.app, path, cookie);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await shop.identity.verify(token)).toMatchObject({ isEmailVerified: true });
  });

  it('a verification is mailed again on request, unless the email is verified', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const ask = () => post(shop.app, '/send-verification-email', { email }, { cookie });
    expect((await ask()).statusCode).toBe(200);
    expect(mailedToken(shop.mails, email)).not.toBe('');
    await shop.database.sql`update auth_users set email_verified = true where email = ${email}`;
    const before = shop.mails.length;
    const again = await ask();
    expect(again.statusCode).toBe(200);
    expect(shop.mails).toHaveLength(before);
  });
});

describe('a password reset', () => {
  it('a password reset works once per link, verifies the email and ends all sessions', async () => {
    const { email, token } = await shop.signUp(newEmail());
    const known = await post(shop.app, '/request-password-reset', { email });
    const unknown = await post(shop.app, '/request-password-reset', { email: newEmail() });
    expect(known.json()).toEqual(unknown.json());
    expect(known.statusCode).toBe(unknown.statusCode);
    const change = { token: mailedToken(shop.mails, email), newPassword: 'another-quiet-evening' };

    const weak = await post(shop.app, '/reset-password', { ...change, newPassword: '12345678' });
    expect(weak.json().code).toBe('weak-password');
    expect((await post(shop.app, '/reset-password', change)).statusCode).toBe(200);
    expect((await post(shop.app, '/reset-password', change)).json().code).toBe('invalid-link');

    await expect(shop.identity.verify(token)).rejects.toThrow('has ended');
    await expect(signIn(shop.app, { email })).rejects.toThrow('Sign-in failed');
    const now = await signIn(shop.app, { email, password: change.newPassword });
    expect(await shop.identity.verify(now.token)).toMatchObject({
      isEmailVerified: true,
    });
  });

  it('a password reset revokes API keys if its owner says so, and only by a link that works', async () => {
    const known = await shop.signUp(newEmail());
    const seller = await featureBuilders(shop.database).user({
      role: 'seller',
      email: known.email,
    });
    const headers = await shop.as(seller);
    const keysOf = async () => {
      const url = `/api/keys?email=${seller.email}`;
      return (await shop.app.inject({ url, headers })).json<unknown[]>().length;
    };
    const payload = { name: 'Stock', scopes: ['listings:read'] };
    await shop.app.inject({ method: 'POST', url: '/api/keys', headers, payload });
    const reset = async (revokeKeys?: boolean) => {
      await post(shop.app, '/request-password-reset', { email: known.email });
      const token = mailedToken(shop.mails, known.email);
      const change = { token, newPassword: 'another-quiet-evening', revokeKeys };
      const reply = await post(shop.app, '/reset-password', change);
      expect(reply.statusCode, reply.body).toBe(200);
      return token;
    };
    const used = await reset();
    expect(await keysOf()).toBe(1);
    const again = { token: used, newPassword: 'another-quiet-evening', revokeKeys: true };
    expect((await post(shop.app, '/reset-password', again)).json().code).toBe('invalid-link');
    expect(await keysOf()).toBe(1);
    await reset(true);
    expect(await keysOf()).toBe(0);
  });

  it('a password reset ends the other links of that account, and tells the owner', async () => {
    const { email } = await shop.signUp(newEmail());
    const newLink = async () => {
      await post(shop.app, '/request-password-reset', { email });
      return mailedToken(shop.mails, email);
    };
    const [older, newest] = [await newLink(), await newLink()];
    const other = await shop.signUp(newEmail());
    await post(shop.app, '/request-password-reset', { email: other.email });
    const setTo = (token: string, newPassword: string) =>
      post(shop.app, '/reset-password', { token, newPassword });
    expect((await setTo(newest, 'another-quiet-evening')).statusCode).toBe(200);
    expect(shop.mails.at(-1)).toMatchObject({ to: email, subject: 'Your password has changed' });
    expect((await setTo(older, 'the-strangers-choice')).json().code).toBe('invalid-link');
    await expect(
      signIn(shop.app, { email, password: 'another-quiet-evening' }),
    ).resolves.toBeTruthy();
    const others = await setTo(mailedToken(shop.mails, other.email), 'another-quiet-evening');
    expect(others.statusCode).toBe(200);
  });

  it('links from before a change of password no longer work, and the owner is told of the change', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    await post(shop.app, '/request-password-reset', { email });
    const token = mailedToken(shop.mails, email);
    const change = { currentPassword: testPassword, newPassword: 'another-quiet-evening' };
    expect((await post(shop.app, '/change-password', change, { cookie })).statusCode).toBe(200);
    expect(shop.mails.at(-1)).toMatchObject({ to: email, subject: 'Your password has changed' });
    const late = await post(shop.app, '/reset-password', { token, newPassword: 'a-third-evening' });
    expect(late.json().code).toBe('invalid-link');
  });
});

it('mails contain nothing that the sender of a request has typed', async () => {
  const name = 'Win at https-evil.test now';
  const email = newEmail();
  await post(shop.app, '/sign-up/email', { name, email, password: testPassword });
  const { cookie } = await signIn(shop.app, { email });
  await post(shop.app, '/send-verification-email', { email }, { cookie });
  await post(shop.app, '/request-password-reset', { email });
  const received = shop.mails.filter(({ to }) => to === email);
  expect(received).toHaveLength(3);
  expect(JSON.stringify(received)).not.toContain('evil');
});
