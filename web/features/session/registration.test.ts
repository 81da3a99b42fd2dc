import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { identityFailure } from '../../identity/identity-failure.ts';
import { fakeShop } from './fake-shop-samples.ts';
import { registrar } from './registration.ts';
import { signInWithGoogle, signInWithPassword, startSession } from './sign-in.ts';

const email = 'ann@reprise.test';
const password = 'a long enough one';
const picture = new File(['x'], 'ann.png', { type: 'image/png' });
const ann = { name: 'Ann', email, password, picture, role: 'seller' } as const;
const url = '/pictures/1';

describe('registration', () => {
  it('a registration runs its steps in order: picture, identity, profile, record, token', async () => {
    const shop = fakeShop();
    await registrar()(shop.deps, ann, shop.upload);
    expect(shop.steps).toEqual([
      'upload',
      'signUp',
      `updateProfile Ann ${url}`,
      `createUser seller ${url}`,
      'issueAccessToken',
      'begin',
    ]);
    expect(shop.deps.unfinished.roleOf(email)).toBeUndefined();
  });

  it('a registration does not upload the picture again after a later step has failed, and continues there', async () => {
    const shop = fakeShop();
    const register = registrar();
    shop.failOnce('createUser', new NetworkFailure('gone'));
    await expect(register(shop.deps, ann, shop.upload)).rejects.toBeInstanceOf(NetworkFailure);
    expect(shop.hasSession()).toBe(false);
    shop.steps.length = 0;
    await register(shop.deps, ann, shop.upload);
    expect(shop.steps).toEqual([
      'signUp',
      'signIn',
      `updateProfile Ann ${url}`,
      `createUser seller ${url}`,
      'issueAccessToken',
      'begin',
    ]);
  });

  it('a registration uploads another picture when another one was chosen', async () => {
    const shop = fakeShop();
    const register = registrar();
    shop.failOnce('signUp', identityFailure('weak-password'));
    await expect(register(shop.deps, ann, shop.upload)).rejects.toThrow();
    const other = new File(['y'], 'other.png', { type: 'image/png' });
    await register(shop.deps, { ...ann, picture: other }, shop.upload);
    expect(shop.steps.filter((step) => step === 'upload')).toHaveLength(2);
  });

  it('a record that was saved although its response was lost is accepted', async () => {
    const shop = fakeShop();
    const register = registrar();
    shop.loseResponseOnce('createUser');
    await expect(register(shop.deps, ann, shop.upload)).rejects.toBeInstanceOf(NetworkFailure);
    await register(shop.deps, ann, shop.upload);
    expect(shop.hasSession()).toBe(true);
  });

  it('a registration is completed by the next sign-in, with the chosen role', async () => {
    const shop = fakeShop();
    shop.failOnce('createUser', new NetworkFailure('gone'));
    await expect(registrar()(shop.deps, ann, shop.upload)).rejects.toThrow();
    shop.steps.length = 0;
    await signInWithPassword(shop.deps, { email, password });
    expect(shop.steps).toEqual([
      'signIn',
      'issueAccessToken',
      `createUser seller ${url}`,
      'issueAccessToken',
      'begin',
    ]);
  });

  it('a registration is completed from another page load, with the right password', async () => {
    const shop = fakeShop({ identities: [{ email, password }] });
    await registrar()(shop.deps, ann, shop.upload);
    expect(shop.hasSession()).toBe(true);
  });

  it('a registration with the email of an existing account is refused, and signs no one in', async () => {
    const shop = fakeShop({ identities: [{ email, password }], records: [email] });
    await expect(registrar()(shop.deps, ann, shop.upload)).rejects.toThrow(
      messages.registration.anotherAccount,
    );
    expect(shop.steps.at(-1)).toBe('signOut');
    expect(shop.steps).not.toContain(`updateProfile Ann ${url}`);
    expect(shop.hasSession()).toBe(false);
  });

  it('a registration fails when the shop does not acknowledge it', async () => {
    const shop = fakeShop({ identities: [{ email, password }] });
    shop.failOnce('createUser', new CallFailure({ status: 409, detail: 'taken' }));
    await expect(registrar()(shop.deps, ann, shop.upload)).rejects.toThrow(
      messages.registration.anotherAccount,
    );
  });

  it('a registration reveals to a stranger only that the email is in use', async () => {
    const shop = fakeShop({ identities: [{ email, password: 'of somebody else' }] });
    await expect(registrar()(shop.deps, ann, shop.upload)).rejects.toMatchObject({
      code: 'email-already-in-use',
    });
    expect(shop.deps.unfinished.roleOf(email)).toBeUndefined();
  });
});

describe('signing in', () => {
  it('a sign-in saves no user record when there is one', async () => {
    const shop = fakeShop({ identities: [{ email, password }], records: [email] });
    await signInWithPassword(shop.deps, { email, password });
    expect(shop.steps).toEqual(['signIn', 'issueAccessToken', 'begin']);
  });

  it('a new person who comes with Google becomes a buyer', async () => {
    const shop = fakeShop({ google: email });
    await signInWithGoogle(shop.deps);
    expect(shop.steps).toEqual([
      'signInWithGoogle',
      'issueAccessToken',
      'createUser buyer https://google.test/ann.png',
      'issueAccessToken',
      'begin',
    ]);
  });

  it('a sign-in succeeds when another tab has just saved the record', async () => {
    const shop = fakeShop({ google: email });
    await shop.deps.provider.signInWithGoogle();
    shop.loseResponseOnce('createUser', new CallFailure({ status: 409, detail: 'taken' }));
    await startSession(shop.deps);
    expect(shop.hasSession()).toBe(true);
  });

  it('a picture that has been removed in the meantime is omitted', async () => {
    const shop = fakeShop({ google: email });
    shop.failOnce('createUser', new CallFailure({ status: 400, detail: 'no such picture' }));
    await signInWithGoogle(shop.deps);
    expect(shop.steps).toContain('createUser buyer no picture');
  });

  it('a sign-in starts no session when the shop refuses', async () => {
    const shop = fakeShop({ identities: [{ email, password }], records: [email] });
    shop.failOnce('issueAccessToken', new CallFailure({ status: 503, detail: 'closed' }));
    await expect(signInWithPassword(shop.deps, { email, password })).rejects.toThrow('closed');
    expect(shop.hasSession()).toBe(false);
  });
});
