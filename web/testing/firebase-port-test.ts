import { deleteApp, initializeApp } from '@firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  reauthenticateWithCredential,
  type reauthenticateWithPopup,
  signInWithCredential,
  type signInWithPopup,
  updatePassword,
} from '@firebase/auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { firebaseIdentity } from '../identity/firebase-identity.ts';
import type { IdentityProvider } from '../identity/provider.ts';
import type { ProviderCall } from '../identity/provider-call.ts';

const projectId = 'demo-reprise';
const password = 'four-small-brass-bells';
const ways: IdentityWays = { google: 'google', demo: false };

interface ShopCall {
  path: string;
  bearer: string | undefined;
}

export interface Browser {
  provider: IdentityProvider;
  auth: Auth;
  /** What was asked of the shop's server. */
  toShop: ShopCall[];
}

let browsers = 0;

/** A browser with Firebase at this address. Its Google popup signs in as this person immediately. */
export function openBrowser(url: string, googleEmail = 'gus@reprise.test'): Browser {
  browsers += 1;
  const app = initializeApp({ projectId, apiKey: 'key' }, `browser-${browsers}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, url, { disableWarnings: true });
  const said = { sub: googleEmail, email: googleEmail, email_verified: true, name: 'Gus' };
  const credential = GoogleAuthProvider.credential(JSON.stringify(said));
  const popup: typeof signInWithPopup = (into) => signInWithCredential(into, credential);
  const proofPopup: typeof reauthenticateWithPopup = (user) =>
    reauthenticateWithCredential(user, credential);
  const toShop: ShopCall[] = [];
  const call: ProviderCall = async (_method, path, _body, bearer) => {
    toShop.push({ path, bearer });
    return { status: true } as never;
  };
  const provider = firebaseIdentity({ auth, ways, popup, proofPopup, call });
  return { auth, provider, toShop };
}

/** What the browser's half of the Firebase adapter must do, against the fake and against the emulator. */
export function testFirebaseInTheBrowser(start: () => Promise<{ url: string; stop(): unknown }>) {
  let place: Awaited<ReturnType<typeof start>>;
  const opened: Browser[] = [];
  beforeAll(async () => {
    place = await start();
  });
  afterAll(async () => {
    for (const { auth } of opened) await deleteApp(auth.app);
    await place.stop();
  });

  const openWhole = (googleEmail?: string) => {
    const browser = openBrowser(place.url, googleEmail);
    opened.push(browser);
    return browser;
  };
  const open = (googleEmail?: string) => openWhole(googleEmail).provider;
  const newEmail = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@reprise.test`;
  async function registered(name: string) {
    const account = { name, email: newEmail(name), password };
    const provider = open();
    await provider.signUp(account);
    return { provider, account };
  }
  async function mailedCode(email: string, requestType: string): Promise<string> {
    const answer = await fetch(`${place.url}/emulator/v1/projects/${projectId}/oobCodes`);
    const { oobCodes } = (await answer.json()) as { oobCodes: Record<string, string>[] };
    const mail = oobCodes.findLast((one) => one.email === email && one.requestType === requestType);
    return mail?.oobCode ?? '';
  }

  describe('Firebase in the browser', () => {
    it('registers, and proves who it is at once', async () => {
      const { provider, account } = await registered('ann');
      const proof = await provider.identityToken();
      expect(proof).toMatchObject({ email: account.email, name: 'ann' });
      expect(proof.expiresAt.getTime() - Date.now()).toBeGreaterThan(3_000_000);
      expect(await provider.identityToken()).toBe(proof);
      expect(await mailedCode(account.email, 'VERIFY_EMAIL')).not.toBe('');
    });

    it('a user signs in and out, and listeners are told', async () => {
      const { account } = await registered('ben');
      const provider = open();
      const listener = vi.fn();
      const stop = provider.watch(listener);
      await expect(provider.identityToken()).rejects.toMatchObject({ code: 'not-signed-in' });
      await provider.signIn(account);
      await provider.identityToken();
      expect(listener).toHaveBeenLastCalledWith(expect.objectContaining({ email: account.email }));
      await provider.signOut();
      expect(listener).toHaveBeenLastCalledWith(null);
      await expect(provider.identityToken()).rejects.toMatchObject({ code: 'not-signed-in' });
      stop();
    });

    it('the shop is told which session has ended', async () => {
      const { account } = await registered('bea');
      const { provider, toShop } = openWhole();
      await provider.signIn(account);
      const { token } = await provider.identityToken();
      await provider.signOut();
      expect(toShop).toEqual([{ path: '/sign-out', bearer: token }]);
      await expect(provider.signOut()).resolves.toBeUndefined();
      expect(toShop).toHaveLength(1);
    });

    it('a user is signed out in the browser even when the shop cannot be told', async () => {
      const { account } = await registered('bob');
      const { auth, provider } = openWhole();
      await provider.signIn(account);
      const refused = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
      // An expired token would have to be renewed first.
      const user = auth.currentUser;
      if (user) vi.spyOn(user, 'getIdToken').mockRejectedValue(new Error('offline'));
      await expect(provider.signOut()).rejects.toMatchObject({ code: 'network-request-failed' });
      refused.mockRestore();
      expect(auth.currentUser).toBeNull();
    });

    it('a refusal has one of our codes', async () => {
      const { account } = await registered('cy');
      const provider = open();
      const { email } = account;
      await expect(provider.signUp(account)).rejects.toMatchObject({
        code: 'email-already-in-use',
      });
      const short = { ...account, email: newEmail('short'), password: '1234567' };
      await expect(provider.signUp(short)).rejects.toMatchObject({ code: 'password-too-short' });
      const wrong = provider.signIn({ email, password: 'not-this-one' });
      await expect(wrong).rejects.toMatchObject({ code: 'wrong-password' });
      const badCode = provider.setPassword({ token: 'none', password });
      await expect(badCode).rejects.toMatchObject({ code: 'invalid-link' });
      await expect(provider.verifyEmail('none')).rejects.toMatchObject({ code: 'not-signed-in' });
      await provider.signIn(account);
      await expect(provider.verifyEmail('none')).rejects.toMatchObject({ code: 'invalid-link' });
    });

    it('a user can sign in with Google', async () => {
      const email = newEmail('gus');
      const provider = open(email);
      await provider.signInWithGoogle();
      expect(await provider.identityToken()).toMatchObject({ email, name: 'Gus' });
    });

    it('a changed name and picture are in the next proof', async () => {
      const { provider } = await registered('dan');
      await provider.identityToken();
      await provider.updateProfile({ name: 'Dan B.', pictureUrl: 'https://shop.test/p.webp' });
      expect(await provider.identityToken()).toMatchObject({
        name: 'Dan B.',
        pictureUrl: 'https://shop.test/p.webp',
      });
    });

    it('the password is changed by the present one', async () => {
      const { provider, account } = await registered('eve');
      const next = 'five-small-brass-bells';
      const wrong = provider.changePassword({ present: 'not-this-one', next });
      await expect(wrong).rejects.toMatchObject({ code: 'wrong-password' });
      await provider.changePassword({ present: password, next });
      await expect(provider.identityToken()).resolves.toMatchObject({ email: account.email });
      await expect(open().signIn({ ...account, password: next })).resolves.toBeUndefined();
    });

    it('a password is accepted in either Unicode form of its letters, and as an earlier version has set it', async () => {
      const composed = 'Zoë plays é-flat';
      const separate = composed.normalize('NFD');
      const { account } = await registered('zoe');
      const { auth, provider } = openWhole();
      await provider.signIn(account);
      await provider.changePassword({ present: password, next: separate });
      await open().signIn({ ...account, password: composed });
      await open().signIn({ ...account, password: separate });
      await provider.prove(separate);
      if (auth.currentUser) await updatePassword(auth.currentUser, separate);
      await open().signIn({ ...account, password: separate });
      await provider.prove(separate);
    });

    it('a signed-in user proves their identity again by password, which renews the token', async () => {
      const { provider } = await registered('hal');
      const before = await provider.identityToken();
      expect(await provider.proofWays()).toEqual({ password: true, google: false });
      await expect(provider.prove('not-this-one')).rejects.toMatchObject({
        code: 'wrong-password',
      });
      await provider.prove(password);
      expect(await provider.identityToken()).not.toBe(before);
    });

    it('a signed-in user proves their identity again by Google, but not by another account', async () => {
      const email = newEmail('ivy');
      const provider = open(email);
      await provider.signInWithGoogle();
      expect(await provider.proofWays()).toEqual({ password: false, google: true });
      await expect(provider.proveWithGoogle()).resolves.toBeUndefined();
      const { provider: other } = await registered('jon');
      await expect(other.proveWithGoogle()).rejects.toMatchObject({ code: 'google-refused' });
    });

    it('a password is set by mail, which does not reveal whether there is an account', async () => {
      const { account } = await registered('fay');
      const provider = open();
      await expect(provider.resetPassword(newEmail('nobody'))).resolves.toBeUndefined();
      await provider.resetPassword(account.email);
      const token = await mailedCode(account.email, 'PASSWORD_RESET');
      await provider.setPassword({ token, password: 'six-small-brass-bells' });
      const { email } = account;
      await provider.signIn({ email, password: 'six-small-brass-bells' });
      await expect(provider.setPassword({ token, password })).rejects.toMatchObject({
        code: 'invalid-link',
      });
    });

    it('the mail that verifies the address is sent again', async () => {
      const account = { name: 'gil', email: newEmail('gil'), password };
      const { provider, toShop, auth } = openWhole();
      await provider.signUp(account);
      const { token } = await provider.identityToken();
      const first = await mailedCode(account.email, 'VERIFY_EMAIL');
      await provider.resendVerification(account.email);
      const second = await mailedCode(account.email, 'VERIFY_EMAIL');
      expect(second).not.toBe(first);
      await provider.verifyEmail(second);
      expect(toShop).toEqual([{ path: '/verify-email', bearer: token }]);
      expect(auth.currentUser?.emailVerified).toBe(true);
      await provider.resendVerification(account.email);
      expect(await mailedCode(account.email, 'VERIFY_EMAIL')).not.toBe(second);
    });
  });
}
