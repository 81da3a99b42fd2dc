import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { MailKind } from '../../database/schema/mails.ts';
import { transaction } from '../../database/transaction.ts';
import { queueMail } from '../../features/mails/queue-mail.ts';
import { refundReasons } from '../../features/payments/payments.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { addBooking, addPayment } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sendMails } from './send-mails.ts';

/* A mail may be sent long after it was queued, and what it says must be true then. */

let database: TestDatabase;
let sent: Mail[];
const now = new Date('2026-05-01T10:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  sent = [];
});

const mail = {
  name: 'in memory',
  send: async (one: Mail) => void sent.push(one),
  close: async () => undefined,
};
const send = () =>
  sendMails({
    database,
    mail,
    identity: {},
    clock: { now: () => now },
    origin: () => 'https://shop.test',
  });
const queue = (bookingId: string, kind: MailKind, about?: string) =>
  transaction(database, (tx) =>
    queueMail(tx, { kind, bookingId, ...(about ? { about } : {}) }, now),
  );

const held = { state: 'held', holdExpiresAt: new Date('2026-05-01T10:01:00Z') } as const;
const expired = { state: 'held', holdExpiresAt: now } as const;
const paid = { state: 'paid', paidAt: now } as const;
const released = { state: 'released', releasedAt: now, releaseReason: 'expired' } as const;

describe('a mail about a hold', () => {
  test.each([
    ['booked', 'held', held, 2],
    ['booked', 'paid', paid, 2],
    ['booked', 'expired', expired, 0],
    ['booked', 'released', released, 0],
    ['hold-expiring', 'held', held, 2],
    ['hold-expiring', 'expired', expired, 0],
    ['hold-expiring', 'paid', paid, 0],
    ['hold-expiring', 'released', released, 0],
    ['hold-expired', 'released', released, 2],
    ['hold-expired', 'paid after all', paid, 0],
  ] as const)(
    '%s, when the booking is %s by now, is sent or dropped',
    async (kind, _state, booking, count) => {
      await queue(await addBooking(database, booking), kind);
      expect(await send()).toBe(count);
      const waiting = await database.sql`
      select from mails where sent_at is null and dropped_at is null`;
      expect(waiting).toHaveLength(0);
    },
  );
});

describe('a mail about a late charge', () => {
  async function mailsAbout(refundReason: string, amountCents = 25_000) {
    const bookingId = await addBooking(database, paid);
    const late = { state: 'refund-due', refundReason, amountCents } as const;
    const about = await addPayment(database, { bookingId, ...late });
    await addPayment(database, { bookingId });
    await queue(bookingId, 'refunded', about);
    await send();
    const textOf = (subject: RegExp) => sent.find((one) => subject.test(one.subject))?.text;
    return { buyer: textOf(/^Your money/), seller: textOf(/^The payment/) };
  }

  it('about a second charge does not say that the instrument is lost', async () => {
    const { buyer, seller } = await mailsAbout(refundReasons.alreadyPaid);
    expect(buyer).toContain('which was paid already');
    expect(buyer).not.toContain('could no longer be yours');
    expect(seller).toContain('What was paid before is not touched');
  });

  it('states the amount that was charged, not the price', async () => {
    const { buyer, seller } = await mailsAbout(refundReasons.wrongAmount, 20_000);
    expect(buyer).toContain('$200.00');
    expect(buyer).not.toContain('$250.00');
    expect(seller).toContain('another amount');
  });

  it('about a charge after the hold says that it came too late', async () => {
    const { buyer, seller } = await mailsAbout(refundReasons.bookingEnded);
    expect(buyer).toContain('could no longer be yours');
    expect(seller).toContain('came too late');
  });
});
