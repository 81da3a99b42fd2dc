import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/connection.ts';
import { type SendingDeps, sendMails } from '../../jobs/outbox/send-mails.ts';
import { type Mail, MailUnavailable } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { collectVocabulary } from '../search/words/collect-vocabulary.ts';
import type { KnownUser } from '../users/find-user.ts';
import { queueSearchAlerts } from './queue-search-alerts.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
let now = new Date('2026-05-01T10:00:00Z');
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

async function save(who: KnownUser, query: object, name = 'Mine'): Promise<string> {
  const payload = { name, query };
  const reply = await call<{ insertedId: string }>(who, '/saved-searches', {
    method: 'POST',
    payload,
  });
  expect(reply.status).toBe(201);
  return reply.body.insertedId;
}

const list = (name: string, given: Parameters<TestShop['make']['product']>[1] = {}) =>
  shop.make.product(seller.id, { name, at: now, ...given });
const look = () => queueSearchAlerts({ database: shop.database, clock });

const sending = (sent: Mail[], database: SendingDeps['database'] = shop.database) =>
  mailSending(shop, sent, { clock, database });

/** Looks for new matches and sends the mails. @returns those to this user */
async function mailsTo({ email }: KnownUser): Promise<Mail[]> {
  const sent: Mail[] = [];
  await look();
  await sendMails(sending(sent), ['news-searches']);
  return sent.filter(({ to }) => to === email);
}

describe('the mail about new matches', () => {
  it('the mail about new matches lists them with a link each, and can be turned off', async () => {
    const who = await shop.make.user();
    await list('Ophicleide listed before');
    later(1);
    await save(who, { q: 'ophicleide' }, 'Big brass');
    later(1);
    const id = await list('Ophicleide in C');
    later(3);
    const [mail, ...others] = await mailsTo(who);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New in the shop: Ophicleide in C');
    expect(mail?.text).toContain('Big brass');
    expect(mail?.text).toContain('$120.50');
    expect(mail?.text).toContain(`https://shop.test/products/${id}`);
    expect(mail?.text).toContain('https://shop.test/search?q=ophicleide');
    expect(mail?.text).not.toContain('listed before');
    const token = /token=([\w.-]+)/.exec(mail?.unsubscribeLink ?? '')?.[1] ?? '';
    expect(mail?.unsubscribeLink).toBe(`https://shop.test/unsubscribe?token=${token}`);
    expect(mail?.text).toContain(mail?.unsubscribeLink);
    expect(shop.alertLinks.subscriptionIdOf(token)).toBeDefined();
    later(24);
    expect(await mailsTo(who)).toEqual([]);
  });

  it('a saved search for a kind, a maker and a fact is mailed what has all three, whatever the names are', async () => {
    const who = await shop.make.user();
    const query = { kind: 'violin', brand: 'Yamaha', fact: 'violin-size:3/4' };
    await save(who, query, 'Violin, 3/4, Yamaha');
    later(1);
    const violin = { kind: 'violin', brand: 'Yamaha', category: 'String' } as const;
    await list('For a growing child', { ...violin, facts: { 'violin-size': '3/4' } });
    await list('For an adult', { ...violin, facts: { 'violin-size': '4/4' } });
    await list('By another maker', { ...violin, brand: 'Gewa', facts: { 'violin-size': '3/4' } });
    await list('Yamaha violin 3/4', { kind: 'viola', category: 'String' });
    later(3);
    const [mail] = await mailsTo(who);
    expect(mail?.subject).toBe('New in the shop: For a growing child');
    expect(mail?.text).toContain('Violin, 3/4, Yamaha');
    const link = /\/search\?(\S+)/.exec(mail?.text ?? '')?.[1];
    expect(Object.fromEntries(new URLSearchParams(link))).toEqual(query);
    const saved = await call<{ query: object }[]>(who, '/saved-searches');
    expect(saved.body[0]?.query).toEqual(query);
  });

  it('a user gets one mail a day for all searches, and the next one has what came in since', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'serpentone' }, 'First');
    await save(who, { category: 'Keyboard', q: 'serpentone' }, 'Second');
    later(1);
    await list('Serpentone one', { category: 'Keyboard' });
    later(3);
    const [mail] = await mailsTo(who);
    // It matches both and stands there once.
    expect(mail?.text.match(/Serpentone one/g)).toHaveLength(1);
    later(1);
    await list('Serpentone two');
    later(20);
    expect(await mailsTo(who)).toEqual([]);
    later(4);
    const [next] = await mailsTo(who);
    expect(next?.text).toContain('Serpentone two');
    expect(next?.text).not.toContain('Serpentone one');
  });

  it('the next mail comes a day after the last one was sent, even if that had to wait', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'crumhorne' });
    later(1);
    await list('Crumhorne one');
    later(3);
    await look();
    later(23);
    const away = sending([]);
    const mail = { ...away.mail, send: () => Promise.reject(new MailUnavailable('away')) };
    await expect(sendMails({ ...away, mail }, ['news-searches'])).rejects.toThrow();
    later(0.5);
    expect(await mailsTo(who)).toHaveLength(1);
    await list('Crumhorne two');
    later(3);
    expect(await mailsTo(who)).toEqual([]);
    later(21.5);
    expect(await mailsTo(who)).toHaveLength(1);
  });

  it('the mail has what the page of the search shows, with its filters and corrected words', async () => {
    const who = await shop.make.user();
    await list('Harmonettina');
    later(1);
    await collectVocabulary({ database: shop.database, clock });
    await save(who, { q: 'harmonetina', condition: 'Good' }, 'Misspelled');
    await save(who, { q: 'harmonetina', exact: '1' }, 'As typed');
    later(1);
    const [good, fair] = [
      await list('Harmonettina good'),
      await list('Harmonettina fair', { condition: 'Fair' }),
    ];
    later(3);
    const [mail] = await mailsTo(who);
    expect(mail?.text).toContain(good);
    expect(mail?.text).not.toContain(fair);
  });

  it('sellers get no mail about what they list themselves', async () => {
    await save(seller, { q: 'lironella' });
    later(1);
    await list('Lironella');
    later(3);
    expect(await mailsTo(seller)).toEqual([]);
  });

  it('a mail with many matches names a few, and says that there are more', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'panfluto' }, 'Flutes');
    later(1);
    for (let count = 0; count < 7; count += 1) {
      await list(`Panfluto ${count}`);
      later(0.01);
    }
    later(3);
    const [mail] = await mailsTo(who);
    expect(mail?.subject).toBe('More than 4 new for “Flutes”');
    expect(mail?.text.match(/Panfluto \d/g)).toEqual(
      [6, 5, 4, 3].map((count) => `Panfluto ${count}`),
    );
  });

  it('a listing by a transaction that ended late is not lost', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'tardivio' });
    later(2.999);
    const listedAt = now;
    later(0.002);
    expect(await mailsTo(who)).toEqual([]);
    await list('Tardivio', { at: listedAt });
    later(3);
    expect(await mailsTo(who)).toHaveLength(1);
  });
});

describe('a mail about new matches that has waited', () => {
  /** Queues a mail about one instrument. */
  async function queued(word: string, query = {}) {
    const who = await shop.make.user();
    const searchId = await save(who, { q: word, ...query });
    later(1);
    const productId = await list(word);
    later(3);
    await look();
    return { who, searchId, productId };
  }
  const sendTo = async ({ email }: KnownUser) => {
    const sent: Mail[] = [];
    await sendMails(sending(sent), ['news-searches']);
    return sent.filter(({ to }) => to === email);
  };

  const changes: [string, (given: Awaited<ReturnType<typeof queued>>) => Promise<unknown>][] = [
    [
      'the instrument is sold',
      async ({ productId }) => people.pay(await people.book(await people.buyer(), productId)),
    ],
    [
      'the instrument is withdrawn',
      ({ productId }) => call(seller, `/products/${productId}`, { method: 'DELETE' }),
    ],
    [
      'the search is switched off',
      ({ who, searchId }) =>
        call(who, `/saved-searches/${searchId}`, { method: 'PATCH', payload: { alert: false } }),
    ],
    [
      'the search is deleted',
      ({ who, searchId }) => call(who, `/saved-searches/${searchId}`, { method: 'DELETE' }),
    ],
    [
      'the user wants no such mails',
      ({ who }) => call(who, '/alert-settings', { method: 'PATCH', payload: { searches: false } }),
    ],
    ['the user is removed', ({ who }) => people.remove(who, who)],
  ];

  it.each(changes)(
    'a waiting mail about new matches is not sent when %s',
    async (title, change) => {
      const given = await queued(`Viorba${title.replaceAll(' ', '')}`);
      await change(given);
      expect(await sendTo(given.who)).toEqual([]);
      const [left] = await shop.database.sql<{ count: number }[]>`
      select count(*)::int as count from queued_mails where kind = 'news-searches' and sent_at is null and dropped_at is null`;
      expect(left?.count).toBe(0);
      later(24);
      expect(await mailsTo(given.who)).toEqual([]);
    },
  );

  it('a waiting mail says that an instrument is on hold, and leaves it out when the search wants free ones', async () => {
    const all = await queued('Arpeggionello');
    await people.book(await people.buyer(), all.productId, new Date());
    const [mail] = await sendTo(all.who);
    expect(mail?.text).toContain('on hold until');
    const free = await queued('Barytonello', { free: '1' });
    await people.book(await people.buyer(), free.productId, new Date());
    expect(await sendTo(free.who)).toEqual([]);
  });

  it('a mail is sent later, with the same id, when a server crashes before it has recorded the sending', async () => {
    const { who } = await queued('Crashophone');
    const sent: Mail[] = [];
    const deps = sending(sent);
    // It hands the mail over and never gets further.
    const send = (one: Mail) => new Promise<void>(() => sent.push(one));
    void sendMails({ ...deps, mail: { ...deps.mail, send } }, ['news-searches']);
    await expect.poll(() => sent.map(({ to }) => to)).toContain(who.email);
    expect(await sendTo(who)).toEqual([]);
    later(0.2);
    const [again, ...others] = await sendTo(who);
    expect(others).toEqual([]);
    expect(again?.id).toBe(sent.find(({ to }) => to === who.email)?.id);
    later(24);
    expect(await mailsTo(who)).toEqual([]);
  });
});

describe('several servers', () => {
  it('queue and send one mail to each user', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => shop.make.user()));
    for (const who of users) await save(who, { q: 'multiphonium' });
    later(1);
    await list('Multiphonium');
    later(3);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const servers = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ url: shop.database.url, poolSize: 4 }, log)),
    );
    try {
      const sent: Mail[] = [];
      await Promise.all(servers.map((database) => queueSearchAlerts({ database, clock })));
      await Promise.all(
        servers.map((database) => sendMails(sending(sent, database), ['news-searches'])),
      );
      const emails = users.map(({ email }) => email);
      const to = sent.map((mail) => mail.to).filter((email) => emails.includes(email));
      expect(to.sort()).toEqual(emails.sort());
    } finally {
      await Promise.all(servers.map((database) => database.close()));
    }
  });
});

describe('the check for new matches', () => {
  const dueOf = async ({ id }: KnownUser) => {
    const [row] = await shop.database.sql<{ dueAt: Date | null }[]>`
      select due_at as "dueAt" from alert_subscriptions where user_id = ${id} and topic = 'searches'`;
    return row?.dueAt?.getTime() ?? null;
  };

  it('the check runs every three hours, and ends for users without an alert until they switch one on', async () => {
    const who = await shop.make.user();
    const id = await save(who, { q: 'nothinglikeit' });
    expect(await dueOf(who)).toBe(now.getTime() + 3 * 3_600_000);
    later(3);
    await look();
    expect(await dueOf(who)).toBe(now.getTime() + 3 * 3_600_000);
    const alert = (on: boolean) =>
      call(who, `/saved-searches/${id}`, { method: 'PATCH', payload: { alert: on } });
    await alert(false);
    later(3);
    await look();
    expect(await dueOf(who)).toBeNull();
    await alert(true);
    expect(await dueOf(who)).toBe(now.getTime() + 3 * 3_600_000);
  });

  it('the check runs at a time that an operator has set by the database’s clock', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'operatorium' });
    later(1);
    await list('Operatorium');
    later(1);
    await shop.database.sql`
      update alert_subscriptions set due_at = ${now}::timestamptz - interval '7 microseconds'
      where user_id = ${who.id}`;
    expect(await mailsTo(who)).toHaveLength(1);
  });

  it('the check mails nothing to an unconfirmed address', async () => {
    const who = await shop.make.user({ emailProvenAt: undefined });
    await save(who, { q: 'unprovenium' });
    later(1);
    await list('Unprovenium');
    later(3);
    expect(await mailsTo(who)).toEqual([]);
  });

  it('the check continues when one search fails, and tries that one again an hour later', async () => {
    const [broken, fine] = [await shop.make.user(), await shop.make.user()];
    const id = await save(broken, { q: 'breakable' });
    await save(fine, { q: 'breakable' });
    // A condition that no version of the shop has stored.
    await shop.database
      .sql`update saved_searches set query = '{"minPrice": "dear"}' where id = ${id}`;
    later(1);
    await list('Breakable');
    later(3);
    await expect(look()).rejects.toThrow('Some searches could not be made');
    expect(await dueOf(broken)).toBe(now.getTime() + 3_600_000);
    const sent: Mail[] = [];
    await sendMails(sending(sent), ['news-searches']);
    expect(sent.map(({ to }) => to)).toContain(fine.email);
    await shop.database.sql`delete from saved_searches where id = ${id}`;
  });

  it('the other searches of a user are mailed when one fails, and the failure is reported', async () => {
    const who = await shop.make.user();
    const id = await save(who, { q: 'unbrokeno' }, 'Broken');
    await save(who, { q: 'halfbroken' }, 'Fine');
    await shop.database
      .sql`update saved_searches set query = '{"minPrice": "dear"}' where id = ${id}`;
    later(1);
    await list('Halfbroken');
    later(3);
    await expect(look()).rejects.toThrow('Some searches could not be made');
    // The mail is queued, so the next one may come a day later.
    expect(await dueOf(who)).toBe(now.getTime() + 24 * 3_600_000);
    const sent: Mail[] = [];
    await expect(sendMails(sending(sent), ['news-searches'])).rejects.toThrow();
    const mails = sent.filter(({ to }) => to === who.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['New in the shop: Halfbroken']);
    await shop.database.sql`delete from saved_searches where id = ${id}`;
  });
});
