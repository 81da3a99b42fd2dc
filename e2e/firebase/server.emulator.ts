import { deleteApp } from '@firebase/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FirebaseSettings } from '../../server/config/firebase-settings.ts';
import { systemClock } from '../../server/core/clock.ts';
import { createFirebaseIdentity } from '../../server/providers/identity/firebase/firebase-identity.ts';
import { firebaseRecordsInMemory } from '../../server/testing/fake-firebase.ts';
import { createTestShop, type TestShop } from '../../server/testing/test-shop.ts';
import { type Browser, openBrowser } from '../../web/testing/firebase-port-test.ts';
import { emulatorUrl } from './emulator-host.ts';

const settings: FirebaseSettings = {
  projectId: 'demo-reprise',
  apiKey: 'key',
  authDomain: 'demo-reprise.firebaseapp.com',
  serviceAccount: undefined,
  emulator: emulatorUrl(),
};
const deps = { settings, records: firebaseRecordsInMemory() };
const provider = createFirebaseIdentity({ ...deps, clock: systemClock });
const password = 'four-small-brass-bells';
const opened: Browser[] = [];
let shop: TestShop;
let people = 0;

beforeAll(async () => {
  shop = await createTestShop({ identity: provider });
});
afterAll(async () => {
  for (const { auth } of opened) await deleteApp(auth.app);
  await shop.close();
});

function open(googleEmail?: string) {
  const browser = openBrowser(emulatorUrl(), googleEmail);
  opened.push(browser);
  return browser.provider;
}

/** Somebody who has just registered at Firebase. */
async function signedUp() {
  people += 1;
  const account = { name: 'Clara', email: `clara-${people}@reprise.test`, password };
  const browser = open();
  await browser.signUp(account);
  const { token } = await browser.identityToken();
  return { account, browser, token, email: account.email };
}

describe('an identity at Firebase', () => {
  it('a new identity is proved by its token', async () => {
    const { token, email } = await signedUp();
    expect(await provider.verify(token)).toMatchObject({
      email,
      name: 'Clara',
      by: 'password',
      isEmailVerified: false,
    });
  });

  it('counts as verified when it comes from Google', async () => {
    const browser = open('gusta@reprise.test');
    await browser.signInWithGoogle();
    const { token } = await browser.identityToken();
    expect(await provider.verify(token)).toMatchObject({
      email: 'gusta@reprise.test',
      by: 'google',
      isEmailVerified: true,
    });
  });

  it('loses to Google what a stranger made on its address', async () => {
    const { token, email } = await signedUp();
    const owner = open(email);
    await owner.signInWithGoogle();
    const proof = await owner.identityToken();
    expect(await provider.verify(proof.token)).toMatchObject({ by: 'google', email });
    await expect(provider.verify(token)).rejects.toThrow('has ended');
    const stranger = open().signIn({ email, password });
    await expect(stranger).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it('ends its sessions at once', async () => {
    const { token, email, browser } = await signedUp();
    // Firebase counts in seconds, and the session is younger than one.
    const later = { now: () => new Date(Date.now() + 2_000) };
    await createFirebaseIdentity({ ...deps, clock: later }).endSessions(email);
    await expect(provider.verify(token)).rejects.toThrow('has ended');
    const renewed = browser.identityToken({ isFresh: true }).then((proof) => proof.token);
    await expect(renewed.then(provider.verify)).rejects.toBeTruthy();
  });

  it('a removed identity leaves its address free again', async () => {
    const { token, email, account } = await signedUp();
    await provider.remove(email.toUpperCase());
    await provider.remove(email);
    await expect(provider.verify(token)).rejects.toThrow('does not exist any more');
    await expect(open().signIn(account)).rejects.toMatchObject({
      code: expect.stringMatching(/user-not-found|wrong-password/),
    });
    await expect(open().signUp(account)).resolves.toBeUndefined();
  });
});

it('a user with a Firebase identity registers in the shop and gets its token', async () => {
  const { token, email } = await signedUp();
  const headers = { authorization: `Bearer ${token}` };
  const jwt = () => shop.app.inject({ url: `/api/jwt?email=${email}`, headers });
  expect((await jwt()).statusCode).toBe(404);
  const payload = { name: 'Clara', email, role: 'seller' };
  const made = await shop.app.inject({ method: 'POST', url: '/api/users', headers, payload });
  expect(made.statusCode, made.body).toBe(201);
  const { accessToken } = (await jwt()).json();
  const own = await shop.app.inject({
    url: `/api/users/${email}`,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(own.json()).toMatchObject({ email, role: 'seller' });
});
