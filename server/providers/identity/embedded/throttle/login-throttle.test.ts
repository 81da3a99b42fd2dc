import { afterAll, describe, expect, it } from 'vitest';
import {
  cookieOf,
  mailedToken,
  newEmail,
  post,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';
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
  it('the login throttle allows five attempts per account and address, concurrent or not', async () => {
    const { email } = await shop.signUp('ada@reprise.test');
    const many = Array.from({ length: 9 }, () => signInFrom('192.0.2.1', email));
    expect(await statuses(many)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    const right = await signInFrom('192.0.2.1', email, testPassword);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect(right.json()).toMatchObject({ code: 'too-many-requests' });
  });

  it('the login throttle responds alike for an unknown email', async () => {
    const many = Array.from({ length: 7 }, () => signInFrom('192.0.2.2', 'nobody@reprise.test'));
    expect(await statuses(many)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('the login throttle does not lock out the owner at another address', async () => {
    const { email } = await shop.signUp('bea@reprise.test');
    await Promise.all(Array.from({ length: 6 }, () => signInFrom('192.0.2.3', email)));
    expect((await signInFrom('192.0.2.4', email, testPassword)).statusCode).toBe(200);
  });

  it('the login throttle allows twenty attempts per account from all addresses', async () => {
    const email = 'cid@reprise.test';
    const many = Array.from({ length: 24 }, (_, index) => signInFrom(`198.51.100.${index}`, email));
    const counted = await statuses(many);
    expect(counted.filter((status) => status === 401)).toHaveLength(20);
  });

  it('the login throttle allows sixty attempts per address for all accounts', async () => {
    const many = Array.from({ length: 64 }, (_, index) =>
      signInFrom('192.0.2.5', `somebody-${index}@reprise.test`),
    );
    const counted = await statuses(many);
    expect(counted.filter((status) => status === 401)).toHaveLength(60);
  });

  it('the login throttle does not limit successful logins', async () => {
    const { email } = await shop.signUp('gus@reprise.test');
    for (let round = 0; round < 13; round += 1) {
      const many = Array.from({ length: 5 }, () => signInFrom('203.0.113.9', email, testPassword));
      expect(await statuses(many)).toEqual([200, 200, 200, 200, 200]);
    }
  });

  it('the owner can log in elsewhere, however often a stranger tries from one address', async () => {
    const { email } = await shop.signUp(newEmail());
    for (let tries = 0; tries < 25; tries += 1) await signInFrom('192.0.2.30', email);
    expect((await signInFrom('192.0.2.30', email, testPassword)).statusCode).toBe(429);
    expect((await signInFrom('192.0.2.31', email, testPassword)).statusCode).toBe(200);
  });

  it('a refused attempt is not counted elsewhere', async () => {
    const place = '192.0.2.32';
    const emails = Array.from({ length: 12 }, newEmail);
    for (const email of emails) {
      const replies = Array.from({ length: 20 }, () => signInFrom(place, email));
      // Five each: sixty for the place only after the twelfth account.
      expect((await statuses(replies)).filter((status) => status === 401)).toHaveLength(5);
    }
    expect((await signInFrom(place, newEmail())).statusCode).toBe(429);
  });

  it('the device and the place of an earlier sign-in have an allowance of their own', async () => {
    const { email } = await shop.signUp(newEmail());
    const earlier = await signInFrom('192.0.2.40', email, testPassword);
    const cookie = cookieOf(earlier.headers['set-cookie']);
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => signInFrom(`198.51.100.${100 + index}`, email)),
    );
    const owner = { email, password: testPassword };
    const from = (address: string, headers = {}) =>
      post(shop.app, '/sign-in/email', owner, { 'x-forwarded-for': address, ...headers });
    expect((await from('192.0.2.41')).statusCode).toBe(429);
    expect((await from('192.0.2.41', { cookie })).statusCode).toBe(200);
    expect((await from('192.0.2.40')).statusCode).toBe(200);
    // A device that is known to another account helps no one.
    const stranger = await shop.signUp(newEmail());
    expect((await from('192.0.2.42', { cookie: stranger.cookie })).statusCode).toBe(429);
  });

  it('wrong passwords on a known device are limited too', async () => {
    const { email } = await shop.signUp(newEmail());
    const earlier = await signInFrom('192.0.2.50', email, testPassword);
    const headers = { cookie: cookieOf(earlier.headers['set-cookie']) };
    const wrong = { email, password: 'not-this-one' };
    const many = Array.from({ length: 14 }, () => post(shop.app, '/sign-in/email', wrong, headers));
    expect((await statuses(many)).filter((status) => status === 401)).toHaveLength(10);
  });

  it('the addresses of an IPv6 /64 count as one', async () => {
    const { email } = await shop.signUp(newEmail());
    const many = Array.from({ length: 9 }, (_, index) =>
      signInFrom(`2001:db8:1:2::${index + 1}`, email),
    );
    expect((await statuses(many)).filter((status) => status === 401)).toHaveLength(5);
    expect((await signInFrom('2001:db8:1:3::1', email)).statusCode).toBe(401);
  });

  it('a user who has reset the password can log in on that device', async () => {
    const { email } = await shop.signUp(newEmail());
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => signInFrom(`198.51.100.${150 + index}`, email)),
    );
    const from = { 'x-forwarded-for': '192.0.2.60' };
    await post(shop.app, '/request-password-reset', { email }, from);
    const change = { token: mailedToken(shop.mails, email), newPassword: 'another-quiet-evening' };
    const reset = await post(shop.app, '/reset-password', change, from);
    const cookie = cookieOf(reset.headers['set-cookie']);
    const account = { email, password: change.newPassword };
    const headers = { 'x-forwarded-for': '192.0.2.61', cookie };
    expect((await post(shop.app, '/sign-in/email', account, headers)).statusCode).toBe(200);
  });

  it('changes of password are limited by account, from however many addresses', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const change = { currentPassword: 'not-this-one', newPassword: 'another-quiet-evening' };
    const many = Array.from({ length: 14 }, (_, index) =>
      post(shop.app, '/change-password', change, {
        cookie,
        'x-forwarded-for': `203.0.113.${100 + index}`,
      }),
    );
    expect((await statuses(many)).filter((status) => status === 401)).toHaveLength(10);
    expect((await signInFrom('192.0.2.70', email, testPassword)).statusCode).toBe(200);
  });

  it('the login throttle allows attempts again after a quarter of an hour', async () => {
    const { email } = await shop.signUp('dot@reprise.test');
    await Promise.all(Array.from({ length: 6 }, () => signInFrom('192.0.2.6', email)));
    nowMs += 15 * 60_000 + 1;
    expect((await signInFrom('192.0.2.6', email, testPassword)).statusCode).toBe(200);
  });

  it('a successful login resets the throttle', async () => {
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

it('reset requests of a stranger do not block those of the owner', async () => {
  const { email } = await shop.signUp(newEmail());
  const ask = (address: string) =>
    post(shop.app, '/request-password-reset', { email }, { 'x-forwarded-for': address });
  const many = await statuses(Array.from({ length: 8 }, () => ask('192.0.2.80')));
  expect(many.filter((status) => status === 200)).toHaveLength(5);
  const before = shop.mails.length;
  expect((await ask('192.0.2.81')).statusCode).toBe(200);
  expect(shop.mails).toHaveLength(before + 1);
});

it('counts contain no emails or addresses, and are deleted after their period', async () => {
  const rows = await shop.database.sql`select key from auth_tries`;
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('reprise.test');
  await removeOldLoginAttempts(shop.database.sql, new Date(nowMs + 3_600_000 + 1));
  expect(await shop.database.sql`select from auth_tries`).toHaveLength(0);
});
