import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Changes,
  type FakeFirebase,
  firebaseClaims,
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
  Object.assign(firebase.state, { asked: [], failures: 0, maxAge: 3_600 });
  firebase.account({ localId: 'ann', displayName: 'Ann', photoUrl: 'https://g.test/ann' });
});
afterAll(() => firebase.stop());

const opened = (emulator?: string) =>
  createFirebaseIdentity({
    settings: { ...firebase.settings, emulator },
    clock: { now: () => at },
    google: firebase.google,
  });
const seconds = () => Math.floor(at.getTime() / 1_000);
const refusal = { code: 'not-signed-in', message: /not valid or has expired/ };

describe('a token of Firebase', () => {
  it('proves who somebody is, as Firebase knows them now', async () => {
    const token = await firebase.sign(firebaseClaims(at, { email: 'old@reprise.test' }));
    expect(await opened().verify(token)).toEqual({
      ...{ id: 'ann', email: 'ann@reprise.test', name: 'Ann', pictureUrl: 'https://g.test/ann' },
      ...{ isEmailVerified: false, by: 'password' },
    });
  });

  it('may come by Google, whose word on the email counts', async () => {
    const providerUserInfo = [{ providerId: 'google.com' }];
    firebase.account({ localId: 'gus', email: 'Gus@Reprise.Test', providerUserInfo });
    const claims = { sub: 'gus', firebase: { sign_in_provider: 'google.com' } };
    const token = await firebase.sign(firebaseClaims(at, claims));
    expect(await opened().verify(token)).toMatchObject({
      ...{ by: 'google', email: 'gus@reprise.test', isEmailVerified: false },
    });
    firebase.account({ localId: 'gus', emailVerified: true, providerUserInfo });
    expect(await opened().verify(token)).toMatchObject({ isEmailVerified: true });
  });

  it('proves no mailbox by a link that anybody may have opened', async () => {
    firebase.account({ localId: 'ann', emailVerified: true });
    const token = await firebase.sign(firebaseClaims(at));
    expect(await opened().verify(token)).toMatchObject({ isEmailVerified: false });
  });

  it.each<[string, Changes]>([
    ['for another project', { aud: 'other' }],
    ['from another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
    ['without a time of signing in', { auth_time: undefined }],
    ['of nobody', { sub: '' }],
    ['of too long a name', { sub: 'x'.repeat(129) }],
    ['of another tenant', { firebase: { sign_in_provider: 'password', tenant: 'b' } }],
    ['of a guest', { firebase: { sign_in_provider: 'anonymous' } }],
    ['of the project’s own making', { firebase: { sign_in_provider: 'custom' } }],
    ['without a way of signing in', { firebase: undefined }],
  ])('%s is refused', async (_what, changes) => {
    const token = await firebase.sign(firebaseClaims(at, changes));
    await expect(opened().verify(token)).rejects.toMatchObject(matching(refusal));
    expect(firebase.countOf(':lookup')).toBe(0);
  });

  it('ends in the very second that it names', async () => {
    const last = await firebase.sign(firebaseClaims(at, { exp: seconds() + 1 }));
    await expect(opened().verify(last)).resolves.toBeTruthy();
    const over = await firebase.sign(firebaseClaims(at, { exp: seconds() }));
    await expect(opened().verify(over)).rejects.toMatchObject(matching(refusal));
  });

  it.each(['iat', 'auth_time'])(
    'whose %s is to come is refused, but for the clocks',
    async (claim) => {
      const near = await firebase.sign(firebaseClaims(at, { [claim]: seconds() + 59 }));
      await expect(opened().verify(near)).resolves.toBeTruthy();
      const far = await firebase.sign(firebaseClaims(at, { [claim]: seconds() + 61 }));
      await expect(opened().verify(far)).rejects.toMatchObject(matching(refusal));
    },
  );

  it('is signed by Google, with the algorithm of Google', async () => {
    const foreign = await rsaKeys();
    const claims = firebaseClaims(at);
    const forged = await firebase.sign(claims, { key: foreign.privateKey });
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode(firebase.settings.apiKey));
    // Good in all but its algorithm: even Google's own key does not help.
    const padded = await firebase.sign(claims, {
      ...{ key: await firebase.keyFor('PS256'), alg: 'PS256' },
    });
    const unsigned = new UnsecuredJWT(claims).encode();
    for (const token of [forged, symmetric, padded, unsigned, 'x.y.z', '']) {
      await expect(opened().verify(token)).rejects.toMatchObject(matching(refusal));
    }
  });

  it('comes unsigned from the emulator, and then no other is taken', async () => {
    const emulated = opened('http://127.0.0.1:1');
    const signed = await firebase.sign(firebaseClaims(at));
    await expect(emulated.verify(signed)).rejects.toMatchObject(matching(refusal));
    const wrong = new UnsecuredJWT(firebaseClaims(at, { aud: 'other' })).encode();
    await expect(emulated.verify(wrong)).rejects.toMatchObject(matching(refusal));
    // It is believed, and its account is asked for at the emulator, which is not there.
    const right = new UnsecuredJWT(firebaseClaims(at)).encode();
    await expect(emulated.verify(right)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('Google’s keys', () => {
  it('are kept for as long as Google says', async () => {
    const { verify } = opened();
    const token = await firebase.sign(firebaseClaims(at, { exp: seconds() + 9_000 }));
    await Promise.all([verify(token), verify(token)]);
    at = new Date(at.getTime() + 3_599_000);
    await verify(token);
    expect(firebase.countOf('/keys')).toBe(1);
    at = new Date(at.getTime() + 1_000);
    await verify(token);
    expect(firebase.countOf('/keys')).toBe(2);
  });

  it('are looked through again for a key that is new, every 30 seconds at most', async () => {
    const { verify } = opened();
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

  it('are asked for twice, and then the shop says that it cannot tell', async () => {
    const { verify } = opened();
    const token = await firebase.sign(firebaseClaims(at));
    firebase.state.failures = 2;
    await expect(verify(token)).rejects.toMatchObject({
      ...{ code: 'unavailable', reason: 'provider-failed' },
    });
    expect(firebase.countOf('/keys')).toBe(2);
    firebase.state.failures = 1;
    await expect(verify(token)).resolves.toBeTruthy();
  });
});

function matching({ code, message }: { code: string; message: RegExp }) {
  return { code, message: expect.stringMatching(message) };
}
