import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailKind, mailKinds } from '#contract/operations/mail-kinds.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { mailReaders } from '../../database/schema/mails.ts';
import { transaction } from '../../database/transaction.ts';
import { createAlertLinks } from '../../features/alerts/alert-links.ts';
import { createSaleCodes } from '../../features/bookings/sale-codes.ts';
import { defaultMailBrand } from '../../features/mails/mail-brand.ts';
import { queueSaleMail } from '../../features/mails/queue-sale-mail.ts';
import type { AccountMail } from '../../providers/identity/port.ts';
import { type Mail, MailUnavailable } from '../../providers/mail/port.ts';
import { addBooking, addPayment, addUser } from '../../testing/builders.ts';
import { servedPictures } from '../../testing/served-pictures.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sendMailsAfterCommits } from './send-after-commit.ts';
import { sendMails } from './send-mails.ts';

let database: TestDatabase;
let sent: Mail[];
let refuse: (mail: Mail) => Error | undefined;
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`delete from queued_mails`;
  sent = [];
  refuse = () => undefined;
  now = new Date('2026-05-01T10:00:00Z');
});

const clock: Clock = { now: () => now };
const mail = {
  name: 'in memory',
  async send(one: Mail) {
    const refusal = refuse(one);
    if (refusal) throw refusal;
    sent.push(one);
  },
  close: async () => undefined,
};
const saleCodes = createSaleCodes('a secret of these tests');
const deps = () => ({
  database,
  mail,
  identity: {},
  clock,
  saleCodes,
  alertLinks: createAlertLinks('a secret of these tests'),
  origin: () => 'https://shop.test',
  imageHost: servedPictures,
});
const send = () => sendMails(deps());
const queue = (
  bookingId: string,
  kind: MailKind,
  readers = mailReaders as readonly ('buyer' | 'seller')[],
) => transaction(database, (tx) => queueSaleMail(tx, { kind, bookingId, readers }, now));
const sendComposed = (compose: () => Promise<AccountMail>) =>
  sendMails({
    ...deps(),
    identity: {
      composeMail: async () => {
        const mail = await compose();
        return {
          to: 'ada@reprise.test',
          language: null,
          origin: 'https://shop.test',
          write: () => mail,
        };
      },
    },
  });
/** The identity provider composes it. */
const queueAccountMail = () => database.sql`
  with identity as (
    insert into auth_users (id, name, email, created_at, updated_at)
    values (gen_random_uuid(), 'Nora', gen_random_uuid()::text, ${now}, ${now}) returning id
  )
  insert into queued_mails (id, key, kind, subject_id, rank, due_at, created_at)
  select gen_random_uuid(), 'reset', 'reset', id, 0, ${now}, ${now} from identity`;
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const released = { state: 'released', releasedAt: new Date(), releaseReason: 'expired' } as const;

const german = loadedLanguage(
  { tag: 'de', prefix: '/de' },
  {
    [msg`See your bookings`.id]: 'Zu den Buchungen',
    [msg`${{ productName: '' }} is yours`.id]: [['productName'], ' gehört Ihnen'],
  },
);

describe('mails in the reader’s language', () => {
  it('mails are in the reader’s language with links to its pages, and others in the shop’s first language', async () => {
    const buyerId = await addUser(database, { name: 'Bea' });
    const sellerId = await addUser(database, { name: 'Sol', role: 'seller' });
    await database.sql`update users set language = 'de' where id = ${buyerId}`;
    const productName = 'Cello';
    const bookingId = await addBooking(database, {
      buyerId,
      sellerId,
      productName,
      priceCents: 123_450,
    });
    await queue(bookingId, 'paid');
    const languages = [...englishOnly, german];
    expect(await sendMails({ ...deps(), languages })).toBe(2);
    const toBuyer = sent.find(({ to }) => to === `${buyerId}@reprise.test`);
    const toSeller = sent.find(({ to }) => to === `${sellerId}@reprise.test`);
    expect(toBuyer?.subject).toBe('Cello gehört Ihnen');
    expect(toBuyer?.text).toContain('Zu den Buchungen:\nhttps://shop.test/de/');
    expect(toBuyer?.text).toContain('1.234,50\u00a0$');
    expect(toBuyer?.html).toContain('<html lang="de" dir="ltr"');
    expect(toSeller?.subject).toBe('Cello is sold');
    expect(toSeller?.html).toContain('<html lang="en" dir="ltr"');
    expect(toSeller?.text).toContain('https://shop.test/dashboard');
  });
});

it('mails to readers without a language are in the first language of the shop, not in English', async () => {
  const buyerId = await addUser(database, { name: 'Bea' });
  const sellerId = await addUser(database, { name: 'Sol', role: 'seller' });
  const bookingId = await addBooking(database, { buyerId, sellerId, productName: 'Cello' });
  await queue(bookingId, 'paid');
  expect(await sendMails({ ...deps(), languages: [german, ...englishOnly] })).toBe(2);
  expect(sent.map(({ language }) => language)).toEqual(['de', 'de']);
  expect(sent.find(({ to }) => to === `${buyerId}@reprise.test`)?.subject).toBe(
    'Cello gehört Ihnen',
  );
});

it('times in mails are in the zone of the reader, or else in that of the shop', async () => {
  const buyerId = await addUser(database, { name: 'Bea' });
  const sellerId = await addUser(database, { name: 'Sol', role: 'seller' });
  await database.sql`update users set time_zone = 'Asia/Tokyo' where id = ${buyerId}`;
  const bookingId = await addBooking(database, { buyerId, sellerId });
  await database.sql`
    update bookings set hold_expires_at = '2026-05-03T20:30:00Z' where id = ${bookingId}`;
  await queue(bookingId, 'hold-expiring');
  const brand = { ...defaultMailBrand, timeZone: 'America/New_York' };
  expect(await sendMails({ ...deps(), brand })).toBe(2);
  const textTo = (id: string) => sent.find(({ to }) => to === `${id}@reprise.test`)?.text;
  expect(textTo(buyerId)).toContain('4 May 2026 at 05:30 GMT+9');
  expect(textTo(sellerId)).toContain('3 May 2026 at 16:30 GMT-4');
});

describe('mails about a sale', () => {
  it.each(mailKinds)('%s go to buyer and seller, as text and HTML', async (kind) => {
    const buyerId = await addUser(database, { name: 'Bea' });
    const sellerId = await addUser(database, { name: 'Sol', role: 'seller' });
    const bookingId = await addBooking(database, {
      buyerId,
      sellerId,
      buyerName: 'Bea',
      productName: 'Cello <one>',
      priceCents: 123_450,
      ...(kind === 'hold-expired' ? released : {}),
    });
    await queue(bookingId, kind);
    expect(await send()).toBe(2);
    const [toBuyer, toSeller] = ['Hello Bea', 'Hello Sol'].map((greeting) =>
      sent.find(({ text }) => text.startsWith(greeting)),
    );
    expect(toBuyer?.to).toBe(`${buyerId}@reprise.test`);
    expect(toSeller?.to).toBe(`${sellerId}@reprise.test`);
    for (const { subject, text, html } of sent) {
      expect(subject).not.toMatch(/undefined|null/);
      expect(text).not.toMatch(/undefined|null|Invalid/);
      expect(subject + text).toContain('Cello <one>');
      expect(html).not.toContain('Cello <one>');
      expect(html).toContain('Cello &lt;one&gt;');
    }
  });

  it.each(mailKinds)(
    '%s to an unproven address say what happened and contain nothing that somebody typed',
    async (kind) => {
      const name = 'Win at evil.test';
      const buyerId = await addUser(database, { name, emailProvenAt: null });
      const sellerId = await addUser(database, { name, role: 'seller', emailProvenAt: null });
      const bookingId = await addBooking(database, {
        buyerId,
        sellerId,
        buyerName: name,
        productName: name,
        location: name,
        phone: name,
        ...(kind === 'hold-expired' ? released : {}),
      });
      await queue(bookingId, kind);
      expect(await send()).toBe(2);
      expect(JSON.stringify(sent)).not.toContain('evil');
      for (const { text } of sent) expect(text).toContain(`Booking: ${bookingId}`);
      expect(sent.map(({ text }) => text).join()).toMatch(
        /https:\/\/shop\.test\/dashboard\/.*https:\/\/shop\.test\/dashboard\//s,
      );
    },
  );

  it('mails about a sale say where, how much and until when to pay', async () => {
    const bookingId = await addBooking(database, {
      priceCents: 123_450,
      holdExpiresAt: new Date('2026-05-03T10:00:00Z'),
    });
    await queue(bookingId, 'booked', ['buyer']);
    await send();
    expect(sent[0]?.text).toContain('$1,234.50');
    expect(sent[0]?.text).toContain('3 May 2026 at 10:00 UTC');
    expect(sent[0]?.text).toContain(`https://shop.test/dashboard/payment/${bookingId}`);
  });

  it('the mail about a refund names the refunded charge, not the recorded one', async () => {
    const bookingId = await addBooking(database);
    const refundDue = { state: 'refund-due', refundReason: 'too late' } as const;
    const late = await addPayment(database, { bookingId, transactionId: 'pi_late', ...refundDue });
    await addPayment(database, { bookingId, transactionId: 'pi_recorded' });
    const readers = ['buyer'] as const;
    await transaction(database, async (tx) => {
      queueSaleMail(tx, { kind: 'refunded', bookingId, readers, about: late }, now);
      queueSaleMail(tx, { kind: 'paid', bookingId, readers }, now);
    });
    await send();
    const of = (subject: RegExp) => sent.find((one) => subject.test(one.subject))?.text;
    expect(of(/way back/)).toContain('pi_late');
    expect(of(/is yours/)).toContain('pi_recorded');
  });
});

describe('the outbox', () => {
  it('a mail is sent once, however often it is queued and the job runs', async () => {
    const bookingId = await addBooking(database);
    await queue(bookingId, 'paid', ['buyer']);
    await queue(bookingId, 'paid', ['buyer']);
    const counts = await Promise.all([send(), send(), send()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await send()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('a transaction that was rolled back sends no mail', async () => {
    const bookingId = await addBooking(database);
    const rolledBack = transaction(database, async (tx) => {
      queueSaleMail(tx, { kind: 'paid', bookingId }, now);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await send()).toBe(0);
  });

  it('a mail is retried after growing pauses without delaying others', async () => {
    const [first, second] = [await addBooking(database), await addBooking(database)];
    await queue(first, 'paid', ['buyer']);
    later(1);
    await queue(second, 'booked', ['buyer']);
    refuse = ({ subject }) => (subject.includes('is yours') ? new Error('full') : undefined);
    await expect(send()).rejects.toThrow('Some mails could not be sent yet');
    expect(sent.map(({ subject }) => subject)).toEqual(['Violin is held for you']);
    refuse = () => undefined;
    later(1);
    expect(await send()).toBe(0);
    later(1);
    expect(await send()).toBe(1);
  });

  it('a mail is taken over from a crashed server with the same id', async () => {
    const bookingId = await addBooking(database);
    await queue(bookingId, 'paid', ['buyer']);
    const [{ id = '' } = {}] = await database.sql`
      update queued_mails set tried_at = ${now}, attempts = 1,
        due_at = ${now}::timestamptz + interval '10 minutes'
      returning id`;
    later(9);
    expect(await send()).toBe(0);
    later(1);
    expect(await send()).toBe(1);
    expect(sent[0]?.id).toBe(id);
  });

  it('a mail is sent as soon as its transaction is committed, even if it was queued during the sending', async () => {
    const log = { info: vi.fn(), warn: vi.fn() };
    const mailer = sendMailsAfterCommits({ ...deps(), log });
    try {
      const bookings = [await addBooking(database), await addBooking(database)];
      await Promise.all(bookings.map((bookingId) => queue(bookingId, 'paid', ['buyer'])));
      await expect.poll(() => sent, { timeout: 20_000 }).toHaveLength(2);
      await queue(await addBooking(database), 'paid', ['seller']);
      await expect.poll(() => sent, { timeout: 20_000 }).toHaveLength(3);
    } finally {
      await mailer.stop();
    }
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('a backlog of mails is sent in one run, several in parallel', async () => {
    const bookingId = await addBooking(database, { state: 'paid', paidAt: now });
    await transaction(database, async (tx) => {
      for (let count = 0; count < 250; count += 1) {
        queueSaleMail(tx, { kind: 'paid', bookingId, about: String(count) }, now);
      }
    });
    let open = 0;
    let maxOpen = 0;
    const slowMail = {
      ...mail,
      async send(one: Mail) {
        open += 1;
        maxOpen = Math.max(maxOpen, open);
        await new Promise(setImmediate);
        open -= 1;
        return mail.send(one);
      },
    };
    expect(await sendMails({ ...deps(), mail: slowMail })).toBe(500);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(500);
    expect(maxOpen).toBeGreaterThan(1);
  });

  it('a mail that an outage of the database interrupted is released, and sent in the next run', async () => {
    await queueAccountMail();
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    await expect(sendComposed(() => Promise.reject(away))).rejects.toThrow();
    const step = { label: 'Go', link: 'https://shop.test/login' };
    const composed = { to: 'a@b.test', subject: 'x', paragraphs: ['y'], step, reason: 'z' };
    expect(await sendComposed(async () => ({ ...composed, shop: 'https://shop.test' }))).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('a statement that takes too long for one mail is given up in time, and the others are sent', async () => {
    await queueAccountMail();
    await queue(await addBooking(database), 'paid');
    const slow = async () => {
      await database.transaction(async (tx) => {
        await tx.sql`set local statement_timeout = 20`;
        await tx.sql`select pg_sleep(60)`;
      });
    };
    await expect(sendComposed(slow as never)).rejects.toThrow('Some mails could not be sent yet');
    expect(sent).toHaveLength(2);
    const [row] = await database.sql`select attempts from queued_mails where rank = 0`;
    expect(row).toEqual({ attempts: 1 });
  });

  it('a mail that cannot be composed is retried after growing pauses, and the others are sent', async () => {
    await queueAccountMail();
    await queue(await addBooking(database), 'paid');
    const broken = () => Promise.reject(new TypeError('broken'));
    await expect(sendComposed(broken)).rejects.toThrow('Some mails could not be sent yet');
    expect(sent).toHaveLength(2);
    expect(await sendComposed(broken)).toBe(0);
    later(2);
    await expect(sendComposed(broken)).rejects.toThrow('Some mails could not be sent yet');
    const [row] =
      await database.sql`select attempts, last_fault as fault from queued_mails where rank = 0`;
    expect(row).toEqual({ attempts: 2, fault: expect.stringContaining('Unexpected: TypeError') });
  });

  it('a run ends while the mail server is away, and everything is sent when it is back', async () => {
    const bookingId = await addBooking(database, { state: 'paid', paidAt: now });
    await transaction(database, async (tx) => {
      for (let count = 0; count < 30; count += 1) {
        queueSaleMail(tx, { kind: 'paid', bookingId, readers: ['buyer'], about: `${count}` }, now);
      }
    });
    let attempts = 0;
    refuse = () => {
      attempts += 1;
      return new MailUnavailable(new Error('connect ECONNREFUSED'));
    };
    for (let minute = 0; minute < 60; minute += 1) {
      await expect(send()).rejects.toThrow('Some mails could not be sent yet');
      later(1);
    }
    // One for each connection and run, not one for each mail.
    expect(attempts).toBeLessThanOrEqual(60 * 5);
    refuse = () => undefined;
    expect(await send()).toBe(30);
  });

  it('mails are dropped after two days of attempts, and those to removed users immediately', async () => {
    const buyerId = await addUser(database, { removedAt: now });
    await queue(await addBooking(database, { buyerId }), 'paid', ['buyer']);
    expect(await send()).toBe(0);
    await queue(await addBooking(database), 'paid', ['buyer']);
    refuse = () => new Error('550 no such mailbox zoe@reprise.test');
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await send().catch(() => undefined);
      later(8 * 60);
    }
    const rows =
      await database.sql`select attempts, last_fault, dropped_at from queued_mails order by attempts`;
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 12]);
    expect(rows.every(({ dropped_at }) => dropped_at !== null)).toBe(true);
    expect(rows[1]?.last_fault).toContain('Unexpected: Error');
  });
});
