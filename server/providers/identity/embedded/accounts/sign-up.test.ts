import { afterAll, describe, expect, it } from 'vitest';
import { get, newEmail, post, signIn, testPassword } from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

describe('a new account', () => {
  it('a new account can be used immediately, with an unverified email', async () => {
    const email = newEmail();
    const account = { name: 'Ada Fife', email: email.toUpperCase(), password: testPassword };
    const reply = await post(shop.app, '/sign-up/email', account);
    expect(reply.statusCode, reply.body).toBe(200);
    const { token } = await signIn(shop.app, { email });
    expect(await shop.identity.verify(token)).toMatchObject({
      email,
      name: 'Ada Fife',
      isEmailVerified: false,
      by: 'password',
    });
  });

  it('a new account gets a session cookie that is HttpOnly, Secure and SameSite', async () => {
    const account = { name: 'Ada', email: newEmail(), password: testPassword };
    const reply = await post(shop.app, '/sign-up/email', account);
    const cookies = [reply.headers['set-cookie']].flat();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^__Secure-reprise\.session_token=/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) {
      expect(cookies[0]).toContain(part);
    }
    expect(reply.headers['cache-control']).toBe('no-store');
    // Scripts of the page cannot read the cookie, so they do not find its token elsewhere either.
    const token = /session_token=([^.%]+)/.exec(String(cookies[0]))?.[1] ?? 'missing';
    expect(reply.body).not.toContain(token);
    const cookie = String(cookies[0]).split(';')[0] ?? '';
    const session = await get(shop.app, '/get-session', cookie);
    expect(session.json().user.email).toBe(account.email);
    expect(session.body).not.toContain(token);
  });

  it('a new account stores its password as an argon2id hash', async () => {
    const email = newEmail();
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
    const [row] = await shop.database.sql`
      select password from auth_accounts a join auth_users u on u.id = a.user_id
      where email = ${email}`;
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('a second account for an email is refused with the code of the specification', async () => {
    const { email } = await shop.signUp(newEmail());
    const account = { name: 'Eve', email: email.toUpperCase(), password: testPassword };
    const reply = await post(shop.app, '/sign-up/email', account);
    expect(reply.statusCode).toBe(409);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.json()).toMatchObject({
      code: 'email-already-in-use',
      detail: 'There is already an account with this email. Log in, or reset its password.',
      requestId: expect.any(String),
    });
  });

  it('an account with a password that is too short, too long or common is refused', async () => {
    for (const [password, code] of [
      ['short', 'password-too-short'],
      ['x'.repeat(129), 'password-too-long'],
      ['Passw0rd!2024', 'weak-password'],
    ]) {
      const account = { name: 'Ada', email: newEmail(), password };
      const reply = await post(shop.app, '/sign-up/email', account);
      expect(reply.json()).toMatchObject({ status: 400, code, errors: [{ field: 'password' }] });
    }
  });

  it('an account with a missing, wrong or unknown field is refused, and the problem names it', async () => {
    for (const [wrong, field, code] of [
      [{ email: 'nonsense' }, 'email', 'invalid-email'],
      [{ email: undefined }, 'email'],
      [{ name: ' ' }, 'name'],
      [{ name: 'Ada\r\nhttps://evil.test' }, 'name'],
      [{ name: 'Ada\u2028https://evil.test' }, 'name'],
      [{ emailVerified: true }, 'body'],
      [{ image: 'https://elsewhere.test/a.png' }, 'image'],
    ] as const) {
      const account = { name: 'Ada', email: newEmail(), password: testPassword, ...wrong };
      const reply = await post(shop.app, '/sign-up/email', account);
      expect(reply.json(), field).toMatchObject({ status: 400, errors: [{ field }] });
      expect(reply.json().code).toBe(code);
    }
  });

  it('concurrent requests create one account', async () => {
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
