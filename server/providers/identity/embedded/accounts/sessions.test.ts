import { afterAll, describe, expect, it } from 'vitest';
import {
  get,
  identityToken,
  newEmail,
  post,
  signIn,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

describe('sessions', () => {
  it('sessions are listed with their browsers, without their tokens', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const account = { email, password: testPassword };
    await post(shop.app, '/sign-in/email', account);
    await post(shop.app, '/sign-in/email', account, { 'user-agent': 'Netscape/4.0' });
    const reply = await get(shop.app, '/list-sessions', cookie);
    expect(reply.headers['cache-control']).toBe('no-store');
    const [current, newest, older, ...rest] = reply.json();
    expect(current).toMatchObject({ isCurrent: true });
    expect(newest).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      userAgent: 'Netscape/4.0',
      isCurrent: false,
    });
    expect(older.createdAt < newest.createdAt && !older.isCurrent).toBe(true);
    expect(rest).toEqual([]);
    expect((await get(shop.app, '/list-sessions')).json()).toEqual([]);
  });

  it('sessions can be ended one by one, only by their owner', async () => {
    const { email, cookie, token } = await shop.signUp(newEmail());
    const other = await signIn(shop.app, { email });
    const stranger = await shop.signUp(newEmail());
    const sessions: { id: string; isCurrent: boolean }[] = (
      await get(shop.app, '/list-sessions', cookie)
    ).json();
    const id = sessions.find(({ isCurrent }) => !isCurrent)?.id;
    const end = (sender: string, headers = {}) =>
      post(shop.app, '/revoke-session', { id }, { ...(sender && { cookie: sender }), ...headers });
    expect((await end(stranger.cookie)).statusCode).toBe(404);
    expect((await end('')).statusCode).toBe(401);
    expect((await end(cookie, { origin: 'https://evil.test' })).statusCode).toBe(403);
    await expect(shop.identity.verify(other.token)).resolves.toMatchObject({ email });
    expect((await end(cookie)).statusCode).toBe(200);
    await expect(shop.identity.verify(other.token)).rejects.toThrow('has ended');
    await expect(shop.identity.verify(token)).resolves.toMatchObject({ email });
    expect((await end(cookie)).statusCode).toBe(404);
  });

  it('all sessions except the current one can be ended', async () => {
    const { email, cookie, token } = await shop.signUp(newEmail());
    const other = await signIn(shop.app, { email });
    const reply = await post(shop.app, '/revoke-other-sessions', {}, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    await expect(shop.identity.verify(other.token)).rejects.toThrow('has ended');
    await expect(shop.identity.verify(token)).resolves.toMatchObject({ email });
  });

  it('sessions store no IP address', async () => {
    const { email } = await shop.signUp(newEmail());
    const rows = await shop.database.sql`
      select ip_address from auth_sessions s join auth_users i on i.id = s.user_id
      where i.email = ${email} and coalesce(ip_address, '') <> ''`;
    expect(rows).toEqual([]);
  });

  it('all end when the application ends them, and the identity remains', async () => {
    const { email, cookie, token } = await shop.signUp(newEmail());
    await shop.identity.endSessions(email.toUpperCase());
    await expect(shop.identity.verify(token)).rejects.toThrow('has ended');
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(401);
    await expect(signIn(shop.app, { email })).resolves.toBeTruthy();
  });

  it('sessions end with the identity, and its email can register again', async () => {
    const { email, token } = await shop.signUp(newEmail());
    await shop.identity.remove(email);
    await shop.identity.remove(email);
    await expect(shop.identity.verify(token)).rejects.toThrow('has ended');
    await expect(signIn(shop.app, { email })).rejects.toThrow('Sign-in failed');
    const account = { name: 'Ada', email, password: testPassword };
    expect((await post(shop.app, '/sign-up/email', account)).statusCode).toBe(200);
  });
});

it('an expired session is refused and swept', async () => {
  const { token, email } = await shop.signUp(newEmail());
  const { sql } = shop.database;
  await sql`
    update auth_sessions set expires_at = now() - interval '1 second'
    where user_id = (select id from auth_users where email = ${email})`;
  await expect(shop.identity.verify(token)).rejects.toThrow('has ended');
  expect(await shop.identity.sweep()).toBeGreaterThan(0);
  expect(await sql`select from auth_sessions where expires_at < now()`).toHaveLength(0);
  await expect(signIn(shop.app, { email })).resolves.toBeTruthy();
});

describe('a signed-in person', () => {
  it('a signed-in person can change name and picture, and nothing else', async () => {
    const { cookie } = await shop.signUp(newEmail());
    const image = '/pictures/0198c5e0-0000-7000-8000-000000000000/480.webp';
    const reply = await post(shop.app, '/update-user', { name: 'Ada', image }, { cookie });
    expect(reply.statusCode, reply.body).toBe(200);
    const token = await identityToken(shop.app, cookie);
    expect(await shop.identity.verify(token)).toMatchObject({
      name: 'Ada',
      pictureUrl: image,
    });
    for (const wrong of [{ emailVerified: true }, { email: 'a@b.test' }, { image: '//evil' }]) {
      expect((await post(shop.app, '/update-user', wrong, { cookie })).statusCode).toBe(400);
    }
  });

  it('a signed-in person can change the password with the current one', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const change = { newPassword: 'another-quiet-evening', revokeOtherSessions: true };
    const ask = (currentPassword: string) =>
      post(shop.app, '/change-password', { ...change, currentPassword }, { cookie });
    expect((await ask('not-this-one')).json().code).toBe('wrong-password');
    expect((await ask(testPassword)).statusCode).toBe(200);
    await expect(signIn(shop.app, { email, password: change.newPassword })).resolves.toBeTruthy();
  });
});
