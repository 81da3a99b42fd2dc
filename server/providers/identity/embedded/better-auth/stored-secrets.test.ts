import { afterAll, describe, expect, it } from 'vitest';
import { get, mailedToken, newEmail, post } from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

/** Everything that the identity provider has stored, as text. */
async function stored(): Promise<string> {
  const { sql } = shop.database;
  const tables = await Promise.all([
    sql`select * from auth_sessions`,
    sql`select * from auth_verifications`,
    sql`select * from auth_accounts`,
    sql`select * from auth_known_devices`,
  ]);
  return JSON.stringify(tables);
}

const tokenIn = (cookie: string) => /session_token=([^.%]+)/.exec(cookie)?.[1] ?? 'missing';

describe('the database', () => {
  it('the database has no usable session token or reset link', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    await post(shop.app, '/request-password-reset', { email });
    const link = mailedToken(shop.mails, email);
    const text = await stored();
    expect(link.length).toBeGreaterThan(20);
    expect(text).not.toContain(link);
    expect(text).not.toContain(tokenIn(cookie));
    const change = { token: link, newPassword: 'another-quiet-evening' };
    expect((await post(shop.app, '/reset-password', change)).statusCode).toBe(200);
  });

  it('the database has digests of session tokens, which are not accepted as tokens', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const [row] = await shop.database.sql<{ token: string }[]>`
      select token from auth_sessions s join auth_users u on u.id = s.user_id
      where u.email = ${email}`;
    expect(row?.token).toMatch(/^sha256:[0-9a-f]{64}$/);
    const { createHmac } = await import('node:crypto');
    const sign = (token: string) => {
      const signature = createHmac('sha256', shop.secret).update(token).digest('base64');
      return `__Secure-reprise.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
    };
    expect(sign(tokenIn(cookie))).toBe(cookie.split('; ')[0]);
    const forged = sign(row?.token ?? '');
    expect((await get(shop.app, '/get-session', forged)).json()).toBeNull();
    expect((await get(shop.app, '/token', forged)).statusCode).toBe(401);
  });
});
