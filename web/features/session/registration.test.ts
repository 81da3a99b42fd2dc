import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { IdentityFailure } from '../../identity/identity-failure.ts';
import { admit, signInWithGoogle, signInWithPassword } from './admission.ts';
import { playedShop } from './played-shop-samples.ts';
import { registrar } from './registration.ts';

const email = 'ann@reprise.test';
const password = 'a long enough one';
const picture = new File(['x'], 'ann.png', { type: 'image/png' });
const ann = { name: 'Ann', email, password, picture, role: 'seller' } as const;
const url = '/pictures/1';

describe('registration', () => {
  it('takes its steps in order: picture, identity, profile, record, token', async () => {
    const shop = playedShop();
    await registrar()(shop.door, ann, shop.upload);
    expect(shop.steps).toEqual([
      'upload',
      'signUp',
      `updateProfile Ann ${url}`,
      `createUser seller ${url}`,
      'issueAccessToken',
      'begin',
    ]);
    expect(shop.door.unfinished.roleOf(email)).toBeUndefined();
  });

  it('does not send the picture again when a later step has failed, and goes on where it stopped', async () => {
    const shop = playedShop();
    const register = registrar();
    shop.failOnce('createUser', new NetworkFailure('gone'));
    await expect(register(shop.door, ann, shop.upload)).rejects.toBeInstanceOf(NetworkFailure);
    expect(shop.hasBegun()).toBe(false);
    shop.steps.length = 0;
    await register(shop.door, ann, shop.upload);
    expect(shop.steps).toEqual([
      'signUp',
      'signIn',
      `updateProfile Ann ${url}`,
      `createUser seller ${url}`,
      'issueAccessToken',
      'begin',
    ]);
  });

  it('sends another picture when another one was chosen', async () => {
    const shop = playedShop();
    const register = registrar();
    shop.failOnce('signUp', new IdentityFailure('weak-password'));
    await expect(register(shop.door, ann, shop.upload)).rejects.toThrow();
    const other = new File(['y'], 'other.png', { type: 'image/png' });
    await register(shop.door, { ...ann, picture: other }, shop.upload);
    expect(shop.steps.filter((step) => step === 'upload')).toHaveLength(2);
  });

  it('takes the record that was saved while the answer was lost for its own', async () => {
    const shop = playedShop();
    const register = registrar();
    shop.loseAnswerOnce('createUser');
    await expect(register(shop.door, ann, shop.upload)).rejects.toBeInstanceOf(NetworkFailure);
    await register(shop.door, ann, shop.upload);
    expect(shop.hasBegun()).toBe(true);
  });

  it('is completed by the next sign-in, in the role that was asked for', async () => {
    const shop = playedShop();
    shop.failOnce('createUser', new NetworkFailure('gone'));
    await expect(registrar()(shop.door, ann, shop.upload)).rejects.toThrow();
    shop.steps.length = 0;
    await signInWithPassword(shop.door, { email, password });
    expect(shop.steps).toEqual([
      'signIn',
      'issueAccessToken',
      `createUser seller ${url}`,
      'issueAccessToken',
      'begin',
    ]);
  });

  it('is completed from another page load, by whoever knows the password', async () => {
    const shop = playedShop({ identities: [{ email, password }] });
    await registrar()(shop.door, ann, shop.upload);
    expect(shop.hasBegun()).toBe(true);
  });

  it('is refused for the email of another account, and leaves nobody signed in', async () => {
    const shop = playedShop({ identities: [{ email, password }], records: [email] });
    await expect(registrar()(shop.door, ann, shop.upload)).rejects.toThrow(
      messages.registration.anotherAccount,
    );
    expect(shop.steps.at(-1)).toBe('signOut');
    expect(shop.steps).not.toContain(`updateProfile Ann ${url}`);
    expect(shop.hasBegun()).toBe(false);
  });

  it('says so when the shop does not acknowledge it', async () => {
    const shop = playedShop({ identities: [{ email, password }] });
    shop.failOnce('createUser', new CallFailure({ status: 409, detail: 'taken' }));
    await expect(registrar()(shop.door, ann, shop.upload)).rejects.toThrow(
      messages.registration.anotherAccount,
    );
  });

  it('tells a stranger only that the email is in use', async () => {
    const shop = playedShop({ identities: [{ email, password: 'of somebody else' }] });
    await expect(registrar()(shop.door, ann, shop.upload)).rejects.toMatchObject({
      code: 'email-already-in-use',
    });
    expect(shop.door.unfinished.roleOf(email)).toBeUndefined();
  });
});

describe('signing in', () => {
  it('needs no record to be saved when there is one', async () => {
    const shop = playedShop({ identities: [{ email, password }], records: [email] });
    await signInWithPassword(shop.door, { email, password });
    expect(shop.steps).toEqual(['signIn', 'issueAccessToken', 'begin']);
  });

  it('with Google makes a new person a buyer', async () => {
    const shop = playedShop({ google: email });
    await signInWithGoogle(shop.door);
    expect(shop.steps).toEqual([
      'signInWithGoogle',
      'issueAccessToken',
      'createUser buyer https://google.test/ann.png',
      'issueAccessToken',
      'begin',
    ]);
  });

  it('goes on when another tab has saved the record a moment before', async () => {
    const shop = playedShop({ google: email });
    await shop.door.provider.signInWithGoogle();
    shop.loseAnswerOnce('createUser', new CallFailure({ status: 409, detail: 'taken' }));
    await admit(shop.door);
    expect(shop.hasBegun()).toBe(true);
  });

  it('leaves out a picture that has been swept away meanwhile', async () => {
    const shop = playedShop({ google: email });
    shop.failOnce('createUser', new CallFailure({ status: 400, detail: 'no such picture' }));
    await signInWithGoogle(shop.door);
    expect(shop.steps).toContain('createUser buyer no picture');
  });

  it('begins nothing when the shop refuses', async () => {
    const shop = playedShop({ identities: [{ email, password }], records: [email] });
    shop.failOnce('issueAccessToken', new CallFailure({ status: 503, detail: 'closed' }));
    await expect(signInWithPassword(shop.door, { email, password })).rejects.toThrow('closed');
    expect(shop.hasBegun()).toBe(false);
  });
});
