import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../../../../backup/connect.ts';
import { maintenanceTasks } from '../../../../maintenance/tasks.ts';
import {
  addAuthenticator,
  ageSessions,
  cookieOf,
  get,
  mailedToken,
  newEmail,
  post,
  type SignedIn,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';
import { totpCode } from '../../../../testing/totp.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

const password = testPassword;

/** A user with an authenticator app; the code of the present half minute is used up. */
async function withApp() {
  const person = await shop.signUp(newEmail(), { isVerified: true });
  return { ...person, ...(await addAuthenticator(shop.app, cookieIn(person))) };
}

const cookieIn = ({ cookie }: { cookie: string }) => ({ cookie });

function enterCode(cookie: string, code: string) {
  return post(shop.app, '/two-factor/verify-totp', { code }, { cookie });
}

function enterRecoveryCode(cookie: string, code: string) {
  return post(shop.app, '/two-factor/verify-backup-code', { code }, { cookie });
}

/** Gives the password. @returns the cookies with which the second step goes on */
async function firstStep({ email }: { email: string }, given = password): Promise<string> {
  const reply = await post(shop.app, '/sign-in/email', { email, password: given });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toMatchObject({ twoFactorRedirect: true });
  return cookieOf(reply.headers['set-cookie']);
}

async function factorsOf({ cookie }: { cookie: string }) {
  return (await get(shop.app, '/second-factor', cookie)).json();
}

const makeOld = (person: SignedIn) => ageSessions(shop.database, person);

const mailsTo = ({ email }: SignedIn) =>
  shop.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

describe('an authenticator app', () => {
  it('an authenticator app counts once a code has confirmed it, and comes with ten recovery codes', async () => {
    const person = await shop.signUp(newEmail(), { isVerified: true });
    await post(shop.app, '/two-factor/enable', {}, cookieIn(person));
    expect(await factorsOf(person)).toMatchObject({
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
    });
    expect((await enterCode(person.cookie, '000000')).json()).toMatchObject({
      status: 400,
      code: 'wrong-code',
      errors: [{ field: 'code', message: 'This code is wrong, or has already been used.' }],
    });
    const { email } = person;
    const plain = await post(shop.app, '/sign-in/email', { email, password });
    expect(plain.json()).not.toHaveProperty('twoFactorRedirect');
    const owner = await withApp();
    expect(owner.recoveryCodes).toHaveLength(10);
    expect(await factorsOf(owner)).toEqual({
      hasAuthenticator: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      isEmailVerified: true,
    });
    expect(mailsTo(owner)).toEqual(['An authenticator app was added to your account']);
  });

  it('a new authenticator app ends the earlier sessions, which a stranger with the password may have', async () => {
    const owner = await shop.signUp(newEmail(), { isVerified: true });
    const stranger = await post(shop.app, '/sign-in/email', { email: owner.email, password });
    const cookie = cookieOf(stranger.headers['set-cookie']);
    const theirs = await post(shop.app, '/two-factor/enable', {}, { cookie });
    const begun = await post(shop.app, '/two-factor/enable', {}, cookieIn(owner));
    const code = totpCode(begun.json<{ totpURI: string }>().totpURI);
    expect((await enterCode(owner.cookie, code)).statusCode).toBe(200);
    const own = totpCode(theirs.json<{ totpURI: string }>().totpURI);
    const refused = [
      await get(shop.app, '/token', cookie),
      await enterCode(cookie, own),
      await post(shop.app, '/two-factor/disable', {}, { cookie }),
      await post(shop.app, '/two-factor/generate-backup-codes', {}, { cookie }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
  });

  it('an authenticator app cannot be changed in a session that has not proven it', async () => {
    const owner = await withApp();
    await shop.database.sql`
      update auth_sessions set second_factor = false
      where user_id = (select id from auth_users where email = ${owner.email})`;
    const refused = [
      await post(shop.app, '/two-factor/disable', {}, cookieIn(owner)),
      await post(shop.app, '/two-factor/generate-backup-codes', {}, cookieIn(owner)),
      await post(shop.app, '/two-factor/enable', {}, cookieIn(owner)),
    ];
    expect(refused.map((reply) => reply.json().code)).toEqual(Array(3).fill('second-step-expired'));
    expect(await factorsOf(owner)).toMatchObject({ hasAuthenticator: true });
  });

  it('the code of the app is required after the password: no token is given before', async () => {
    const owner = await withApp();
    const cookie = await firstStep(owner);
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(401);
    expect((await get(shop.app, '/get-session', cookie)).json()).toBeNull();
    const step = await get(shop.app, '/second-step', cookie);
    expect(step.json()).toEqual({ ways: ['authenticator', 'recovery-code'] });
    const done = await enterCode(cookie, totpCode(owner.totpURI, 1));
    expect(done.statusCode, done.body).toBe(200);
    const session = cookieOf(done.headers['set-cookie']);
    expect((await get(shop.app, '/token', session)).statusCode).toBe(200);
    expect((await get(shop.app, '/second-step', session)).statusCode).toBe(401);
  });

  it('a code works once, even when it is sent many times simultaneously', async () => {
    const owner = await withApp();
    const cookie = await firstStep(owner);
    const used = await enterCode(cookie, owner.usedCode);
    expect(used.json()).toMatchObject({ status: 400, code: 'wrong-code' });
    const others = await Promise.all([1, 2, 3].map(() => firstStep(owner)));
    const code = totpCode(owner.totpURI, 1);
    const replies = await Promise.all([cookie, ...others].map((one) => enterCode(one, code)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
  });

  it('a code is good for its half minute and the adjacent ones', async () => {
    const owner = await withApp();
    const cookie = await firstStep(owner);
    for (const shift of [-3, 3]) {
      const reply = await enterCode(cookie, totpCode(owner.totpURI, shift));
      expect(reply.json().code).toBe('wrong-code');
    }
    expect((await enterCode(cookie, ` ${totpCode(owner.totpURI, 1)} `)).statusCode).toBe(200);
  });

  it('another user’s authenticator app does not finish a sign-in', async () => {
    const [owner, other] = [await withApp(), await withApp()];
    const cookie = await firstStep(owner);
    const code = totpCode(other.totpURI, 1);
    expect((await enterCode(cookie, code)).json().code).toBe('wrong-code');
    const recovery = await enterRecoveryCode(cookie, other.recoveryCodes[0] ?? '');
    expect(recovery.json().code).toBe('wrong-recovery-code');
  });

  it('the code has to be entered in time, and in this browser', async () => {
    const owner = await withApp();
    const cookie = await firstStep(owner);
    await shop.database.sql`
      update auth_verifications set expires_at = now() - interval '1 second'
      where value in (select id::text from auth_users where email = ${owner.email})`;
    for (const cookies of [cookie, '', 'reprise.two_factor=2fa-unknown.x']) {
      const reply = await enterCode(cookies, totpCode(owner.totpURI, 1));
      expect(reply.json()).toMatchObject({ status: 401, code: 'second-step-expired' });
    }
  });

  it('five wrong codes are allowed, then the password has to be given again', async () => {
    const owner = await withApp();
    const cookie = await firstStep(owner);
    for (const code of ['000001', '000002', '000003', '000004', '000005']) {
      expect((await enterCode(cookie, code)).json().code).toBe('wrong-code');
    }
    const right = totpCode(owner.totpURI, 1);
    expect((await enterCode(cookie, right)).json().code).toBe('second-step-expired');
    expect((await enterCode(await firstStep(owner), right)).statusCode).toBe(200);
  });

  it('the code is required after a password reset too', async () => {
    const owner = await withApp();
    const waiting = await firstStep(owner);
    await post(shop.app, '/request-password-reset', { email: owner.email });
    const token = mailedToken(shop.mails, owner.email);
    const newPassword = 'another-quiet-evening';
    const reset = await post(shop.app, '/reset-password', { token, newPassword });
    expect(reset.statusCode, reset.body).toBe(200);
    expect((await get(shop.app, '/second-step', waiting)).statusCode).toBe(401);
    const cookie = await firstStep(owner, newPassword);
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(401);
  });

  it('an authenticator app is turned off after a recent proof, which ends nothing else', async () => {
    const owner = await withApp();
    const elsewhere = await enterCode(await firstStep(owner), totpCode(owner.totpURI, 1));
    const other = cookieOf(elsewhere.headers['set-cookie']);
    const off = () => post(shop.app, '/two-factor/disable', {}, cookieIn(owner));
    await makeOld(owner);
    expect((await off()).json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    await post(shop.app, '/proof', { password }, cookieIn(owner));
    expect((await off()).statusCode).toBe(200);
    expect((await off()).json().code).toBe('factor-not-on');
    for (const cookie of [owner.cookie, other]) {
      expect((await get(shop.app, '/token', cookie)).statusCode).toBe(200);
    }
    expect(await factorsOf(owner)).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0 });
    const { email } = owner;
    const plain = await post(shop.app, '/sign-in/email', { email, password });
    expect(plain.json()).not.toHaveProperty('twoFactorRedirect');
    expect(mailsTo(owner).at(-1)).toBe('The authenticator app was removed from your account');
  });

  it('an authenticator app can be added only after a recent proof, and to a verified email', async () => {
    const stranger = await shop.signUp(newEmail());
    const unverified = await post(shop.app, '/two-factor/enable', {}, cookieIn(stranger));
    expect(unverified.json()).toMatchObject({ status: 403, code: 'own-email-not-verified' });
    const person = await shop.signUp(newEmail(), { isVerified: true });
    await makeOld(person);
    const stale = await post(shop.app, '/two-factor/enable', {}, cookieIn(person));
    expect(stale.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    expect((await post(shop.app, '/two-factor/enable')).statusCode).toBe(401);
    const owner = await withApp();
    const again = await post(shop.app, '/two-factor/enable', {}, cookieIn(owner));
    expect(again.json()).toMatchObject({ status: 409, code: 'factor-already-on' });
    const code = await enterCode(owner.cookie, totpCode(owner.totpURI, 1));
    expect(code.json().code).toBe('factor-already-on');
  });

  it('only pages of the shop can change an authenticator app', async () => {
    const owner = await withApp();
    const headers = { cookie: owner.cookie, origin: 'https://evil.test' };
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes']) {
      expect((await post(shop.app, path, {}, headers)).statusCode).toBe(403);
    }
  });
});

describe('a recovery code', () => {
  it('a recovery code finishes a sign-in once, and its owner is told', async () => {
    const owner = await withApp();
    const [code = ''] = owner.recoveryCodes;
    const done = await enterRecoveryCode(await firstStep(owner), code.toUpperCase());
    expect(done.statusCode, done.body).toBe(200);
    expect(await factorsOf({ cookie: cookieOf(done.headers['set-cookie']) })).toMatchObject({
      recoveryCodesLeft: 9,
    });
    expect(mailsTo(owner).at(-1)).toBe('A recovery code was used to log in');
    const again = await enterRecoveryCode(await firstStep(owner), code);
    expect(again.json()).toMatchObject({
      code: 'wrong-recovery-code',
      errors: [{ field: 'code' }],
    });
  });

  it('a recovery code that is sent many times at once works once', async () => {
    const owner = await withApp();
    const [code = ''] = owner.recoveryCodes;
    const cookies = await Promise.all([1, 2, 3].map(() => firstStep(owner)));
    const replies = await Promise.all(cookies.map((cookie) => enterRecoveryCode(cookie, code)));
    const done = replies.filter(({ statusCode }) => statusCode === 200);
    expect(done).toHaveLength(1);
    expect(replies.every(({ statusCode }) => statusCode < 500)).toBe(true);
  });

  it('recovery codes end when there are new ones, for which a recent proof is needed', async () => {
    const owner = await withApp();
    const renew = () => post(shop.app, '/two-factor/generate-backup-codes', {}, cookieIn(owner));
    await makeOld(owner);
    expect((await renew()).statusCode).toBe(403);
    await post(shop.app, '/proof', { password }, cookieIn(owner));
    const renewed = (await renew()).json<{ recoveryCodes: string[] }>();
    expect(renewed.recoveryCodes).toHaveLength(10);
    const [old = ''] = owner.recoveryCodes;
    const cookie = await firstStep(owner);
    expect((await enterRecoveryCode(cookie, old)).statusCode).toBe(400);
    expect((await enterRecoveryCode(cookie, renewed.recoveryCodes[3] ?? '')).statusCode).toBe(200);
  });

  it('there are no recovery codes without a factor, and they do nothing for a signed-in user', async () => {
    const person = await shop.signUp(newEmail(), { isVerified: true });
    const renew = await post(shop.app, '/two-factor/generate-backup-codes', {}, cookieIn(person));
    expect(renew.json().code).toBe('factor-not-on');
    const owner = await withApp();
    const [code = ''] = owner.recoveryCodes;
    expect((await enterRecoveryCode(owner.cookie, code)).statusCode).toBe(401);
    expect(await factorsOf(owner)).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

it('nothing in the database lets its reader finish a sign-in', async () => {
  const owner = await withApp();
  const secret = new URL(owner.totpURI).searchParams.get('secret') ?? 'missing';
  const stored = JSON.stringify(await shop.database.sql`select * from auth_two_factors`);
  expect(stored).not.toContain(secret);
  for (const code of owner.recoveryCodes) expect(stored).not.toContain(code);
  const [row] = await shop.database.sql<{ codes: string }[]>`
    select backup_codes as codes from auth_two_factors
    where user_id = (select id from auth_users where email = ${owner.email})`;
  const [digest = ''] = JSON.parse(row?.codes ?? '[]');
  expect((await enterRecoveryCode(await firstStep(owner), digest)).statusCode).toBe(400);
});

it('the maintenance task lets somebody in who has lost everything', async () => {
  const owner = await withApp();
  const client = await connect(shop.database.url);
  try {
    const lines =
      maintenanceTasks['remove-factors']?.run(client, [owner.email], { origin: '' }) ?? [];
    for await (const line of lines) expect(line).toContain('Removed 1 authenticator app');
  } finally {
    await client.end();
  }
  expect(await factorsOf(owner)).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0 });
  const { email } = owner;
  const plain = await post(shop.app, '/sign-in/email', { email, password });
  expect(plain.json()).not.toHaveProperty('twoFactorRedirect');
});
