import { afterAll, describe, expect, it } from 'vitest';
import {
  addAuthenticator,
  cookieOf,
  newEmail,
  post,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';
import { totpCode } from '../../../../testing/totp.ts';

const shop = await createTestShop({
  trustProxy: ['127.0.0.1'],
  identityOptions: { throttlesLogins: true },
});
afterAll(() => shop.close());

const password = testPassword;
const from = (place: string) => ({ 'x-forwarded-for': place });
const home = '192.0.2.1';

/** A user with an authenticator app, who has signed in from home before. */
async function withApp() {
  const email = newEmail();
  await shop.identity.createPasswordIdentity({
    email,
    password,
    name: 'Clara Fife',
    isEmailVerified: true,
  });
  const signedIn = await post(shop.app, '/sign-in/email', { email, password }, from(home));
  const headers = { cookie: cookieOf(signedIn.headers['set-cookie']), ...from(home) };
  return { email, ...(await addAuthenticator(shop.app, headers)) };
}

/** Begins to sign in from an unknown place. @returns what enters codes there */
async function startAt(place: string, { email }: { email: string }) {
  const reply = await post(shop.app, '/sign-in/email', { email, password }, from(place));
  expect(reply.json()).toMatchObject({ twoFactorRedirect: true });
  const headers = { cookie: cookieOf(reply.headers['set-cookie']), ...from(place) };
  return {
    code: (code: string) => post(shop.app, '/two-factor/verify-totp', { code }, headers),
    recovery: (code: string) => post(shop.app, '/two-factor/verify-backup-code', { code }, headers),
  };
}

describe('wrong codes', () => {
  it('wrong codes are counted per account, wherever and in whatever way they are tried', async () => {
    const owner = await withApp();
    for (const [index, place] of ['198.51.100.1', '198.51.100.2', '198.51.100.3'].entries()) {
      const step = await startAt(place, owner);
      const reply = await (index === 1 ? step.recovery('nonsense') : step.code('000001'));
      expect(reply.statusCode).toBe(400);
    }
    const step = await startAt('198.51.100.4', owner);
    expect((await step.code('000002')).statusCode).toBe(400);
    expect((await step.recovery('nonsense')).statusCode).toBe(400);
    const right = totpCode(owner.totpURI, 1);
    const limited = await (await startAt('198.51.100.5', owner)).code(right);
    expect(limited.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('wrong codes of a stranger do not keep the owner out where they signed in before', async () => {
    const owner = await withApp();
    const stranger = await startAt('198.51.100.6', owner);
    for (let tries = 0; tries < 6; tries += 1) await stranger.recovery('nonsense');
    const done = await (await startAt(home, owner)).code(totpCode(owner.totpURI, 1));
    expect(done.statusCode, done.body).toBe(200);
  });

  it('wrong codes cannot be counted for another user: a request with two challenges is refused', async () => {
    const challengeOf = async (place: string) => {
      const person = await withApp();
      const { email } = person;
      const reply = await post(shop.app, '/sign-in/email', { email, password }, from(place));
      const cookie = cookieOf(reply.headers['set-cookie']);
      return { ...person, value: /reprise\.two_factor=([^;]+)/.exec(cookie)?.[1] ?? '' };
    };
    const own = await challengeOf('198.51.100.20');
    const victim = await challengeOf('198.51.100.21');
    expect(own.value).not.toBe('');
    const code = totpCode(victim.totpURI, 1);
    for (const cookie of [
      `reprise.two_factor=${own.value}; __Secure-reprise.two_factor=${victim.value}`,
      `__Secure-reprise.two_factor=${own.value}; __Secure-reprise.two_factor=${victim.value}`,
      `reprise.two_factor=${own.value}; __Secure-reprise.two_factor =${victim.value}`,
    ]) {
      const headers = { cookie, ...from('198.51.100.20') };
      const reply = await post(shop.app, '/two-factor/verify-totp', { code }, headers);
      expect(reply.statusCode, reply.body).toBe(401);
    }
  });

  it('at most twenty wrong codes are allowed in a day', async () => {
    const owner = await withApp();
    const tried: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const step = await startAt(`203.0.113.${round}`, owner);
      for (let tries = 0; tries < 5; tries += 1) {
        tried.push((await step.recovery(`nonsense-${round}-${tries}`)).statusCode);
      }
      const quarterMs = 16 * 60_000;
      await shop.database.sql`update auth_tries set ends_at_ms = ends_at_ms - ${quarterMs}`;
    }
    expect(tried.filter((status) => status === 400)).toHaveLength(20);
    expect(tried.slice(20)).toEqual([429, 429, 429, 429, 429]);
  });
});

it('the security log tells what happened, without names', async () => {
  shop.logged.splice(0);
  const owner = await withApp();
  const step = await startAt('198.51.100.9', owner);
  await step.code('000001');
  await step.recovery(owner.recoveryCodes[0] ?? '');
  const lines = shop.logged.filter(({ msg }) => msg === 'security');
  expect(lines.map(({ event }) => event)).toEqual([
    'signed-in',
    'second-factor-added',
    'second-step-asked',
    'second-factor-failed',
    'recovery-code-used',
    'signed-in',
  ]);
  expect(new Set(lines.map(({ account }) => account)).size).toBe(1);
  expect(JSON.stringify(lines)).not.toMatch(/reprise\.test|198\.51/);
});
