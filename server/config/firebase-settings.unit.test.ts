import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const key = {
  type: 'service_account',
  client_email: 'shop@demo.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
};
const whole = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'my-shop',
  FIREBASE_API_KEY: 'AIza',
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify(key),
};
const emulated = { ...whole, FIREBASE_SERVICE_ACCOUNT: '', FIREBASE_EMULATOR: '127.0.0.1:9099' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-key-'));
  await writeFile(join(folder, 'key.json'), JSON.stringify(key));
  await writeFile(join(folder, 'other.json'), '{"private_key":"a secret that is none"}');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the settings of Firebase', () => {
  it('the Firebase settings are a complete project or undefined', () => {
    expect(readConfig({}).firebase).toBeUndefined();
    expect(readConfig(whole).firebase).toEqual({
      projectId: 'my-shop',
      apiKey: 'AIza',
      authDomain: 'my-shop.firebaseapp.com',
      serviceAccount: {
        clientEmail: key.client_email,
        privateKey: key.private_key,
        tokenAddress: 'https://oauth2.googleapis.com/token',
      },
      emulator: undefined,
    });
  });

  it('the key of the service account can be a file', () => {
    const read = (name: string) =>
      readConfig({ ...whole, FIREBASE_SERVICE_ACCOUNT: join(folder, name) }).firebase;
    expect(read('key.json')?.serviceAccount?.clientEmail).toBe(key.client_email);
    for (const name of ['none.json', 'other.json']) {
      expect(() => read(name)).toThrow('FIREBASE_SERVICE_ACCOUNT must be the JSON key');
      expect(() => read(name)).not.toThrow('a secret that is none');
    }
  });

  it('the emulator needs no service account', () => {
    expect(readConfig(emulated).firebase).toMatchObject({
      emulator: 'http://127.0.0.1:9099',
      serviceAccount: undefined,
    });
  });

  it('all missing Firebase settings are reported together', () => {
    expect(() => readConfig({ IDENTITY: 'firebase' })).toThrow(
      /FIREBASE_PROJECT_ID must be set.*\n.*FIREBASE_API_KEY must be set.*\n.*FIREBASE_SERVICE_ACCOUNT must be set/,
    );
  });

  it.each([
    [{ ...emulated, NODE_ENV: 'production' }, 'FIREBASE_EMULATOR must not be set with NODE_ENV'],
    [{ ...whole, IDENTITY: '' }, 'FIREBASE_API_KEY is set, but IDENTITY is not firebase'],
    [{ ...whole, IDENTITY: 'auth0' }, 'IDENTITY must be embedded or firebase'],
    [{ ...whole, FIREBASE_AUTH_DOMAIN: 'https://a.test' }, 'FIREBASE_AUTH_DOMAIN must be'],
    [{ ...whole, FIREBASE_PROJECT_ID: 'My Shop' }, 'FIREBASE_PROJECT_ID must be'],
    [{ ...emulated, FIREBASE_EMULATOR: 'http://a.test' }, 'FIREBASE_EMULATOR must be a host'],
    [{ ...whole, GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }, 'GOOGLE_CLIENT_ID has no'],
  ])('conflicting Firebase settings are refused: %#', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});
