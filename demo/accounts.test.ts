import { expect, it } from 'vitest';
import { demoAccounts, demoPassword as told } from '#contract/demo-accounts.ts';
import { demoPassword, demoPeople } from './people.ts';

it('the accounts that the login page of the demo lists are there, with that password', () => {
  expect(told).toBe(demoPassword);
  const emails = demoPeople.map(({ email }) => email);
  for (const { email } of demoAccounts) expect(emails).toContain(email);
});
