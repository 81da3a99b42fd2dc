import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../server/testing/sign-up.ts';
import { createTestShop, type TestShop } from '../server/testing/test-shop.ts';
import { fillDemoIdentities } from './identities.ts';
import { demoAccounts, demoPassword } from './people.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  for (const { email, name, role } of demoAccounts) await shop.make.user({ email, name, role });
});
afterAll(() => shop.close());

function fill(): Promise<number> {
  const { createPasswordIdentity } = shop.identity;
  return fillDemoIdentities({ sql: shop.database.sql, createPasswordIdentity });
}

it('the demo accounts can sign in, and their addresses are verified', async () => {
  expect(await fill()).toBe(demoAccounts.length);
  for (const { email } of demoAccounts) {
    const { token } = await signIn(shop.app, { email, password: demoPassword });
    expect(await shop.identity.verify(token)).toMatchObject({ email, isEmailVerified: true });
  }
});

it('the second time nothing is made, and who deleted their account stays away', async () => {
  expect(await fill()).toBe(0);
  const email = 'buyer2@reprise.test';
  await shop.database.sql`update users set removed_at = now() where email = ${email}`;
  await shop.identity.remove(email);
  expect(await fill()).toBe(0);
  await expect(signIn(shop.app, { email, password: demoPassword })).rejects.toThrow('refused');
});
