import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Changes,
  type FakeFirebase,
  firebaseClaims,
  firebaseRecordsInMemory,
  rsaKeys,
  startFakeFirebase,
} from '../../../testing/fake-firebase.ts';
import { createFirebaseIdentity } from './firebase-identity.ts';

let firebase: FakeFirebase;
let at: Date;

beforeAll(async () => {
  firebase = await startFakeFirebase();
});
beforeEach(() => {
  at = new Date('2026-11-21T12:00:00Z');
  Object.assign(firebase.state, { requests: [], failures: 0, maxAge: 3_600 });
  firebase.account({ localId: 'ann', displayName: 'Ann', photoUrl: 'https://g.test/ann' });
});
afterAll(() => firebase.stop());

const createProvider = (emulator?: string) =>
  createFirebaseIdentity({
    settings: { ...firebase.settings, emulator },
    clock: { now: () => at },
    google: firebase.google,
    records: firebaseRecordsInMemory(),
  });
const seconds = () => Math.floor(at.getTime() / 1_000);
const refusal = { code: 'not-signed-in', message: /not valid or has expired/ };

describe('a Firebase ID token', () => {
  it('an ID token returns the identity as currently stored at Firebase', async () => {
    const token = await firebase.sign(firebaseClaims(at, { email: 'old@reprise.test' }));
    expect(await createProvider().verify(token)).toEqual({
      id: 'ann',
      email: 'ann@reprise.test',
      name: 'Ann',
      pictureUrl: 'https://g.test/ann',
      isEmailVerified: false,
      by: 'password',
      sessionId: `password.${seconds() - 60}.ann`,
      signedInAt: new Date('2026-11-21T11:59:00Z'),
    });
  });

  it('a token from Google sign-in has a verified email when Google verified it', async () => {
    const providerUserInfo = [{ providerId: 'google.com' }];
    firebase.account({ localId: 'gus', email: 'Gus@Reprise.Test', providerUserInfo });
    const claims = { sub: 'gus', firebase: { sign_in_provider: 'google.com' } };
    const token = await firebase.sign(firebaseClaims(at, claims));
    expect(await createProvider().verify(token)).toMatchObject({
      by: 'google',
      email: 'gus@reprise.test',
      isEmailVerified: false,
    });
    firebase.account({ localId: 'gus', emailVerified: true, providerUserInfo });
    expect(await createProvider().verify(token)).toMatchObject({ isEmailVerified: true });
  });

  it('Firebase’s own verification link does not count', async () => {
    firebase.account({ localId: 'ann', emailVerified: true });
    const token = await firebase.sign(firebaseClaims(at));
    expect(await createProvider().verify(token)).toMatchObject({ isEmailVerified: false });
  });

  it.each<[string, Changes]>([
    ['for another project', { aud: 'other' }],
    ['from another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['without an expiry', { exp: undefined }],
    ['without a time of issue', { iat: undefined }],
    ['without a time of sign-in', { auth_time: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is too long', { sub: 'x'.repeat(129) }],
    ['of another tenant', { firebase: { sign_in_provider: 'password', tenant: 'b' } }],
    ['of an anonymous account', { firebase: { sign_in_provider: 'anonymous' } }],
    ['with a custom provider', { firebase: { sign_in_provider: 'custom' } }],
    ['without a sign-in provider', { firebase: undefined }],
  ])('%s is refused', async (_what, changes) => {
    const token = await firebase.sign(firebaseClaims(at, changes));
    await expect(createProvider().verify(token)).rejects.toMatchObject(matching(refusal));
    expect(firebase.countOf(':lookup')).toBe(0);
  });

  it('an ID token expires exactly when it says', async () => {
    const last = await firebase.sign(firebaseClaims(at, { exp: seconds() + 1 }));
    await expect(createProvider().verify(last)).resolves.toBeTruthy();
    const over = await firebase.sign(firebaseClaims(at, { exp: seconds() }));
    await expect(createProvider().verify(over)).rejects.toMatchObject(matching(refusal));
  });

  it.each(['iat', 'auth_time'])(
    'an ID token with %s in the future is refused, beyond the clock skew',
    async (claim) => {
      const near = await firebase.sign(firebaseClaims(at, { [claim]: seconds() + 59 }));
      await expect(createProvider().verify(near)).resolves.toBeTruthy();
      const far = await firebase.sign(firebaseClaims(at, { [claim]: seconds() + 61 }));
      await expect(createProvider().verify(far)).rejects.toMatchObject(matching(refusal));
    },
  );

  it('an ID token must be signed by Google with RS256', async () => {
    const foreign = await rsaKeys();
    const claims = firebaseClaims(at);
    const forged = await firebase.sign(claims, { key: foreign.privateKey });
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode(firebase.settings.apiKey));
    // Google's own key with another algorithm.
    const otherAlgorithm = await firebase.sign(claims, {
      key: await firebase.keyFor('PS256'),
      alg: 'PS256',
    });
    const unsigned = new UnsecuredJWT(claims).encode();
    for (const token of [forged, symmetric, otherAlgorithm, unsigned, 'x.y.z', '']) {
      await expect(createProvider().verify(token)).rejects.toMatchObject(matching(refusal));
    }
  });

  it('a token from the emulator is unsigned, and then signed ones are refused', async () => {
    const emulated = createProvider('http://127.0.0.1:1');
    const signed = await firebase.sign(firebaseClaims(at));
    await expect(emulated.verify(signed)).rejects.toMatchObject(matching(refusal));
    const wrong = new UnsecuredJWT(firebaseClaims(at, { aud: 'other' })).encode();
    await expect(emulated.verify(wrong)).rejects.toMatchObject(matching(refusal));
    // It is accepted, and the lookup of its account fails because there is no emulator.
    const right = new UnsecuredJWT(firebaseClaims(at)).encode();
    await expect(emulated.verify(right)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('Google’s keys', () => {
  it('Google’s keys are cached for as long as Google allows', async () => {
    const { verify } = createProvider();
    const token = await firebase.sign(firebaseClaims(at, { exp: seconds() + 9_000 }));
    await Promise.all([verify(token), verify(token)]);
    at = new Date(at.getTime() + 3_599_000);
    await verify(token);
    expect(firebase.countOf('/keys')).toBe(1);
    at = new Date(at.getTime() + 1_000);
    await verify(token);
    expect(firebase.countOf('/keys')).toBe(2);
  });

  it('Google’s keys are fetched again for an unknown key id, every 30 seconds at most', async () => {
    const { verify } = createProvider();
    await verify(await firebase.sign(firebaseClaims(at)));
    const next = await rsaKeys();
    const before = firebase.state.publicKey;
    Object.assign(firebase.state, { keyId: 'second', publicKey: next.publicKey });
    const key = { key: next.privateKey, kid: 'second' };
    const token = await firebase.sign(firebaseClaims(at), key);
    await expect(verify(token)).rejects.toMatchObject(matching(refusal));
    expect(firebase.countOf('/keys')).toBe(1);
    at = new Date(at.getTime() + 30_000);
    await expect(verify(token)).resolves.toBeTruthy();
    const unknown = await firebase.sign(firebaseClaims(at), { ...key, kid: 'none' });
    for (const _again of [1, 2, 3]) {
      await expect(verify(unknown)).rejects.toMatchObject(matching(refusal));
    }
    expect(firebase.countOf('/keys')).toBe(2);
    Object.assign(firebase.state, { keyId: 'first', publicKey: before });
  });

  it('Google’s keys are fetched twice before the provider is unavailable', async () => {
    const { verify } = createProvider();
    const token = await firebase.sign(firebaseClaims(at));
    firebase.state.failures = 2;
    await expect(verify(token)).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'provider-failed',
    });
    expect(firebase.countOf('/keys')).toBe(2);
    firebase.state.failures = 1;
    await expect(verify(token)).resolves.toBeTruthy();
  });
});

function matching({ code, message }: { code: string; message: RegExp }) {
  return { code, message: expect.stringMatching(message) };
}
