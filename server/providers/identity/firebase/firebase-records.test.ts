import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { findUser } from '../../../features/users/find-user.ts';
import { createCallers } from '../../../http/api/caller.ts';
import {
  type Changes,
  type FakeFirebase,
  firebaseClaims,
  startFakeFirebase,
} from '../../../testing/fake-firebase.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { createFirebaseIdentity } from './firebase-identity.ts';
import { createFirebaseRecords } from './firebase-records.ts';

let firebase: FakeFirebase;
let database: TestDatabase;
let shop: TestShop;
/** A shop that reads an account again soon after. */
let hasty: TestShop;
let people = 0;

beforeAll(async () => {
  [firebase, database] = await Promise.all([startFakeFirebase(), createTestDatabase()]);
  shop = await createTestShop({ identity: createIdentity() });
  hasty = await createTestShop({ identity: createIdentity(100) });
});
afterAll(async () => {
  await Promise.all([shop.close(), hasty.close()]);
  await Promise.all([database.close(), firebase.stop()]);
});

function createIdentity(accountCheckMs?: number) {
  const { settings, google } = firebase;
  const records = createFirebaseRecords(database.sql, systemClock);
  return createFirebaseIdentity({
    settings,
    google,
    records,
    clock: systemClock,
    ...(accountCheckMs !== undefined && { accountCheckMs }),
  });
}

/** A user with an account at Firebase and a user record. */
async function register(at = shop) {
  people += 1;
  const uid = `person.${people}`;
  const { email = '' } = firebase.account({ localId: uid });
  const user = await at.make.user({ email });
  /** Signs in so many seconds ago. @returns the session's tokens */
  const signIn = async (secondsAgo: number, changes: Changes = {}) => {
    const seconds = Math.floor(Date.now() / 1_000) - secondsAgo;
    const claims = { sub: uid, auth_time: seconds, iat: seconds, ...changes };
    const identityToken = await firebase.sign(firebaseClaims(new Date(), claims));
    const identity = { authorization: `Bearer ${identityToken}` };
    const jwt = async () => at.app.inject({ url: `/api/jwt?email=${email}`, headers: identity });
    const { accessToken } = (await jwt()).json();
    const headers = { authorization: `Bearer ${accessToken}` };
    const url = `/api/users/${email}`;
    const ask = async () => (await at.app.inject({ url, headers })).statusCode;
    return { identity, headers, ask, jwt, accessToken };
  };
  return { uid, email, user, signIn };
}

const signOut = (headers: Record<string, string>) =>
  shop.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers });

describe('signing out of a Firebase identity', () => {
  it('signing out ends the tokens of that session within two seconds, and no other session', async () => {
    const { signIn } = await register();
    const [here, elsewhere] = await Promise.all([signIn(120), signIn(60)]);
    expect(await here.ask()).toBe(200);
    expect(await elsewhere.ask()).toBe(200);
    expect((await signOut(here.identity)).statusCode).toBe(200);
    await expect.poll(here.ask, { timeout: 2_000 }).toBe(401);
    expect((await here.jwt()).statusCode).toBe(401);
    expect(await elsewhere.ask()).toBe(200);
    expect((await elsewhere.jwt()).statusCode).toBe(200);
    expect(await (await signIn(0)).ask()).toBe(200);
  });

  it('signing out also ends tokens that the session gets from Firebase later', async () => {
    const { signIn } = await register();
    // The time of signing in is what names a session.
    const auth_time = Math.floor(Date.now() / 1_000) - 120;
    const { identity } = await signIn(120, { auth_time });
    await signOut(identity);
    const renewed = await signIn(0, { auth_time });
    expect((await renewed.jwt()).statusCode).toBe(401);
  });

  it('other servers know of a sign-out', async () => {
    const { signIn } = await register();
    const { identity, accessToken } = await signIn(120);
    const other = createCallers({
      secret: shop.secret,
      clock: systemClock,
      findUser: (id) => findUser(shop.database.sql, id),
      isSessionLive: createIdentity().isSessionLive,
    });
    const request = { headers: { authorization: `Bearer ${accessToken}` } };
    const identify = () =>
      other.identify(request as Parameters<typeof other.identify>[0]).then(
        () => 'known',
        () => 'refused',
      );
    expect(await identify()).toBe('known');
    await signOut(identity);
    await expect.poll(identify, { timeout: 2_000 }).toBe('refused');
  });

  it('signing out needs a token of that session', async () => {
    const { signIn } = await register();
    const { ask, headers } = await signIn(120);
    const forged = { authorization: `Bearer ${await firebase.sign({ sub: 'person.1' })}` };
    for (const sent of [{}, forged, headers]) {
      expect((await signOut(sent)).statusCode).toBe(401);
    }
    expect(await ask()).toBe(200);
  });

  it('signing out everywhere ends all tokens within two seconds', async () => {
    const { signIn } = await register();
    const [here, elsewhere] = await Promise.all([signIn(120), signIn(60)]);
    expect([await here.ask(), await elsewhere.ask()]).toEqual([200, 200]);
    const url = '/api/auth/revoke-sessions';
    await shop.app.inject({ method: 'POST', url, headers: here.identity });
    await expect.poll(here.ask, { timeout: 2_000 }).toBe(401);
    await expect.poll(elsewhere.ask, { timeout: 2_000 }).toBe(401);
    expect(await (await signIn(0)).ask()).toBe(200);
  });
});

describe('a change at Firebase', () => {
  const now = () => String(Math.floor(Date.now() / 1_000));

  it.each<[string, (uid: string) => object]>([
    ['a password reset, which ends all sessions', () => ({ validSince: now() })],
    ['a disabled account', () => ({ disabled: true })],
    ['a password that was removed', () => ({ providerUserInfo: [{ providerId: 'google.com' }] })],
    ['a deleted account', (uid) => ({ localId: `${uid}-deleted` })],
  ])('a change at Firebase ends the tokens in use: %s', async (_name, change) => {
    const { uid, signIn } = await register(hasty);
    const { ask, jwt } = await signIn(120);
    expect(await ask()).toBe(200);
    const account = firebase.state.accounts.get(uid);
    if (account) Object.assign(account, change(uid));
    if (account?.localId !== uid) firebase.state.accounts.delete(uid);
    expect([401, 403]).toContain((await jwt()).statusCode);
    await expect.poll(ask, { timeout: 2_000 }).toBe(401);
  });

  it('Firebase is asked about changes at most once a minute for an account, even with many requests', async () => {
    const { signIn } = await register();
    const before = firebase.countOf(':lookup');
    const { ask } = await signIn(120);
    for (let request = 0; request < 5; request += 1) expect(await ask()).toBe(200);
    expect(firebase.countOf(':lookup') - before).toBe(1);
  });

  it('tokens in use stay valid while Google cannot be reached, without a wait', async () => {
    const { uid } = await register();
    const identity = createIdentity(0);
    firebase.state.failures = 1_000;
    const sessionId = `password.${Math.floor(Date.now() / 1_000)}.${uid}`;
    expect(await identity.isSessionLive?.(sessionId)).toBe(true);
    const asked = firebase.countOf(':lookup');
    expect(await identity.isSessionLive?.(sessionId)).toBe(true);
    expect(firebase.countOf(':lookup')).toBe(asked);
    firebase.state.failures = 0;
  });
});

describe('removing the account of a Firebase identity', () => {
  it('a removal takes a sign-in of the last ten minutes, as the proof in the browser is one', async () => {
    const { user, signIn } = await register();
    const remove = async ({ headers }: { headers: Record<string, string> }) =>
      (await shop.app.inject({ method: 'DELETE', url: `/api/users/${user.id}`, headers })).json();
    expect(await remove(await signIn(601))).toMatchObject({ code: 'recent-sign-in-required' });
    expect(await remove(await (await register()).signIn(0))).toMatchObject({ deletedCount: 0 });
    expect(await remove(await signIn(1))).toMatchObject({ deletedCount: 1 });
  });
});

it('ids of sessions that are none are refused', async () => {
  const { isSessionLive } = createIdentity();
  for (const id of ['', 'password.1', 'password.x.ann', 'github.1.ann', crypto.randomUUID()]) {
    expect(await isSessionLive?.(id)).toBe(false);
  }
});

it('records of sessions that ended long ago are deleted', async () => {
  const records = createFirebaseRecords(database.sql, systemClock);
  await records.endSession({ uid: 'old', by: 'password', signedInAtSeconds: 1 });
  await records.endSession({ uid: 'new', by: 'password', signedInAtSeconds: 1 });
  await database.sql`
    update firebase_ended_sessions set ended_at = now() - interval '401 days' where uid = 'old'`;
  expect(await records.sweep()).toBe(1);
  expect(await records.isSessionEnded({ uid: 'new', by: 'google', signedInAtSeconds: 1 })).toBe(
    true,
  );
});

it('an address that was proven is forgotten with its account', async () => {
  const records = createFirebaseRecords(database.sql, systemClock);
  await records.storeProvenEmail('gone', 'gone@reprise.test');
  await records.forgetEmail('Gone@reprise.test');
  expect(await records.isEmailProven('gone', 'gone@reprise.test')).toBe(false);
});
