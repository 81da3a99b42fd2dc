import { createSecretKey } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { createTestShop, type TestShop } from './testing/test-shop.ts';
import type { KnownUser } from './users/users.ts';

/** Who sends the request. `own` is the user whom the object belongs to, the others are strangers to it. */
const senders = ['guest', 'buyer', 'seller', 'own', 'admin', 'expired', 'forged', 'gone'] as const;
type Sender = (typeof senders)[number];

interface Row {
  request: (world: World) => InjectOptions;
  /** Status by sender. */
  expected: Record<Sender, number>;
}

interface World {
  own: KnownUser;
  productId: string;
}

/** Everybody gets the same answer; a token that is no good makes a guest of whoever sent it. */
const public200 = Object.fromEntries(senders.map((sender) => [sender, 200])) as Row['expected'];
const signedIn = { guest: 401, expired: 401, forged: 401, gone: 401 };

/** Every call of the contract has its row, or says that this version does not serve it. */
const rows: Record<CallName, Row | 'not served yet'> = {
  issueAccessToken: 'not served yet',
  createUser: 'not served yet',
  readUser: 'not served yet',
  readIsAdmin: 'not served yet',
  readIsSeller: 'not served yet',
  listUsers: 'not served yet',
  verifySeller: 'not served yet',
  changeUser: 'not served yet',
  removeUser: 'not served yet',
  exportUser: 'not served yet',
  readSummary: 'not served yet',
  listAudit: 'not served yet',
  uploadImage: {
    request: () => ({
      method: 'POST',
      url: '/api/images',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    }),
    // The form is empty: whoever is let in hears that the picture is missing.
    expected: Object.fromEntries(senders.map((sender) => [sender, 400])) as Row['expected'],
  },
  listAdvertised: {
    request: () => ({ method: 'GET', url: '/api/products?status=advertise' }),
    expected: public200,
  },
  listOwnProducts: {
    request: ({ own }) => ({ method: 'GET', url: `/api/products?email=${own.email}` }),
    expected: { ...signedIn, buyer: 403, seller: 403, own: 200, admin: 200 },
  },
  readProduct: {
    request: ({ productId }) => ({ method: 'GET', url: `/api/products/${productId}` }),
    expected: public200,
  },
  listCategory: {
    request: () => ({ method: 'GET', url: '/api/category/Brass' }),
    expected: { ...signedIn, buyer: 200, seller: 200, own: 200, admin: 200 },
  },
  listProduct: 'not served yet',
  changeProductStatus: 'not served yet',
  wishProduct: 'not served yet',
  withdrawProduct: 'not served yet',
  listBookings: 'not served yet',
  readBooking: 'not served yet',
  bookItem: 'not served yet',
  releaseBooking: 'not served yet',
  listWishlist: 'not served yet',
  removeFromWishlist: 'not served yet',
  createPaymentIntent: 'not served yet',
  recordPayment: 'not served yet',
};

let shop: TestShop;
let world: World;
let headers: Record<Sender, Record<string, string>>;

beforeAll(async () => {
  shop = await createTestShop();
  const own = await shop.make.user({ role: 'seller' });
  world = { own, productId: await shop.make.product(own.id, { status: 'advertise' }) };
  const [buyer, seller, admin, gone] = await Promise.all([
    shop.make.user(),
    shop.make.user({ role: 'seller' }),
    shop.make.user({ role: 'admin' }),
    shop.make.user(),
  ]);
  await shop.database.sql`update users set removed_at = now() where id = ${gone.id}`;
  headers = {
    guest: {},
    buyer: await shop.as(buyer),
    seller: await shop.as(seller),
    own: await shop.as(own),
    admin: await shop.as(admin),
    gone: await shop.as(gone),
    expired: { authorization: `Bearer ${await token(shop.secret, admin.id, -1)}` },
    forged: { authorization: `Bearer ${await token('a'.repeat(40), admin.id, 3_600)}` },
  };
});
afterAll(() => shop.close());

function token(
  secret: string,
  userId: string,
  secondsLeft: number,
  { issuer = 'reprise', audience = 'reprise-api' } = {},
): Promise<string> {
  return new SignJWT({ email: 'admin@reprise.test', role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + secondsLeft)
    .sign(createSecretKey(Buffer.from(secret)));
}

const served = Object.entries(rows).filter((entry): entry is [CallName, Row] => {
  return entry[1] !== 'not served yet';
});

describe.each(served)('%s', (_name, { request, expected }) => {
  it.each(senders)('from %s', async (sender) => {
    const options = request(world);
    const reply = await shop.app.inject({
      ...options,
      headers: { ...options.headers, ...headers[sender] },
    });
    expect(reply.statusCode, reply.body).toBe(expected[sender]);
    if (reply.statusCode === 401) expect(reply.headers['www-authenticate']).toBe('Bearer');
  });
});

it('a call without a row here is served by nobody', () => {
  const missing = Object.entries(rows).flatMap(([name, row]) => {
    if (row !== 'not served yet') return [];
    const { method, path } = calls[name as CallName];
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    const twin = served.some(
      ([other]) => calls[other].method === method && calls[other].path === path,
    );
    return !twin && shop.app.hasRoute({ method, url }) ? [name] : [];
  });
  expect(missing).toEqual([]);
});

it('a token that somebody signed without a secret is not believed', async () => {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const claims = { sub: world.own.id, iss: 'reprise', aud: 'reprise-api', exp: 9_999_999_999 };
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  for (const value of [`${head}.${body}.`, `${head}.${body}`, 'nonsense', '']) {
    const reply = await shop.app.inject({
      url: '/api/category/Brass',
      headers: { authorization: `Bearer ${value}` },
    });
    expect(reply.statusCode).toBe(401);
  }
});

it('a token that the shop signed for another use is not an access token', async () => {
  for (const other of [{ issuer: 'reprise-identity' }, { audience: 'somewhere-else' }, {}]) {
    const value = await token(shop.secret, world.own.id, 60, other);
    const authorization = `Bearer ${value}`;
    const reply = await shop.app.inject({ url: '/api/category/Brass', headers: { authorization } });
    expect(reply.statusCode).toBe('issuer' in other || 'audience' in other ? 401 : 200);
  }
});

it('the word bearer is read in any case', async () => {
  const { authorization = '' } = headers.buyer;
  for (const word of ['bearer', 'BEARER', 'Bearer']) {
    const reply = await shop.app.inject({
      url: '/api/category/Brass',
      headers: { authorization: authorization.replace('Bearer', word) },
    });
    expect(reply.statusCode).toBe(200);
  }
});

it('a role that was taken away is gone within two seconds', async () => {
  const admin = await shop.make.user({ role: 'admin' });
  const request = { url: `/api/products?email=${world.own.email}`, headers: await shop.as(admin) };
  expect((await shop.app.inject(request)).statusCode).toBe(200);
  await shop.database.sql`update users set role = 'buyer' where id = ${admin.id}`;
  await expect
    .poll(async () => (await shop.app.inject(request)).statusCode, { timeout: 2_000 })
    .toBe(403);
});
