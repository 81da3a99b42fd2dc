import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { accessToken, unsignedToken } from '../../testing/access-tokens.ts';
import { callPermissions } from '../../testing/call-permissions.ts';
import { createPeople } from '../../testing/people.ts';
import { type Sender, senders, type World } from '../../testing/permissions.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

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

const titled = (Object.keys(callPermissions) as CallName[]).flatMap((name) =>
  [callPermissions[name]].flat().map((row) => [[name, row.about].join(' ').trim(), row] as const),
);

it.each(titled)('%s answers each sender with its status', async (_, { request, expected }) => {
  const createObject = async () => {
    const own = await shop.make.user({ role: 'seller' });
    return { own, options: await request({ ...world, own }) };
  };
  // Requests without a valid token change nothing and share one object; each other sender has an object of its own.
  let shared = await createObject();
  const isRefused = (sender: Sender) => expected[sender] === 401;
  const inOrder = [...senders.filter(isRefused), ...senders.filter((sender) => !isRefused(sender))];
  const deviations: string[] = [];
  for (const sender of inOrder) {
    if (!isRefused(sender)) shared = await createObject();
    const { own, options } = shared;
    const token = sender === 'own' ? await shop.as(own) : headers[sender];
    const reply = await shop.app.inject({ ...options, headers: { ...options.headers, ...token } });
    if (reply.statusCode !== expected[sender])
      deviations.push(`${sender}: ${reply.statusCode}, not ${expected[sender]}: ${reply.body}`);
    if (reply.statusCode === 401 && reply.headers['www-authenticate'] !== 'Bearer')
      deviations.push(`${sender}: 401 without www-authenticate`);
  }
  expect(deviations).toEqual([]);
});

it('every call of the contract has a row', () => {
  const missing = Object.keys(calls).filter(
    (name) => [callPermissions[name as CallName] ?? []].flat().length === 0,
  );
  expect(missing).toEqual([]);
});
