import { afterAll, describe, expect, it } from 'vitest';
import {
  ageSessions,
  cookieOf,
  get,
  identityToken,
  newEmail,
  post,
  testPassword,
} from '../../../../testing/sign-up.ts';
import { createSoftwarePasskey } from '../../../../testing/software-passkey.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';
import { totpCode } from '../../../../testing/totp.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

const password = testPassword;
type Passkey = ReturnType<typeof createSoftwarePasskey>;
type Ceremony = Partial<Parameters<Passkey['get']>[0]>;

/** Asks for options. @returns the challenge, and the cookies with which the browser answers */
async function begin(cookie: string) {
  const reply = await post(shop.app, '/passkey/generate-register-options', {}, { cookie });
  expect(reply.statusCode, reply.body).toBe(200);
  const cookies = `${cookie}; ${cookieOf(reply.headers['set-cookie'])}`;
  return {
    challenge: reply.json<{ challenge: string }>().challenge,
    cookies,
    options: reply.json(),
  };
}

async function add(cookie: string, passkey: Passkey, changed: Ceremony = {}, name = 'My phone') {
  const { challenge, cookies } = await begin(cookie);
  const response = passkey.create({ challenge, ...changed });
  return post(shop.app, '/passkey/verify-registration', { response, name }, { cookie: cookies });
}

async function signIn(passkey: Passkey, changed: Ceremony = {}) {
  const options = await get(shop.app, '/passkey/generate-authenticate-options');
  const { challenge } = options.json<{ challenge: string }>();
  const response = passkey.get({ challenge, ...changed });
  const cookie = cookieOf(options.headers['set-cookie']);
  return post(shop.app, '/passkey/verify-authentication', { response }, { cookie });
}

/** A user with a passkey. */
async function withPasskey() {
  const person = await shop.signUp(newEmail(), { isVerified: true });
  const passkey = createSoftwarePasskey();
  const added = await add(person.cookie, passkey);
  expect(added.statusCode, added.body).toBe(200);
  const reply = added.json<{ passkey: { id: string }; recoveryCodes: string[] }>();
  return { ...person, passkey, id: reply.passkey.id, recoveryCodes: reply.recoveryCodes };
}

async function factorsOf(cookie: string) {
  return (await get(shop.app, '/second-factor', cookie)).json();
}

const remove = (owner: { cookie: string; id: string }) =>
  post(shop.app, '/passkey/delete-passkey', { id: owner.id }, { cookie: owner.cookie });

const newestMailTo = (email: string) => shop.mails.findLast(({ to }) => to === email)?.subject;

describe('a passkey', () => {
  it('a passkey signs in without a password, and its owner is told when it is added', async () => {
    const owner = await withPasskey();
    expect(await factorsOf(owner.cookie)).toMatchObject({
      hasAuthenticator: false,
      passkeys: [{ id: owner.id, name: 'My phone', createdAt: expect.any(String) }],
      recoveryCodesLeft: 10,
    });
    expect(newestMailTo(owner.email)).toBe('A passkey was added to your account');
    const reply = await signIn(owner.passkey);
    expect(reply.statusCode, reply.body).toBe(200);
    const token = await identityToken(shop.app, cookieOf(reply.headers['set-cookie']));
    const identity = await shop.identity.verify(token);
    expect(identity).toMatchObject({ email: owner.email, by: 'passkey' });
  });

  it('a passkey, or a recovery code, is required after the password', async () => {
    const { email, recoveryCodes } = await withPasskey();
    const first = await post(shop.app, '/sign-in/email', { email, password });
    expect(first.json()).toMatchObject({ twoFactorRedirect: true });
    const cookie = cookieOf(first.headers['set-cookie']);
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(401);
    const step = await get(shop.app, '/second-step', cookie);
    expect(step.json()).toEqual({ ways: ['passkey', 'recovery-code'] });
    const app = await post(shop.app, '/two-factor/verify-totp', { code: '123456' }, { cookie });
    expect(app.json().code).toBe('second-step-expired');
    const code = { code: recoveryCodes[0] };
    const done = await post(shop.app, '/two-factor/verify-backup-code', code, { cookie });
    expect(done.statusCode, done.body).toBe(200);
  });

  it('a passkey must be unlocked, be made for this shop, and answer a challenge that was just given', async () => {
    const owner = await withPasskey();
    const faults: Ceremony[] = [
      { isUnlocked: false },
      { origin: 'https://evil.test' },
      { challenge: 'AAAA' },
    ];
    for (const fault of faults) {
      const refused = await signIn(owner.passkey, fault);
      expect(refused.json()).toMatchObject({ status: 400, code: 'passkey-refused' });
      const added = await add(owner.cookie, createSoftwarePasskey(), fault);
      expect(added.json()).toMatchObject({ status: 400, code: 'passkey-refused' });
    }
    const other = createSoftwarePasskey();
    const forged = await signIn({
      ...other,
      get: (o) => ({ ...other.get(o), id: owner.passkey.id }),
    });
    expect(forged.statusCode, forged.body).toBe(400);
    expect((await signIn(other)).json()).toMatchObject({ status: 401, code: 'passkey-unknown' });
  });

  it('a passkey answers each challenge once', async () => {
    const owner = await withPasskey();
    const options = await get(shop.app, '/passkey/generate-authenticate-options');
    const { challenge } = options.json<{ challenge: string }>();
    const cookie = cookieOf(options.headers['set-cookie']);
    const body = { response: owner.passkey.get({ challenge }) };
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(shop.app, '/passkey/verify-authentication', body, { cookie })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('a passkey cannot be added with another user’s challenge, nor twice', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const { challenge, cookies } = await begin(owner.cookie);
    const response = createSoftwarePasskey().create({ challenge });
    const theirs = `${other.cookie}; ${cookies.split('; ').slice(-1)}`;
    const crossed = await post(
      shop.app,
      '/passkey/verify-registration',
      { response },
      { cookie: theirs },
    );
    expect(crossed.statusCode).toBe(400);
    // A credential id that belongs to another user would take over their sign-in.
    expect((await add(other.cookie, owner.passkey)).json().code).toBe('passkey-refused');
    const options = (await begin(owner.cookie)).options;
    expect(options).toMatchObject({
      rp: { id: 'shop.test', name: 'Reprise' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: owner.passkey.id }],
    });
  });

  it('a passkey is added and removed after a recent proof only, and added to a verified email', async () => {
    const path = '/passkey/generate-register-options';
    const owner = await withPasskey();
    await ageSessions(shop.database, owner);
    const headers = { cookie: owner.cookie };
    for (const reply of [await post(shop.app, path, {}, headers), await remove(owner)]) {
      expect(reply.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    }
    await post(shop.app, '/proof', { password }, headers);
    expect((await post(shop.app, path, {}, headers)).statusCode).toBe(200);
    const stranger = await shop.signUp(newEmail());
    const unverified = await post(shop.app, path, {}, { cookie: stranger.cookie });
    expect(unverified.json().code).toBe('own-email-not-verified');
    expect((await post(shop.app, path)).statusCode).toBe(401);
  });

  it('a passkey is renamed and removed by its owner only, and its removal ends nothing else', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const rename = (cookie: string, name: string) =>
      post(shop.app, '/passkey/update-passkey', { id: owner.id, name }, { cookie });
    expect((await rename(other.cookie, 'Mine now')).statusCode).toBe(404);
    expect((await remove({ ...other, id: owner.id })).statusCode).toBe(404);
    expect((await rename(owner.cookie, ' ')).json()).toMatchObject({ errors: [{ field: 'name' }] });
    expect((await rename(owner.cookie, 'Old phone')).statusCode).toBe(200);
    expect(await factorsOf(owner.cookie)).toMatchObject({ passkeys: [{ name: 'Old phone' }] });
    expect((await remove(owner)).statusCode).toBe(200);
    expect(newestMailTo(owner.email)).toBe('A passkey was removed from your account');
    expect((await get(shop.app, '/token', owner.cookie)).statusCode).toBe(200);
    expect((await signIn(owner.passkey)).json().code).toBe('passkey-unknown');
    const { email } = owner;
    const plain = await post(shop.app, '/sign-in/email', { email, password });
    expect(plain.json()).not.toHaveProperty('twoFactorRedirect');
  });

  it('a passkey shares the recovery codes with an authenticator app, and each outlives the other', async () => {
    const owner = await withPasskey();
    const { cookie } = owner;
    const begun = await post(shop.app, '/two-factor/enable', {}, { cookie });
    const { totpURI } = begun.json<{ totpURI: string }>();
    expect(await factorsOf(cookie)).toMatchObject({ recoveryCodesLeft: 10 });
    const code = totpCode(totpURI);
    const confirmed = await post(shop.app, '/two-factor/verify-totp', { code }, { cookie });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect(confirmed.json()).toEqual({});
    await post(shop.app, '/two-factor/disable', {}, { cookie });
    expect(await factorsOf(cookie)).toMatchObject({
      hasAuthenticator: false,
      passkeys: [{ id: owner.id }],
      recoveryCodesLeft: 10,
    });
    const late = await post(shop.app, '/two-factor/verify-totp', { code }, { cookie });
    expect(late.json().code).toBe('factor-not-on');
  });

  it('the passkey of a removed identity is gone', async () => {
    const owner = await withPasskey();
    await shop.identity.remove(owner.email);
    expect((await signIn(owner.passkey)).json().code).toBe('passkey-unknown');
  });
});
