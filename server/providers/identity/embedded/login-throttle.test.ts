import { afterAll, describe, expect, it } from 'vitest';
import { post, testPassword } from '../../../testing/sign-up.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { removeOldLoginAttempts } from './login-throttle.ts';

let nowMs = Date.now();
const shop = await createTestShop({
  clock: { now: () => new Date(nowMs) },
  trustProxy: ['127.0.0.1'],
  identityOptions: { throttlesLogins: true },
});
afterAll(() => shop.close());

function signInFrom(address: string, email: string, password = 'not-this-one') {
  return post(shop.app, '/sign-in/email', { email, password }, { 'x-forwarded-for': address });
}

async function statuses(replies: Promise<{ statusCode: number }>[]): Promise<number[]> {
  return (await Promise.all(replies)).map(({ statusCode }) => statusCode).sort();
}

describe('the login throttle', () => {
  it('allows five attempts per account and address, concurrent or not', async () => {
    const { email } = await shop.signUp('ada@reprise.test');
    const many = Array.from({ length: 9 }, () => signInFrom('192.0.2.1', email));
    expect(await statuses(many)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    const right = await signInFrom('192.0.2.1', email, testPassword);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect(right.json()).toMatchObject({ code: 'too-many-requests' });
  });

  it('responds alike for an unknown email', async () => {
    const many = Array.from({ length: 7 }, () => signInFrom('192.0.2.2', 'nobody@reprise.test'));
    expect(await statuses(many)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('does not lock out the owner at another address', async () => {
    const { email } = await shop.signUp('bea@reprise.test');
    await Promise.all(Array.from({ length: 6 }, () => signInFrom('192.0.2.3', email)));
    expect((await signInFrom('192.0.2.4', email, testPassword)).statusCode).toBe(200);
  });

  it('allows twenty attempts per account from all addresses', async () => {
    const email = 'cid@reprise.test';
    const many = Array.from({ length: 24 }, (_, index) => signInFrom(`198.51.100.${index}`, email));
    const counted = await statuses(many);
    expect(counted.filter((status) => status === 401)).toHaveLength(20);
  });

  it('allows sixty attempts per address for all accounts', async () => {
    const many = Array.from({ length: 64 }, (_, index) =>
      signInFrom('192.0.2.5', `somebody-${index}@reprise.test`),
    );
    const counted = await statuses(many);
    expect(counted.filter((status) => status === 401)).toHaveLength(60);
  });

  it('does not limit successful logins', async () => {
    const { email } = await shop.signUp('gus@reprise.test');
    for (let round = 0; round < 13; round += 1) {
      const many = Array.from({ length: 5 }, () => signInFrom('203.0.113.9', email, testPassword));
      expect(await statuses(many)).toEqual([200, 200, 200, 200, 200]);
    }
  });

  it('allows attempts again after a quarter of an hour', async () => {
    const { email } = await shop.signUp('dot@reprise.test');
    await Promise.all(Array.from({ length: 6 }, () => signInFrom('192.0.2.6', email)));
    nowMs += 15 * 60_000 + 1;
    expect((await signInFrom('192.0.2.6', email, testPassword)).statusCode).toBe(200);
  });

  it('is reset by a successful login', async () => {
    const { email } = await shop.signUp('eli@reprise.test');
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => signInFrom('192.0.2.7', email)));
      expect((await signInFrom('192.0.2.7', email, testPassword)).statusCode).toBe(200);
    }
  });
});

it('a mailbox receives at most five mails per hour', async () => {
  const { email } = await shop.signUp('fay@reprise.test');
  const before = shop.mails.length;
  const many = Array.from({ length: 7 }, () =>
    post(shop.app, '/request-password-reset', { email }),
  );
  expect(await statuses(many)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(shop.mails).toHaveLength(before + 5);
});

it('counts contain no emails or addresses, and are deleted after their period', async () => {
  const rows = await shop.database.sql`select key from auth_tries`;
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('reprise.test');
  await removeOldLoginAttempts(shop.database.sql, new Date(nowMs + 3_600_000 + 1));
  expect(await shop.database.sql`select from auth_tries`).toHaveLength(0);
});
