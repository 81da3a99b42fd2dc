import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { openDatabase } from '../../database/connection.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { queueWishlistAlerts } from './queue-wishlist-alerts.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
let now = new Date();
const clock = { now: () => now };
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
  seller = await shop.make.user({ role: 'seller' });
});
afterAll(() => shop.close());

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

/** `bookable` is the price at which `people.book` books. */
const bookable = 120.5;

async function wished(name = 'Old lute', dollars = 300) {
  const who = await shop.make.user();
  const productId = await shop.make.product(seller.id, { name, price: dollars });
  await people.wishProduct(who, productId);
  return { who, productId };
}

async function price(productId: string, dollars: number): Promise<void> {
  const payload = { price: dollars };
  const reply = await call(seller, `/products/${productId}`, { method: 'PATCH', payload });
  expect(reply.status).toBe(200);
}

const queue = () => queueWishlistAlerts({ database: shop.database, clock });

async function send(): Promise<Mail[]> {
  const sent: Mail[] = [];
  await sendMails(mailSending(shop, sent, { clock }));
  return sent;
}

/** Does what the jobs do. @returns the mails to this user */
async function mailsTo({ email }: KnownUser): Promise<Mail[]> {
  await queue();
  return (await send()).filter(({ to }) => to === email);
}

describe('the mail about a lower price', () => {
  it('the mail about a lower price names both prices, and can be turned off', async () => {
    const { who, productId } = await wished('Cheap cittern');
    expect(await mailsTo(who)).toEqual([]);
    await price(productId, 250);
    const [mail, ...others] = await mailsTo(who);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Cheap cittern now costs $250.00');
    expect(mail?.text).toContain('it was $300.00');
    expect(mail?.text).toContain(`https://shop.test/products/${productId}`);
    expect(mail?.unsubscribeLink).toMatch(/^https:\/\/shop\.test\/unsubscribe\?token=/);
    later(25);
    expect(await mailsTo(who)).toEqual([]);
  });

  it('the mail about a lower price compares with the price that the user knows, from wishing or from the last mail', async () => {
    const { who, productId } = await wished();
    await price(productId, 400);
    await price(productId, 350);
    // Still more than when it was wished for.
    expect(await mailsTo(who)).toEqual([]);
    await price(productId, 280);
    expect(await mailsTo(who)).toHaveLength(1);
    later(25);
    await price(productId, 290);
    await price(productId, 285);
    expect(await mailsTo(who)).toEqual([]);
    await price(productId, 270);
    const [mail] = await mailsTo(who);
    expect(mail?.text).toContain('it was $280.00');
  });

  it('the mail about a lower price says that another user has it on hold', async () => {
    const { who, productId } = await wished();
    await price(productId, bookable);
    await people.book(await people.buyer(), productId, now);
    const [mail] = await mailsTo(who);
    expect(mail?.text).toContain('it was $300.00');
    expect(mail?.text).toContain('on hold until');
  });

  it('the mail about a lower price uses the price before the change for older wishes', async () => {
    const { who, productId } = await wished();
    await shop.database.sql`
      update wishlist_items set known_price_cents = null where user_id = ${who.id}`;
    await price(productId, 200);
    const [mail] = await mailsTo(who);
    expect(mail?.text).toContain('it was $300.00');
  });

  it('the mail about a lower price is one a day, about everything that has happened by then', async () => {
    const { who, productId } = await wished('First lute');
    await price(productId, 250);
    expect(await mailsTo(who)).toHaveLength(1);
    const other = await shop.make.product(seller.id, { name: 'Second lute', price: 300 });
    await people.wishProduct(who, other);
    later(1);
    await price(productId, 240);
    await price(other, 200);
    expect(await mailsTo(who)).toEqual([]);
    later(24);
    const [mail, ...others] = await mailsTo(who);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('News about 2 instruments on your wishlist');
    expect(mail?.text).toMatch(/First lute[\s\S]*\$240|\$240[\s\S]*First lute/);
    expect(mail?.text).toContain('Second lute');
  });
});

describe('the mail that a wished instrument is available again', () => {
  async function held() {
    const given = await wished('Held harp', bookable);
    const holder = await people.buyer();
    await people.wishProduct(holder, given.productId);
    return { ...given, holder, bookingId: await people.book(holder, given.productId, now) };
  }
  const release = ({ holder, bookingId }: Awaited<ReturnType<typeof held>>) =>
    call(holder, `/bookings/${bookingId}`, { method: 'DELETE' });

  it('the mail about availability is sent when a hold has ended, and not to the buyer who held it', async () => {
    const given = await held();
    expect(await mailsTo(given.who)).toEqual([]);
    expect((await release(given)).status).toBe(200);
    await queue();
    const sent = await send();
    const [mail] = sent.filter(({ to }) => to === given.who.email);
    expect(mail?.subject).toBe('Held harp can be booked again');
    expect(sent.map(({ to }) => to)).not.toContain(given.holder.email);
  });

  it('a user who asked for the alert of that one hold gets only that mail', async () => {
    const given = await held();
    await call(given.who, `/products/${given.productId}/alert`, { method: 'PUT' });
    await release(given);
    const mails = await mailsTo(given.who);
    expect(mails.map(({ subject }) => subject)).toEqual(['Held harp is available again']);
    later(25);
    expect(await mailsTo(given.who)).toEqual([]);
  });

  it('the mail about availability is not sent when another user was faster', async () => {
    const given = await held();
    await release(given);
    await queue();
    await people.book(await people.buyer(), given.productId, now);
    const sent = await send();
    expect(sent.map(({ to }) => to)).not.toContain(given.who.email);
  });
});

describe('a waiting mail about the wishlist', () => {
  const changes: [string, (given: Awaited<ReturnType<typeof wished>>) => Promise<unknown>][] = [
    ['the price is what it was', ({ productId }) => price(productId, 300)],
    [
      'the instrument is sold',
      async ({ productId }) => people.pay(await people.book(await people.buyer(), productId, now)),
    ],
    [
      'the instrument is withdrawn',
      ({ productId }) => call(seller, `/products/${productId}`, { method: 'DELETE' }),
    ],
    [
      'it is not on the wishlist any more',
      ({ who }) => shop.database.sql`delete from wishlist_items where user_id = ${who.id}`,
    ],
    [
      'the user wants no such mails',
      ({ who }) => call(who, '/alert-settings', { method: 'PATCH', payload: { wishlist: false } }),
    ],
    ['the user is removed', ({ who }) => people.remove(who, who)],
  ];

  it.each(changes)(
    'a waiting mail about the wishlist is not sent when %s',
    async (_title, change) => {
      const given = await wished();
      await price(given.productId, bookable);
      await queue();
      await change(given);
      expect((await send()).map(({ to }) => to)).not.toContain(given.who.email);
      const left = await shop.database.sql`
      select from wishlist_news where user_id = ${given.who.id}`;
      expect(left).toHaveLength(0);
      later(25);
      expect(await mailsTo(given.who)).toEqual([]);
    },
  );
});

describe('news about a popular product', () => {
  it('news about a product reach each user who wished it once, even with several servers', async () => {
    const { productId } = await wished('Popular piano');
    const { sql } = shop.database;
    const wishes = Array.from({ length: 1_100 }, () => newId(now));
    await sql`
      insert into users (id, name, email, role, email_proven_at, created_at)
      select id, 'Wisher', id || '@many.test', 'buyer', now(), now() from unnest(${wishes}::uuid[]) id`;
    await sql`
      insert into wishlist_items (id, user_id, product_id, known_price_cents, created_at)
      select gen_random_uuid(), id, ${productId}, 30000, now() from unnest(${wishes}::uuid[]) id`;
    await price(productId, 100);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const servers = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ url: shop.database.url, poolSize: 4 }, log)),
    );
    try {
      await Promise.all(servers.map((database) => queueWishlistAlerts({ database, clock })));
      // A server that had its turn while another was at it left the rest to that one.
      await queue();
    } finally {
      await Promise.all(servers.map((database) => database.close()));
    }
    const [news] = await sql<{ count: number; users: number; mails: number; left: number }[]>`
      select count(*)::int as count, count(distinct user_id)::int as users,
        (select count(*)::int from queued_mails
          where kind = 'news-wishlist' and reader_id = any(${wishes}::uuid[])) as mails,
        (select count(*)::int from product_news) as left
      from wishlist_news where user_id = any(${wishes}::uuid[])`;
    expect(news).toEqual({ count: 1_100, users: 1_100, mails: 1_100, left: 0 });
  });

  it('news about a product that no one wished are not stored', async () => {
    const productId = await shop.make.product(seller.id, { price: 300 });
    await price(productId, 200);
    expect(await shop.database.sql`select from product_news`).toHaveLength(0);
  });
});
