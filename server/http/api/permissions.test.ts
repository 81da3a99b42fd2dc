import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { accessToken, unsignedToken } from '../../testing/access-tokens.ts';
import { bookingPermissions } from '../../testing/booking-permissions.ts';
import { disputePermissions } from '../../testing/dispute-permissions.ts';
import { fulfilmentPermissions } from '../../testing/fulfilment-permissions.ts';
import { paymentPermissions } from '../../testing/payment-permissions.ts';
import { payoutPermissions } from '../../testing/payout-permissions.ts';
import { createPeople } from '../../testing/people.ts';
import {
  anyUser,
  everybody,
  get,
  identities,
  onlyAdmin,
  onlyOwn,
  ownAndAdmin,
  type PermissionRow,
  type Sender,
  senders,
  type World,
} from '../../testing/permissions.ts';
import { sellingPermissions } from '../../testing/selling-permissions.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/** Every call of the contract has its rows: the compiler misses those of a call that is added, and a test does too. */
const rows: Record<CallName, PermissionRow | readonly PermissionRow[]> = {
  ...bookingPermissions,
  ...fulfilmentPermissions,
  ...disputePermissions,
  ...paymentPermissions,
  ...payoutPermissions,
  ...sellingPermissions,
  issueAccessToken: {
    request: get(({ known }) => `/jwt?email=${known}`),
    expected: identities(200),
  },
  createUser: {
    request: ({ known }) => ({
      ...{ method: 'POST', url: '/api/users' },
      payload: { name: 'Ada Fife', email: known, role: 'buyer' },
    }),
    // The sender has a user already, so an allowed request gets 409.
    expected: identities(409),
  },
  readUser: { request: get(({ own }) => `/users/${own.email}`), expected: ownAndAdmin },
  readIsAdmin: { request: get(({ own }) => `/users/admin/${own.email}`), expected: ownAndAdmin },
  readIsSeller: { request: get(({ own }) => `/users/seller/${own.email}`), expected: ownAndAdmin },
  listUsers: { request: get(() => '/users?role=buyer'), expected: onlyAdmin },
  verifySeller: {
    request: ({ own }) => ({ method: 'PUT', url: `/api/users/${own.id}`, payload: {} }),
    expected: onlyAdmin,
  },
  becomeSeller: {
    request: ({ own }) => ({
      ...{ method: 'PUT', url: `/api/users/${own.id}/role`, payload: { role: 'seller' } },
    }),
    expected: onlyOwn,
  },
  changeUser: {
    request: ({ own }) => ({
      ...{ method: 'PATCH', url: `/api/users/${own.id}`, payload: { name: 'Flora Finch' } },
    }),
    expected: ownAndAdmin,
  },
  readRemovalEffects: {
    request: get(({ own }) => `/users/${own.id}/removal`),
    expected: ownAndAdmin,
  },
  removeUser: {
    request: ({ own }) => ({ method: 'DELETE', url: `/api/users/${own.id}` }),
    expected: ownAndAdmin,
  },
  exportUser: { request: get(({ own }) => `/users/${own.id}/export`), expected: onlyOwn },
  readSummary: { request: get(() => '/summary'), expected: anyUser },
  listAudit: { request: get(() => '/audit'), expected: onlyAdmin },
  uploadImage: {
    request: () => ({
      ...{ method: 'POST', url: '/api/images' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    }),
    // The form is empty, so every request that is let in gets 400.
    expected: everybody(400),
  },
  readImageUpload: { request: get(() => '/images/upload'), expected: everybody(200) },
  listAdvertised: {
    request: get(() => '/products?status=advertise'),
    // A sender with an invalid token counts as a guest.
    expected: everybody(200),
  },
  listOwnProducts: {
    request: get(({ own }) => `/products?email=${own.email}`),
    expected: ownAndAdmin,
  },
  readProduct: {
    request: get(({ productId }) => `/products/${productId}`),
    expected: everybody(200),
  },
  listCategory: { request: get(() => '/category/Brass'), expected: anyUser },
};

let shop: TestShop;
let world: Omit<World, 'own'>;
let headers: Record<Exclude<Sender, 'own'>, Record<string, string>>;

beforeAll(async () => {
  shop = await createTestShop();
  const { make, secret } = shop;
  const [buyer, seller, admin, gone, known] = await Promise.all([
    make.user(),
    make.user({ role: 'seller' }),
    make.user({ role: 'admin' }),
    make.user(),
    make.user(),
  ]);
  await shop.database.sql`update users set removed_at = now() where id = ${gone.id}`;
  const [identity, other, ended] = await Promise.all([
    shop.signUp(known.email),
    shop.signUp('other@reprise.test'),
    shop.signUp('ended@reprise.test'),
  ]);
  const { sessionId, signedInAt } = await shop.identity.verify(ended.token);
  const endedSession = await shop.callers.issueToken(admin, {
    signedInAt,
    ...(sessionId !== undefined && { sessionId }),
  });
  await shop.identity.endSessions('ended@reprise.test');
  world = {
    productId: await make.product(seller.id, { status: 'advertise' }),
    known: known.email,
    saleCodes: shop.saleCodes,
    people: createPeople(shop.database),
  };
  const ofAdmin = { secret, userId: admin.id };
  headers = {
    guest: {},
    buyer: await shop.as(buyer),
    seller: await shop.as(seller),
    admin: await shop.as(admin),
    gone: await shop.as(gone),
    expired: bearer(await accessToken({ ...ofAdmin, secondsLeft: -1 })),
    forged: bearer(await accessToken({ ...ofAdmin, secret: 'a'.repeat(40) })),
    'wrong audience': bearer(await accessToken({ ...ofAdmin, audience: 'reprise-session' })),
    'ended session': bearer(endedSession),
    'alg none': bearer(unsignedToken(admin.id)),
    identity: identity.identity,
    'other identity': other.identity,
    'ended identity': ended.identity,
  };
});
afterAll(() => shop.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const titled = (Object.keys(rows) as CallName[]).flatMap((name) =>
  [rows[name]].flat().map((row) => ({ ...row, title: [name, row.about].join(' ').trim() })),
);

describe.each(titled.map((row) => [row.title, row] as const))('%s', (_, { request, expected }) => {
  it.each(senders)('from %s', async (sender) => {
    const own = await shop.make.user({ role: 'seller' });
    const options = await request({ ...world, own });
    const token = sender === 'own' ? await shop.as(own) : headers[sender];
    const reply = await shop.app.inject({ ...options, headers: { ...options.headers, ...token } });
    expect(reply.statusCode, reply.body).toBe(expected[sender]);
    if (reply.statusCode === 401) expect(reply.headers['www-authenticate']).toBe('Bearer');
  });
});

it('every call of the contract has a row', () => {
  const missing = Object.keys(calls).filter(
    (name) => [rows[name as CallName] ?? []].flat().length === 0,
  );
  expect(missing).toEqual([]);
});
