import { afterAll, expect, it } from 'vitest';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { signIn } from '../server/testing/sign-up.ts';
import { createTestShop } from '../server/testing/test-shop.ts';
import { demoPeopleWithAccounts } from './people.ts';
import { seedDemoIdentities } from './seed-identities.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
for (const { email, name, role } of demoPeopleWithAccounts) {
  await shop.make.user({ email, name, role });
}

function seed(): Promise<number> {
  const { createPasswordIdentity } = shop.identity;
  return seedDemoIdentities({ sql: shop.database.sql, createPasswordIdentity });
}

it('the demo accounts can sign in with a verified email', async () => {
  expect(await seed()).toBe(demoPeopleWithAccounts.length);
  for (const { email } of demoPeopleWithAccounts) {
    const { token } = await signIn(shop.app, { email, password: demoPassword });
    expect(await shop.identity.verify(token)).toMatchObject({ email, isEmailVerified: true });
  }
});

it('a second seeding creates no identities, nor any for a removed user', async () => {
  expect(await seed()).toBe(0);
  const email = 'buyer2@reprise.test';
  await shop.database.sql`update users set removed_at = now() where email = ${email}`;
  await shop.identity.remove(email);
  expect(await seed()).toBe(0);
  await expect(signIn(shop.app, { email, password: demoPassword })).rejects.toThrow(
    'wrong-password',
  );
});
