import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookMailKinds } from '#contract/operations/mail-kinds.ts';
import {
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '#contract/webhooks/webhook-events.ts';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { transaction } from '../../database/transaction.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { WebhookAnswer } from '../../providers/webhooks/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { removeOldDeliveries } from './deliveries.ts';
import { removeWebhooksOf } from './endpoints.ts';
import { sendWebhooks, type WebhookDeps } from './send-webhooks.ts';
import { createWebhookSeal } from './webhook-secrets.ts';

/** A minute before the timestamps of the package's own clock would be refused. */
const realNow = new Date();
let now = realNow;
const clock = { now: () => now };
let shop: TestShop;
let who: ReturnType<typeof createPeople>;
const call = apiClient(() => shop);

interface Received {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
let received: Received[] = [];
/** How receivers answer. */
let answer: (webhook: Received) => WebhookAnswer | Promise<WebhookAnswer>;

beforeAll(async () => {
  shop = await createTestShop({ clock });
  who = createPeople(shop.database);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.database.sql`delete from webhook_endpoints`;
  now = realNow;
  received = [];
  answer = () => ({ status: 200 });
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const hours = (count: number) => count * 3_600_000;

const deps = (changes: Partial<WebhookDeps> = {}): WebhookDeps => ({
  database: shop.database,
  clock,
  webhookSeal: createWebhookSeal(shop.secret),
  origin: () => 'https://shop.test',
  random: () => 0.5,
  async sendWebhook(url, webhook) {
    const one = { url: url.href, ...webhook };
    received.push(one);
    return answer(one);
  },
  ...changes,
});
const send = () => sendWebhooks(deps());

interface Made {
  insertedId: string;
  secret: string;
  code?: string;
  errors?: { field: string; message: string }[];
}
const url = 'https://hooks.example/in';
async function make(
  owner: KnownUser,
  events: readonly WebhookEvent[] = ['listing.published'],
  address = url,
) {
  return call<Made>(owner, '/webhooks', { method: 'POST', payload: { url: address, events } });
}
/** The endpoint of a new seller. */
async function endpointOf(events?: readonly WebhookEvent[]) {
  const owner = await who.seller();
  const { insertedId: id, secret } = (await make(owner, events)).body;
  return { owner, id, secret };
}
const post = <Body = { modifiedCount: number; code?: string }>(
  owner: KnownUser,
  path: string,
  payload?: object,
) => call<Body>(owner, `/webhooks/${path}`, { method: 'POST', ...(payload && { payload }) });
const list = async (owner: KnownUser) =>
  (await call<WebhookEndpoint[]>(owner, `/webhooks?email=${owner.email}`)).body;
const deliveries = async (owner: KnownUser, id: string) =>
  (await call<WebhookDelivery[]>(owner, `/webhooks/${id}/deliveries`)).body;
const nothing: Received = { url: '', headers: {}, body: '' };
const publish = (owner: KnownUser) => shop.make.product(owner.id, { at: now });

interface Content {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}
const contents = () => received.map(({ body }) => JSON.parse(body) as Content);
const idsOf = (some = received) => some.map(({ headers }) => headers['webhook-id']);

describe('an endpoint', () => {
  it('the secret of an endpoint is shown once, and stored encrypted', async () => {
    const { owner, id, secret } = await endpointOf(['sale.paid', 'listing.sold']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list(owner)).toEqual([
      { _id: id, url, events: ['listing.sold', 'sale.paid'], time: now.toISOString() },
    ]);
    const [row] = await shop.database.sql<{ row: string }[]>`
      select to_jsonb(e)::text as row from webhook_endpoints e where id = ${id}`;
    expect(row?.row).not.toContain(secret.slice(6, 20));
    expect(JSON.stringify(shop.logged)).not.toContain(secret.slice(6, 20));
  });

  it.each([
    ['an address without TLS', { url: 'http://hooks.example/' }, 'url'],
    ['an address with a password', { url: 'https://ada:x@hooks.example/' }, 'url'],
    ['an address in two lines', { url: 'https://hooks.exam\nple/' }, 'url'],
    ['a port of another service', { url: 'https://hooks.example:25/' }, 'url'],
    ['no address', { url: 'hooks' }, 'url'],
    ['an address of 501 characters', { url: `https://hooks.example/${'a'.repeat(479)}` }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['everything'] }, 'events.0'],
  ])('%s is refused with the name of its field', async (_, changes, field) => {
    const payload = { url, events: ['listing.sold'], ...changes };
    const reply = await call<Made>(await who.seller(), '/webhooks', { method: 'POST', payload });
    expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('a person has at most ten endpoints, also when they are made at once', async () => {
    const owner = await who.seller();
    const replies = await Promise.all(Array.from({ length: 13 }, () => make(owner)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(webhookLimits.endpointsPerPerson).fill(201), 409, 409, 409]);
  });

  it('only admins can be told about cases', async () => {
    const { owner, id } = await endpointOf();
    expect((await make(owner, ['case.opened'])).status).toBe(403);
    const payload = { events: ['case.opened'] };
    const changed = await call(owner, `/webhooks/${id}`, { method: 'PUT', payload });
    expect(changed.status).toBe(403);
    expect((await make(await who.admin(), ['case.opened'])).status).toBe(201);
  });

  it('a change of the address and the events holds for what happens next', async () => {
    const { owner, id } = await endpointOf(['listing.sold']);
    const payload = { url: 'https://other.example/', events: ['listing.published'] };
    const change = () =>
      call<{ modifiedCount: number }>(owner, `/webhooks/${id}`, { method: 'PUT', payload });
    expect((await change()).body.modifiedCount).toBe(1);
    expect((await change()).body.modifiedCount).toBe(0);
    await publish(owner);
    await send();
    expect(received.map((one) => one.url)).toEqual(['https://other.example/']);
  });

  it('endpoints are removed with their deliveries by their owner, a suspension and the removal of the person', async () => {
    const [one, two, three] = [await endpointOf(), await endpointOf(), await endpointOf()];
    for (const { owner } of [one, two, three]) await publish(owner);
    await call(one.owner, `/webhooks/${one.id}`, { method: 'DELETE' });
    await transaction(shop.database, async (tx) => removeWebhooksOf(tx, two.owner.id));
    await call(await who.admin(), `/users/${three.owner.id}`, { method: 'DELETE' });
    expect(await shop.database.sql`select from webhook_endpoints`).toEqual([]);
    expect(await shop.database.sql`select from webhook_deliveries`).toEqual([]);
    await send();
    expect(received).toEqual([]);
  });

  it('an action goes on when the endpoint that it tells is removed at the same time', async () => {
    const { owner, id } = await endpointOf();
    let removed: Promise<unknown> | undefined;
    await transaction(shop.database, async (tx) => {
      await tx.sql`delete from webhook_endpoints where id = ${id}`;
      removed = publish(owner);
      // The other transaction waits for the row that this one deletes.
      await expect
        .poll(
          async () =>
            (await shop.database.sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
              .length,
        )
        .toBeGreaterThan(0);
    });
    expect(await removed).toEqual(expect.any(String));
  });
});

describe('a webhook', () => {
  it('a webhook is signed as Standard Webhooks says, over exactly the bytes that are sent', async () => {
    const { owner, secret } = await endpointOf();
    const productId = await publish(owner);
    await send();
    const [{ headers, body } = nothing] = received;
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature');
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(now.getTime() / 1000)));
    expect(JSON.parse(body)).toEqual({
      type: 'listing.published',
      timestamp: now.toISOString(),
      data: {
        id: productId,
        listingId: productId,
        link: `https://shop.test/api/products/${productId}`,
      },
    });
  });

  it('while a secret is replaced, both sign for a day, and then the new one alone', async () => {
    const { owner, id, secret } = await endpointOf();
    const rotated = await post<Made>(owner, `${id}/rotate`);
    const both = [secret, rotated.body.secret];
    await publish(owner);
    await send();
    const verifies = (one: string, at = received.at(-1)) => {
      if (!at) throw new Error('Nothing was received');
      const { headers, body } = at;
      const signature = { ...headers, 'webhook-timestamp': headers['webhook-timestamp'] ?? '' };
      // The package compares the timestamp with its own clock.
      return signedAt(one, signature, body);
    };
    expect(both.map((one) => verifies(one))).toEqual([true, true]);
    later(hours(25));
    await publish(owner);
    await send();
    expect(both.map((one) => verifies(one))).toEqual([false, true]);
  });

  it('a test is sent once, to a disabled endpoint too, and its delivery tells how it was answered', async () => {
    const { owner, id } = await endpointOf();
    answer = () => ({ status: 500 });
    const { status, body } = await post<Made>(owner, `${id}/test`);
    expect(status).toBe(201);
    await send();
    later(hours(30));
    await send();
    expect(contents().map(({ type }) => type)).toEqual(['webhook.test']);
    expect(await deliveries(owner, id)).toMatchObject([
      { _id: body.insertedId, state: 'failed', attempts: 1, status: 500 },
    ]);
    expect((await list(owner))[0]?.failingSince).toBeUndefined();
  });

  it('a webhook has nothing that a person has typed and no personal data', async () => {
    const { owner } = await endpointOf(webhookEvents.filter((event) => event !== 'case.opened'));
    const { buyer, productId } = await who.sell(owner);
    await who.write(buyer, { productId }, 'Is the case of Quastel included?');
    later(hours(1));
    await send();
    expect(contents().map(({ type }) => type)).toContain('message.received');
    for (const { body } of received) {
      expect(body).not.toMatch(/Quastel|trumpet|555|@|Ada/);
      const keys = Object.keys((JSON.parse(body) as Content).data);
      expect(['id', 'listingId', 'externalId', 'version', 'link']).toEqual(
        expect.arrayContaining(keys),
      );
    }
  });
});

/** Whether a signature verifies, whatever the time. */
function signedAt(secret: string, headers: Record<string, string>, body: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}

describe('a receiver that is down', () => {
  it('a receiver that was down for an hour loses nothing, and each webhook keeps its id', async () => {
    const { owner, id } = await endpointOf();
    answer = () => ({ fault: 'connection' });
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute % 10 === 0) await publish(owner);
      await send();
      later(60_000);
    }
    const down = new Set(idsOf());
    expect(down.size).toBe(6);
    received = [];
    answer = () => ({ status: 200 });
    for (let minute = 0; minute < 120; minute += 5) {
      later(5 * 60_000);
      await send();
    }
    expect(new Set(idsOf())).toEqual(down);
    expect(received).toHaveLength(6);
    expect((await deliveries(owner, id)).map(({ state }) => state)).toEqual(
      Array(6).fill('delivered'),
    );
    expect((await list(owner))[0]?.failingSince).toBeUndefined();
  });

  it('a webhook is sent ten times within 75 hours, and then no more', async () => {
    const { owner, id } = await endpointOf();
    answer = () => ({ status: 503 });
    await publish(owner);
    const started = now.getTime();
    const times: number[] = [];
    for (let step = 0; step < 12 * 90; step += 1) {
      if ((await send()) > 0) times.push((now.getTime() - started) / hours(1));
      later(5 * 60_000);
    }
    expect(received).toHaveLength(10);
    expect(new Set(idsOf()).size).toBe(1);
    expect(times.at(-1)).toBeGreaterThan(74);
    expect(times.at(-1)).toBeLessThan(78);
    expect(await deliveries(owner, id)).toMatchObject([
      { state: 'failed', attempts: 10, status: 503 },
    ]);
  });

  it('pauses are spread, so that what failed together is not sent again together', async () => {
    const { owner } = await endpointOf();
    answer = () => ({ status: 500 });
    const spread: (string | null)[] = [];
    for (const random of [0, 0.5, 0.999]) {
      later(1);
      await publish(owner);
      await sendWebhooks(deps({ random: () => random }));
      const [row] = await shop.database.sql<{ due: Date }[]>`
        select due_at as due from webhook_deliveries order by event_id desc limit 1`;
      spread.push(row ? String(row.due.getTime() - now.getTime()) : null);
    }
    expect(spread).toEqual(['4500', '5000', '5499']);
  });

  it.each([
    ['seconds', () => '3600', hours(1)],
    ['a date', () => new Date(now.getTime() + hours(2)).toUTCString(), hours(2)],
    ['more than a day', () => '9999999', hours(24)],
    ['less than the pause', () => '0', 5_000],
    ['nonsense', () => 'soon', 5_000],
  ])(
    'a receiver that asks to wait with %s is called after that time',
    async (_, retryAfter, ms) => {
      now = new Date(Math.floor(now.getTime() / 1000) * 1000);
      const { owner, id } = await endpointOf();
      answer = () => ({ status: 429, retryAfter: retryAfter() });
      await publish(owner);
      await send();
      const [delivery] = await deliveries(owner, id);
      expect(delivery?.nextAt).toBe(new Date(now.getTime() + ms).toISOString());
    },
  );

  it('an endpoint that answers 410 is ended, and gets nothing until its owner enables it', async () => {
    const { owner, id } = await endpointOf();
    answer = () => ({ status: 410 });
    await publish(owner);
    await publish(owner);
    await send();
    await publish(owner);
    later(hours(100));
    await send();
    expect(received.length).toBeLessThanOrEqual(2);
    expect(await list(owner)).toMatchObject([{ disabledFor: 'gone' }]);
    expect((await post(owner, `${id}/replay`, { since: realNow.toISOString() })).status).toBe(409);
    received = [];
    answer = () => ({ status: 200 });
    await call(owner, `/webhooks/${id}`, { method: 'PUT', payload: {} });
    await send();
    // What happened while it was gone was not stored.
    expect(received).toHaveLength(2);
    expect((await list(owner))[0]?.disabledFor).toBeUndefined();
    expect(await mailsTo(owner)).toEqual([]);
  });

  it('five days of nothing but failures disable an endpoint with one mail, and enabling it sends all that has happened', async () => {
    const { owner, id } = await endpointOf();
    answer = () => ({ status: 500 });
    for (let day = 0; day < 8; day += 0.25) {
      await publish(owner);
      await send();
      later(hours(6));
    }
    const attempts = received.length;
    expect(await list(owner)).toMatchObject([
      { disabledFor: 'failures', failingSince: realNow.toISOString() },
    ]);
    await send();
    expect(received).toHaveLength(attempts);
    const mails = await mailsTo(owner);
    expect(mails).toMatchObject([
      { subject: 'We have stopped sending webhooks to one of your addresses' },
    ]);
    expect(mails[0]?.text).toContain(url);
    const all = await deliveries(owner, id);
    expect(all).toHaveLength(32);
    const failed = all.filter(({ state }) => state === 'failed').length;
    expect(all.filter(({ state }) => state === 'on-hold')).toHaveLength(32 - failed);
    received = [];
    answer = () => ({ status: 200 });
    await call(owner, `/webhooks/${id}`, { method: 'PUT', payload: {} });
    await send();
    expect(new Set(idsOf()).size).toBe(32 - failed);
  });

  it('a success between failures keeps an endpoint enabled', async () => {
    const { owner } = await endpointOf();
    for (let day = 0; day < 12; day += 1) {
      answer = () => ({ status: day === 4 || day === 8 ? 200 : 500 });
      await publish(owner);
      await send();
      later(hours(24));
    }
    expect((await list(owner))[0]?.disabledFor).toBeUndefined();
  });

  it('a secret that the shop can no longer read fails until it is replaced', async () => {
    const { owner, id } = await endpointOf();
    await publish(owner);
    await sendWebhooks(deps({ webhookSeal: createWebhookSeal('another secret of the shop') }));
    expect(received).toEqual([]);
    expect(await deliveries(owner, id)).toMatchObject([{ state: 'pending', fault: 'secret' }]);
    await post(owner, `${id}/rotate`);
    later(60_000);
    await send();
    expect(received).toHaveLength(1);
  });
});

async function mailsTo(owner: KnownUser): Promise<Mail[]> {
  const mails: Mail[] = [];
  await sendMails(mailSending(shop, mails, { clock }), webhookMailKinds);
  return mails.filter(({ to }) => to === owner.email);
}

describe('a replay', () => {
  it('one delivery, or all since a time, are sent again with their ids', async () => {
    const { owner, id } = await endpointOf();
    for (let step = 0; step < 3; step += 1) {
      await publish(owner);
      later(60_000);
    }
    await send();
    const first = idsOf();
    received = [];
    const [newest] = await deliveries(owner, id);
    const one = await post(owner, `${id}/replay`, { deliveryId: newest?._id });
    expect(one.body.modifiedCount).toBe(1);
    await send();
    expect(idsOf()).toEqual([first[2]]);
    received = [];
    const since = new Date(realNow.getTime() + 30_000).toISOString();
    expect((await post(owner, `${id}/replay`, { since })).body.modifiedCount).toBe(2);
    await send();
    expect(new Set(idsOf())).toEqual(new Set(first.slice(1)));
    const ancient = { since: '0001-01-01T00:00:00Z' };
    expect((await post(owner, `${id}/replay`, ancient)).body.modifiedCount).toBe(3);
  });

  it('a replay of nothing, or of the delivery of another person, is refused', async () => {
    const [one, other] = [await endpointOf(), await endpointOf()];
    await publish(one.owner);
    const [delivery] = await deliveries(one.owner, one.id);
    const replay = async (owner: KnownUser, id: string, payload: object) =>
      (await post(owner, `${id}/replay`, payload)).status;
    expect(await replay(one.owner, one.id, {})).toBe(400);
    expect(await replay(other.owner, other.id, { deliveryId: delivery?._id })).toBe(404);
    expect(await replay(other.owner, one.id, { deliveryId: delivery?._id })).toBe(404);
  });

  it('deliveries are removed after 30 days', async () => {
    const { owner, id } = await endpointOf();
    await publish(owner);
    later(hours(24 * 30 + 1));
    await publish(owner);
    expect(await removeOldDeliveries(shop.database.sql, now)).toBe(1);
    expect(await deliveries(owner, id)).toHaveLength(1);
  });
});

describe('several servers', () => {
  it('two servers send each webhook once', async () => {
    const { owner } = await endpointOf();
    for (let count = 0; count < 40; count += 1) await publish(owner);
    answer = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { status: 200 };
    };
    const sent = await Promise.all([send(), send()]);
    expect(sent[0] + sent[1]).toBe(40);
    expect(new Set(idsOf()).size).toBe(40);
    expect(received).toHaveLength(40);
  });

  it('a webhook whose server was killed during its attempt, or before it was recorded, is sent again', async () => {
    const { owner, id } = await endpointOf();
    await publish(owner);
    answer = () => {
      throw new Error('The server was killed');
    };
    await expect(send()).rejects.toThrow('could not be sent');
    answer = () => ({ status: 200 });
    await send();
    expect(received).toHaveLength(1);
    later(121_000);
    await send();
    expect(received).toHaveLength(2);
    expect(new Set(idsOf()).size).toBe(1);
    expect(await deliveries(owner, id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('a slow receiver holds up no other', async () => {
    const [slow, fast] = [await endpointOf(), await endpointOf()];
    await call(fast.owner, `/webhooks/${fast.id}`, {
      method: 'PUT',
      payload: { url: 'https://fast.example/' },
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async (webhook) => {
      if (webhook.url === url) await held;
      return { status: 200 };
    };
    for (let count = 0; count < 50; count += 1) await publish(slow.owner);
    await publish(fast.owner);
    const sending = send();
    await expect.poll(() => received.map((one) => one.url)).toContain('https://fast.example/');
    expect(received.filter((one) => one.url === url)).toHaveLength(4);
    release();
    expect(await sending).toBe(51);
  });
});
