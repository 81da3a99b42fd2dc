import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { accessToken, unsignedToken } from '../../testing/access-tokens.ts';
import { callPermissions } from '../../testing/call-permissions.ts';
import { createPeople } from '../../testing/people.ts';
import { type Sender, senders, type World } from '../../testing/permissions.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const rows = callPermissions;

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
