import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { createSecurityLog } from '../core/security-log.ts';
import { createAlertLinks } from '../features/alerts/alert-links.ts';
import { createSaleCodes } from '../features/bookings/sale-codes.ts';
import { readSharedSecret } from '../features/session/read-shared-secret.ts';
import { sendMailsAfterCommits } from '../jobs/outbox/send-after-commit.ts';
import { servedPictures } from '../testing/served-pictures.ts';
import { cookieOf, testPassword } from '../testing/sign-up.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createIdentityProvider } from './create-identity-provider.ts';
import { createMailProvider } from './create-mail-provider.ts';

let database: TestDatabase;
let folder: string;
const closers: (() => Promise<unknown>)[] = [];
const logged: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-identity-'));
});
afterAll(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
  await database.close();
  await rm(folder, { recursive: true });
});

const url = 'http://127.0.0.1:4321';

/** Opens the provider as another server of the same shop. */
async function open(environment: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: folder, RATE_LIMITS: 'off', ...environment });
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) });
  const mail = await createMailProvider(
    { shopName: 'Reprise', config, clock: systemClock, log },
    closers,
  );
  const deps = {
    config,
    shopName: 'Reprise',
    database,
    clock: systemClock,
    log,
    url: () => url,
    pictureOrigins: [],
    securityLog: createSecurityLog({ log, secret: 'for digests' }),
    readSecret: (name: string) =>
      readSharedSecret({ sql: database.sql, sealingSecrets: ['known here'] }, name, new Date()),
  };
  const identity = await createIdentityProvider(deps, closers);
  const sendMails = () => {
    closers.push(
      sendMailsAfterCommits({
        ...deps,
        mail,
        identity,
        saleCodes: createSaleCodes('a secret'),
        alertLinks: createAlertLinks('a secret'),
        origin: () => url,
        imageHost: servedPictures,
      }).stop,
    );
  };
  const app = Fastify();
  identity.registerRoutes?.(app);
  closers.push(() => app.close());
  return { identity, app, sendMails };
}

async function googleOf(app: FastifyInstance): Promise<string> {
  return (await app.inject({ url: '/api/auth/ways' })).json().google;
}

const production = { NODE_ENV: 'production', RATE_LIMITS: 'on', CARDS: 'sandbox' };
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

describe('Google', () => {
  it.each([
    [{}, 'stand-in'],
    [{ DEMO: '0' }, 'not-configured'],
    [production, 'not-configured'],
    [google, 'google'],
    [{ ...production, ...google }, 'google'],
  ])('Google with %o is: %s', async (environment, expected) => {
    const { app } = await open(environment);
    expect(await googleOf(app)).toBe(expected);
  });
});

const signUp = (app: FastifyInstance, host: string, origin: string, email: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { host, origin },
    payload: { name: 'Ada', email, password: testPassword },
  });

describe('the origins of a shop', () => {
  it('a shop without PUBLIC_URL accepts only its names on this machine as origins', async () => {
    const { app } = await open();
    const here = await signUp(app, '127.0.0.1:4321', url, 'a@reprise.test');
    expect(here.statusCode, here.body).toBe(200);
    const local = 'http://localhost:4321';
    expect((await signUp(app, 'localhost:4321', local, 'b@reprise.test')).statusCode).toBe(200);
    const evil = 'http://evil.test:4321';
    expect((await signUp(app, 'evil.test:4321', evil, 'c@reprise.test')).statusCode).toBe(403);
    expect((await signUp(app, '127.0.0.1:4321', local, 'd@reprise.test')).statusCode).toBe(403);
  });

  it('a shop with PUBLIC_URL accepts only that origin', async () => {
    const { app } = await open({ PUBLIC_URL: 'https://shop.test/' });
    const own = await signUp(app, 'shop.test', 'https://shop.test', 'e@reprise.test');
    expect(own.statusCode, own.body).toBe(200);
    expect(cookieOf(own.headers['set-cookie'])).toMatch(/^__Secure-/);
    expect((await signUp(app, '127.0.0.1:4321', url, 'f@reprise.test')).statusCode).toBe(403);
  });
});

describe('a shop with identities at Firebase', () => {
  const firebase = {
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'demo-reprise',
    FIREBASE_API_KEY: 'key',
    FIREBASE_EMULATOR: '127.0.0.1:9099',
  };

  it('a shop with Firebase exposes no route of the embedded provider', async () => {
    const { app, identity } = await open(firebase);
    expect(identity.name).toBe('firebase');
    const ways = (await app.inject({ url: '/api/auth/ways' })).json();
    expect(ways).toMatchObject({ demo: false, firebase: { projectId: 'demo-reprise' } });
    expect(identity.createPasswordIdentity).toBeUndefined();
    expect((await signUp(app, '127.0.0.1:4321', url, 'g@reprise.test')).statusCode).toBe(404);
  });

  it('a shop with Firebase allows its pages only the origins that Firebase needs', async () => {
    const { identity: emulated } = await open(firebase);
    const emulatorUrl = 'http://127.0.0.1:9099';
    expect(emulated.pageSources).toEqual({
      scripts: ['https://apis.google.com'],
      frames: [emulatorUrl],
      connections: [emulatorUrl],
    });
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({
      client_email: 'a@b.test',
      private_key: '-----BEGIN PRIVATE KEY-----',
    });
    const real = { ...firebase, FIREBASE_EMULATOR: '', FIREBASE_SERVICE_ACCOUNT };
    expect((await open(real)).identity.pageSources).toEqual({
      scripts: ['https://apis.google.com'],
      frames: ['https://demo-reprise.firebaseapp.com'],
      connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    });
    expect((await open()).identity.pageSources).toBeUndefined();
  });
});

it('a token signed by one server is accepted by another', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  const account = { email: 'ann@reprise.test', password: testPassword };
  await one.identity.createPasswordIdentity?.({ ...account, name: 'Ann', isEmailVerified: true });
  const headers = { host: '127.0.0.1:4321', origin: url };
  const path = '/api/auth/sign-in/email';
  const reply = await one.app.inject({ method: 'POST', url: path, headers, payload: account });
  const cookie = cookieOf(reply.headers['set-cookie']);
  for (const server of [one, other]) {
    const read = await server.app.inject({
      url: '/api/auth/token',
      headers: { ...headers, cookie },
    });
    const { token } = read.json();
    for (const { identity } of [one, other]) {
      expect(await identity.verify(token)).toMatchObject({ email: account.email });
    }
  }
});

it('mails become files without a mail server, with a warning in production', async () => {
  logged.length = 0;
  const { app, sendMails } = await open();
  sendMails();
  expect(logged).toEqual([]);
  const payload = { name: 'Ada', email: 'mia@reprise.test', password: testPassword };
  const headers = { host: '127.0.0.1:4321', origin: url };
  const outbox = join(folder, 'outbox');
  // The sign-ups of earlier tests have queued mails too.
  const mailsToMia = async () => {
    const files = await readdir(outbox).catch(() => []);
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
    return mails.filter((mail) => mail.includes(payload.email)).length;
  };
  await app.inject({ method: 'POST', url: '/api/auth/sign-up/email', headers, payload });
  await expect.poll(mailsToMia, { timeout: 20_000 }).toBe(1);
  await open(production);
  expect(logged.some((line) => line.includes('SMTP_URL is not set'))).toBe(true);
});
