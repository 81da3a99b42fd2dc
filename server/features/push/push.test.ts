import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushSubscriptionRecord } from '#contract/push/push.ts';
import { pushLimits } from '#contract/push/push-terms.ts';
import { msg } from '#contract/text.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { PushSender } from '../../providers/push/port.ts';
import { createWebPushSender } from '../../providers/push/web-push-sender.ts';
import { apiClient } from '../../testing/api-client.ts';
import {
  type FakeBrowser,
  type FakePushService,
  newPushDevice,
  startFakePushService,
} from '../../testing/fake-push-service.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { sendPushes } from './send-pushes.ts';

let service: FakePushService;
let shop: TestShop;
let pushSender: PushSender;
let people: ReturnType<typeof createPeople>;
let now = new Date('2026-05-01T10:00:00Z');
const clock = { now: () => now };
const call = apiClient(() => shop);
const arabic = loadedLanguage(
  { tag: 'ar', prefix: '/ar' },
  { [msg`You have a new offer`.id]: 'وصلك عرض جديد' },
);
const languages = [...englishOnly, arabic];

beforeAll(async () => {
  service = await startFakePushService();
  const origin = () => 'https://shop.test';
  pushSender = await createWebPushSender({ secret: 'one', origin, services: [service.url] });
  shop = await createTestShop({ clock, pushSender, languages });
  people = createPeople(shop.database);
});
afterAll(async () => {
  await shop.close();
  await service.close();
});
beforeEach(async () => {
  service.received.length = 0;
  service.answers.length = 0;
  await shop.database.sql`delete from queued_pushes`;
});

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const register = (who: KnownUser, { endpoint, p256dh, auth }: FakeBrowser) =>
  call<{ insertedId: string }>(who, '/push-subscriptions', {
    method: 'POST',
    payload: { endpoint, keys: { p256dh, auth } },
  });

async function withDevice(who: KnownUser) {
  const browser = service.subscribe();
  const { body } = await register(who, browser);
  return { browser, id: body.insertedId };
}

const devicesOf = async (who: KnownUser) =>
  (await call<PushSubscriptionRecord[]>(who, `/push-subscriptions?email=${who.email}`)).body;

const push = (changes = {}) =>
  sendPushes({ database: shop.database, clock, pushSender, identity: shop.identity, ...changes });

/** Sends the mails that are due, and then the notifications. */
async function send(): Promise<object[]> {
  await sendMails(mailSending(shop, [], { clock, languages, pushSender }));
  await push();
  return service.received.map(({ payload }) => JSON.parse(payload).notification);
}

/** An offer for an instrument whose seller has a device. */
async function offered() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const device = await withDevice(seller);
  const productId = await people.make.product(seller.id, { name: 'My mother’s old friend' });
  await shop.database.sql`
    update products set kind = 'alto-saxophone', brand = 'Yamaha' where id = ${productId}`;
  await people.offer(buyer, productId, 100, now);
  return { seller, buyer, productId, ...device };
}

describe('a notification', () => {
  it('a notification goes beside the mail, with the kind and the maker as the shop names them and no words of others', async () => {
    const { browser } = await offered();
    expect(await send()).toEqual([
      {
        title: 'You have a new offer',
        body: 'Alto saxophone, Yamaha',
        lang: 'en',
        dir: 'ltr',
        tag: expect.stringMatching(/^[\w-]{32}$/),
        navigate: expect.stringMatching(/^https:\/\/shop\.test\/dashboard\/offers/),
      },
    ]);
    const [received] = service.received;
    expect(JSON.parse(received?.payload ?? '').web_push).toBe(8030);
    expect(received?.path).toBe(new URL(browser.endpoint).pathname);
    expect(received?.headers).toMatchObject({ ttl: '86400' });
    expect(String(received?.headers.topic)).toHaveLength(32);
    // A second run has nothing left to send.
    expect(await push()).toBe(0);
  });

  it('a maker that only a seller has named is not in a notification', async () => {
    const { productId } = await offered();
    await shop.database.sql`
      update products set brand = 'Call 555-0199 now' where id = ${productId}`;
    expect(await send()).toMatchObject([{ body: 'Alto saxophone' }]);
  });

  it('a notification is in the language of the person, and leads to the page in it', async () => {
    const { seller } = await offered();
    await shop.database.sql`update users set language = 'ar' where id = ${seller.id}`;
    expect(await send()).toMatchObject([
      {
        title: 'وصلك عرض جديد',
        lang: 'ar',
        dir: 'rtl',
        navigate: expect.stringContaining('https://shop.test/ar/'),
      },
    ]);
  });

  it('messages, payments and parcels are notified to those for whom they are news', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    await withDevice(seller);
    await withDevice(buyer);
    const productId = await people.make.product(seller.id);
    await people.write(buyer, { productId }, 'Is it loud?', now);
    expect(await send()).toEqual([]);
    later(1);
    expect(await send()).toMatchObject([{ title: 'You have a new message' }]);
    service.received.length = 0;
    const bookingId = await people.book(buyer, productId, now);
    await people.pay(bookingId, now);
    expect(await send()).toMatchObject([{ title: 'Your instrument is sold and paid' }]);
    service.received.length = 0;
    await call(seller, `/bookings/${bookingId}/sent`, {
      method: 'POST',
      payload: { carrier: 'Post' },
    });
    expect(await send()).toMatchObject([{ title: 'Your instrument is on its way' }]);
  });

  it('an accepted offer is notified to the side whose amount it was, and not to the one who accepted', async () => {
    const { seller, buyer, productId } = await offered();
    await withDevice(buyer);
    await send();
    service.received.length = 0;
    const [offer] = await shop.database.sql<{ id: string }[]>`
      select id from offers where product_id = ${productId}`;
    const path = `/offers/${offer?.id}`;
    const counter = { state: 'countered', amount: 110 };
    await call(seller, path, { method: 'PUT', payload: counter });
    expect(await send()).toMatchObject([{ title: 'There is a counter-offer for you' }]);
    service.received.length = 0;
    const accepted = { state: 'accepted', amount: 110 };
    expect((await call(buyer, path, { method: 'PUT', payload: accepted })).status).toBe(200);
    expect(await send()).toMatchObject([{ title: 'Your offer was accepted' }]);
    expect(await devicesOf(seller)).toHaveLength(1);
  });

  it('a mail whose reader has no device, and a mail about other things, cause no notification', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    await withDevice(buyer);
    const productId = await people.make.product(seller.id);
    await people.offer(buyer, productId, 100, now);
    await people.book(buyer, await people.make.product(seller.id), now);
    expect(await send()).toEqual([]);
  });
});

describe('what a push service answers', () => {
  it.each([404, 410])('an answer of %i ends the subscription', async (status) => {
    const { seller } = await offered();
    service.answers.push({ status });
    await send();
    expect(await devicesOf(seller)).toEqual([]);
    expect(await shop.database.sql`select from queued_pushes`).toHaveLength(0);
  });

  it('a busy push service is asked again after the time that it names, and for a day at most', async () => {
    const { seller } = await offered();
    service.answers.push({ status: 429, headers: { 'retry-after': '600' } }, { status: 500 });
    await send();
    later(9);
    expect(await push()).toBe(0);
    later(1);
    expect(await push()).toBe(0);
    later(5);
    expect(await push()).toBe(1);
    expect(service.received).toHaveLength(3);
    // What is left of the day.
    expect(Number(service.received[2]?.headers.ttl)).toBe(86_400 - 15 * 60);
    expect(await devicesOf(seller)).toMatchObject([{ lastUsedAt: now.toISOString() }]);
    await offered();
    service.answers.push({ status: 503, headers: { 'retry-after': '999999' } });
    await send();
    later(24 * 60);
    expect(await push()).toBe(0);
    expect(await shop.database.sql`select from queued_pushes`).toHaveLength(0);
  });

  it('a refusal is logged, shown to the person, and not tried again', async () => {
    const { seller } = await offered();
    service.answers.push({ status: 403, body: 'BadJwtToken' });
    const warned: object[] = [];
    await sendMails(mailSending(shop, [], { clock, pushSender }));
    await push({ log: { info: () => undefined, warn: (line: object) => warned.push(line) } });
    expect(warned).toMatchObject([{ status: 403, reason: 'BadJwtToken', service: '127.0.0.1' }]);
    expect(await devicesOf(seller)).toMatchObject([{ isFailing: true }]);
    later(60);
    await push();
    expect(service.received).toHaveLength(1);
  });
});

describe('devices', () => {
  it('a device is listed for its person, tested and removed', async () => {
    const person = await people.buyer();
    const { id } = await withDevice(person);
    expect(await call(person, `/push-subscriptions/${id}/test`, { method: 'POST' })).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    expect(JSON.parse(service.received[0]?.payload ?? '').notification).toMatchObject({
      title: 'This is a test',
      navigate: 'https://shop.test/dashboard/profile',
    });
    expect(await devicesOf(person)).toMatchObject([
      { _id: id, device: 'lightMyRequest', isFailing: false, lastUsedAt: now.toISOString() },
    ]);
    const path = `/push-subscriptions/${id}`;
    expect(await call(person, path, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await call(person, path, { method: 'DELETE' })).toMatchObject({ status: 404 });
  });

  it('a test that the push service does not take is refused, and one of a device that is gone removes it', async () => {
    const person = await people.buyer();
    const { id } = await withDevice(person);
    const test = () => call(person, `/push-subscriptions/${id}/test`, { method: 'POST' });
    service.answers.push({ status: 500 }, { status: 410 });
    expect(await test()).toMatchObject({ status: 503 });
    expect(await test()).toMatchObject({ status: 404 });
    expect(await devicesOf(person)).toEqual([]);
  });

  it('a device that registers again keeps its place with its new keys, and another person takes it over', async () => {
    const [first, second] = [await people.seller(), await people.buyer()];
    const { browser, id } = await withDevice(first);
    const renewed = { ...newPushDevice(), endpoint: browser.endpoint };
    expect((await register(first, renewed)).body.insertedId).toBe(id);
    const productId = await people.make.product(first.id);
    await people.offer(await people.buyer(), productId, 100, now);
    await sendMails(mailSending(shop, [], { clock, pushSender }));
    expect(await shop.database.sql`select from queued_pushes`).toHaveLength(1);
    await register(second, browser);
    expect(await push()).toBe(0);
    expect(service.received).toEqual([]);
    expect([await devicesOf(first), await devicesOf(second)]).toMatchObject([[], [{}]]);
  });

  it('a device too many takes the place of the one that was used least recently', async () => {
    const person = await people.buyer();
    const { id: oldest } = await withDevice(person);
    const ids: string[] = [];
    for (let count = 0; count < pushLimits.devicesPerPerson; count += 1) {
      later(1);
      ids.unshift((await withDevice(person)).id);
    }
    expect((await devicesOf(person)).map(({ _id }) => _id)).toEqual(ids);
    expect(ids).not.toContain(oldest);
  });

  it('an address that is at no known push service, and keys that cannot encrypt, are refused', async () => {
    const person = await people.buyer();
    const device = newPushDevice();
    for (const endpoint of ['http://169.254.169.254/latest', 'https://evil.example/push']) {
      expect(await register(person, { ...device, endpoint })).toMatchObject({ status: 400 });
    }
    const p256dh = Buffer.alloc(65, 7).toString('base64url');
    expect(await register(person, { ...device, p256dh })).toMatchObject({ status: 400 });
    expect(await devicesOf(person)).toEqual([]);
  });

  it('a device whose session has ended gets nothing more', async () => {
    const { seller } = await offered();
    await shop.database
      .sql`update push_subscriptions set session_id = 'ended' where user_id = ${seller.id}`;
    const identity = { isSessionLive: async (id: string) => id !== 'ended' };
    await sendMails(mailSending(shop, [], { clock, pushSender }));
    expect(await push({ identity })).toBe(0);
    expect(service.received).toEqual([]);
    expect(await devicesOf(seller)).toEqual([]);
  });

  it('a device is registered with the session of its person', async () => {
    const known = await people.make.user();
    const { token } = await shop.signUp(known.email);
    const { sessionId, signedInAt } = await shop.identity.verify(token);
    const access = await shop.callers.issueToken(known, {
      signedInAt,
      ...(sessionId !== undefined && { sessionId }),
    });
    const { endpoint, p256dh, auth } = service.subscribe();
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/push-subscriptions',
      headers: { authorization: `Bearer ${access}` },
      payload: { endpoint, keys: { p256dh, auth } },
    });
    expect(reply.statusCode).toBe(201);
    const stored = await shop.database.sql<{ sessionId: string }[]>`
      select session_id as "sessionId" from push_subscriptions where user_id = ${known.id}`;
    expect(stored).toEqual([{ sessionId }]);
    expect(await shop.identity.isSessionLive(sessionId ?? '')).toBe(true);
  });

  it('a suspended person gets nothing, and a removed one has no device', async () => {
    const { seller } = await offered();
    await sendMails(mailSending(shop, [], { clock, pushSender }));
    await moderationEffects(() => shop).suspend(seller.id);
    expect(await push()).toBe(0);
    const other = await people.buyer();
    await withDevice(other);
    await people.remove(await people.admin(), other);
    const left = await shop.database.sql`
      select from push_subscriptions where user_id = ${other.id}`;
    expect(left).toHaveLength(0);
    expect(service.received).toEqual([]);
  });
});

it('a shop that has turned notifications off has none of their addresses', async () => {
  const off = await createTestShop({ pushSender: null });
  const user = await off.make.user();
  const reply = await off.app.inject({ url: '/api/push-key', headers: await off.as(user) });
  expect(reply.statusCode).toBe(404);
  await off.close();
});
