import { afterAll, expect, it } from 'vitest';
import { accessToken, unsignedToken } from '../../testing/access-tokens.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const user = await shop.make.user();

async function statusWith(authorization: string): Promise<number> {
  const reply = await shop.app.inject({ url: '/api/category/Brass', headers: { authorization } });
  return reply.statusCode;
}

it('a token that was not signed with the secret is refused', async () => {
  const unsigned = unsignedToken(user.id);
  const others = [unsigned, unsigned.slice(0, -1), 'nonsense', ''];
  for (const value of others) expect(await statusWith(`Bearer ${value}`)).toBe(401);
});

it('a token that the shop signed for another purpose is refused', async () => {
  const options = { secret: shop.secret, userId: user.id };
  for (const other of [{ issuer: 'reprise-identity' }, { audience: 'somewhere-else' }]) {
    expect(await statusWith(`Bearer ${await accessToken({ ...options, ...other })}`)).toBe(401);
  }
  expect(await statusWith(`Bearer ${await accessToken(options)}`)).toBe(200);
});

it('the scheme Bearer is accepted in any case', async () => {
  const { authorization } = await shop.as(user);
  for (const word of ['bearer', 'BEARER', 'Bearer']) {
    expect(await statusWith(authorization.replace('Bearer', word))).toBe(200);
  }
});

it('a revoked role has no effect after two seconds', async () => {
  const admin = await shop.make.user({ role: 'admin' });
  const request = { url: `/api/users/${user.email}`, headers: await shop.as(admin) };
  expect((await shop.app.inject(request)).statusCode).toBe(200);
  await shop.database.sql`update users set role = 'buyer' where id = ${admin.id}`;
  await expect
    .poll(async () => (await shop.app.inject(request)).statusCode, { timeout: 2_000 })
    .toBe(403);
});
