import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { MailKind } from '#contract/operations/mail-kinds.ts';
import { formatUtc } from '../../../core/format-time.ts';
import type { fulfilments } from '../../../database/schema/fulfilments.ts';
import { transaction } from '../../../database/transaction.ts';
import { sendMails } from '../../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../../providers/mail/port.ts';
import { addBooking, addPayment, addUser, insertRow } from '../../../testing/builders.ts';
import { mailSending } from '../../../testing/mail-sending.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createAlertLinks } from '../../alerts/alert-links.ts';
import { createSaleCodes } from '../../bookings/sale-codes.ts';
import { queueSaleMail } from '../../mails/queue-sale-mail.ts';
import { refundReasons } from '../../payments/payments.ts';

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

const secret = 'a secret of these tests';
const saleCodes = createSaleCodes(secret);
const alertLinks = createAlertLinks(secret);
const send = () =>
  sendMails(mailSending({ database, saleCodes, alertLinks }, sent, { clock: { now: () => now } }));
const queue = (bookingId: string, kind: MailKind, about?: string) =>
  transaction(database, (tx) =>
    queueSaleMail(tx, { kind, bookingId, ...(about ? { about } : {}) }, now),
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
    'the mail %s is sent or dropped when the booking is %s by now',
    async (kind, _state, booking, count) => {
      await queue(await addBooking(database, booking), kind);
      expect(await send()).toBe(count);
      const waiting = await database.sql`
      select from queued_mails where sent_at is null and dropped_at is null`;
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

  it('the mail about a second charge does not say that the instrument is lost', async () => {
    const { buyer, seller } = await mailsAbout(refundReasons.alreadyPaid);
    expect(buyer).toContain('which was paid already');
    expect(buyer).not.toContain('could no longer be yours');
    expect(seller).toContain('The first payment is not affected');
  });

  it('a mail about a late charge states the amount that was charged, not the price', async () => {
    const { buyer, seller } = await mailsAbout(refundReasons.wrongAmount, 20_000);
    expect(buyer).toContain('$200.00');
    expect(buyer).not.toContain('$250.00');
    expect(seller).toContain('was not for its price');
  });

  it('the mail about a charge after the hold says that it came too late', async () => {
    const { buyer, seller } = await mailsAbout(refundReasons.bookingEnded);
    expect(buyer).toContain('could no longer be yours');
    expect(seller).toContain('came too late');
  });
});

describe('a mail about a sale that goes on', () => {
  const hourMs = 3_600_000;
  const paidAt = new Date(now.getTime() - 48 * hourMs);
  type Row = Omit<typeof fulfilments.$inferInsert, 'bookingId' | 'paidAt'>;
  const states = {
    awaiting: { state: 'awaiting' },
    sent: { state: 'sent', carrier: 'DHL', sentAt: paidAt },
    received: {
      state: 'received',
      receivedAt: paidAt,
      returnUntil: new Date(now.getTime() + hourMs),
    },
    over: { state: 'received', receivedAt: paidAt, returnUntil: now },
    cancelled: { state: 'cancelled', cancelledAt: now },
  } satisfies Record<string, Row>;

  async function addSale(state: keyof typeof states, given: Parameters<typeof addBooking>[1] = {}) {
    const bookingId = await addBooking(database, { ...paid, ...given });
    const row: Row = states[state];
    await insertRow(database, 'fulfilments', { bookingId, paidAt, ...row });
    return bookingId;
  }

  test.each([
    ['may-cancel', 'awaiting', 2],
    ['may-cancel', 'sent', 0],
    ['sent', 'sent', 2],
    ['sent', 'received', 0],
    ['receipt-assumed-soon', 'sent', 2],
    ['receipt-assumed-soon', 'received', 0],
    ['return-window-ending', 'received', 2],
    ['return-window-ending', 'over', 0],
    ['return-window-ending', 'cancelled', 0],
    ['paid', 'awaiting', 2],
    ['paid', 'cancelled', 0],
  ] as const)(
    'the mail %s is sent or dropped when the sale is %s by now',
    async (kind, state, count) => {
      await queue(await addSale(state), kind);
      expect(await send()).toBe(count);
    },
  );

  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const addReturn = (bookingId: string, state: string, giveBackBy: Date | null = null) =>
    database.sql`
      insert into returns (id, booking_id, reason, state, requested_at, decided_at, give_back_by)
      values (gen_random_uuid(), ${bookingId}, 'It hums', ${state}, ${paidAt},
        ${state === 'requested' ? null : now}, ${giveBackBy})`;
  const addDecidedDispute = (bookingId: string, openedAt: Date, decidedAt: Date) => database.sql`
    insert into disputes
      (id, booking_id, cause, state, opened_at, decided_at, refund_cents, goes_back)
    values (gen_random_uuid(), ${bookingId}, 'chargeback', 'decided', ${openedAt}, ${decidedAt},
      0, false)`;

  test.each([
    ['return-accepted-soon', 'requested', 2],
    ['return-accepted-soon', 'accepted', 0],
    ['return-accepted-soon', 'contested', 0],
    ['return-accepted-soon', 'given-back', 0],
    ['return-lapsing', 'accepted', 2],
    ['return-lapsing', 'given-back', 0],
    ['return-lapsing', 'lapsed', 0],
    ['return-window-ending', 'requested', 0],
  ] as const)(
    'the mail %s is sent or dropped when the return is %s by now',
    async (kind, state, count) => {
      const bookingId = await addSale('received');
      await addReturn(bookingId, state, hoursAgo(-24));
      await queue(bookingId, kind);
      expect(await send()).toBe(count);
    },
  );

  it('return-lapsing is dropped when the time for giving back is over', async () => {
    const bookingId = await addSale('received');
    await addReturn(bookingId, 'accepted', now);
    await queue(bookingId, 'return-lapsing');
    expect(await send()).toBe(0);
  });

  describe.each([
    ['may-cancel', 'awaiting', null],
    ['receipt-assumed-soon', 'sent', null],
    ['return-window-ending', 'received', null],
    ['return-accepted-soon', 'received', 'requested'],
    ['return-lapsing', 'received', 'accepted'],
  ] as const)('%s', (kind, state, returnState) => {
    async function queueReminder() {
      const bookingId = await addSale(state);
      if (returnState) await addReturn(bookingId, returnState, hoursAgo(-24));
      await queue(bookingId, kind);
      return bookingId;
    }

    it('a mail about a sale is dropped during a dispute', async () => {
      const bookingId = await queueReminder();
      await database.sql`
        insert into disputes (id, booking_id, cause, state, opened_at)
        values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', ${now})`;
      expect(await send()).toBe(0);
    });

    it('a mail about a sale is dropped when a dispute was decided after it was queued', async () => {
      await addDecidedDispute(await queueReminder(), hoursAgo(2), hoursAgo(-1));
      expect(await send()).toBe(0);
    });

    it('a mail about a sale is sent when a dispute was decided before it was queued', async () => {
      await addDecidedDispute(await queueReminder(), hoursAgo(2), hoursAgo(1));
      expect(await send()).toBe(2);
    });
  });

  test.each([
    ['may-cancel', 'awaiting', 14],
    ['sent', 'sent', 14],
    ['receipt-assumed-soon', 'sent', 14],
    ['return-accepted-soon', 'received', 5],
  ] as const)('%s names the date with the hours of a dispute added', async (kind, state, days) => {
    const bookingId = await addSale(state);
    await addReturn(bookingId, 'requested');
    await addDecidedDispute(bookingId, hoursAgo(30), hoursAgo(20));
    await queue(bookingId, kind);
    await send();
    const date = formatUtc(new Date(paidAt.getTime() + days * 24 * hourMs + 10 * hourMs));
    const readers = sent.filter(({ text }) => text.includes(date));
    // The seller has sent it, so that mail only confirms it.
    expect(readers).toHaveLength(kind === 'sent' ? 1 : 2);
  });

  it('the mail about the payment has the buyer’s code and warns of scams', async () => {
    const bookingId = await addSale('awaiting', {
      buyerId: await addUser(database, { name: 'Bea' }),
      buyerName: 'Bea',
    });
    await queue(bookingId, 'paid');
    await send();
    const [code = ''] = [saleCodes.codeOf('handover', bookingId)];
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const [toBuyer, toSeller] = ['Hello Bea', 'Hello Clara'].map((greeting) =>
      sent.find(({ text }) => text.startsWith(greeting)),
    );
    expect(toBuyer?.text).toContain(`Your code: ${typed}`);
    expect(toBuyer?.text).toContain('“send me the code first”');
    expect(JSON.stringify(toSeller)).not.toContain(typed);
    expect(toSeller?.pictures).toBeUndefined();
    expect(toSeller?.html).not.toContain('cid:');
  });

  it('the mail about the payment shows the code as an inline QR code beside the picture', async () => {
    const buyerId = await addUser(database, { name: 'Bea' });
    const bookingId = await addSale('awaiting', { buyerId, buyerName: 'Bea' });
    await queue(bookingId, 'paid');
    await send();
    const toBuyer = sent.find(({ text }) => text.startsWith('Hello Bea'));
    const code = saleCodes.codeOf('handover', bookingId) ?? '';
    const [picture] = toBuyer?.pictures ?? [];
    expect(readQr(picture?.content)).toBe(code);
    const [instrument, shown = '', ...others] = toBuyer?.html?.match(/<img[^>]*>/g) ?? [];
    expect(instrument).toMatch(/src="https:\/\/shop\.test\/pictures\/[0-9a-f-]{36}\/480\.webp"/);
    expect(instrument).toContain('alt="Violin"');
    expect(others).toEqual([]);
    expect(shown).toContain(`src="cid:${picture?.cid}"`);
    expect(shown).toContain(`alt="Your code ${code.slice(0, 3)} ${code.slice(3)} as a QR code"`);
    const row = /<tr><td[^>]*><img src="cid:.*?<\/tr>/.exec(toBuyer?.html ?? '')?.[0];
    expect(row).toContain('“send me the code first”');
  });

  it('the mail about the payment has no code after sending, nor for an unverified address', async () => {
    const buyerId = await addUser(database, { emailProvenAt: null });
    for (const bookingId of [await addSale('sent'), await addSale('awaiting', { buyerId })]) {
      await queue(bookingId, 'paid');
      await send();
      const code = saleCodes.codeOf('handover', bookingId);
      expect(JSON.stringify(sent)).not.toContain(`${code.slice(0, 3)} ${code.slice(3)}`);
    }
    expect(sent.filter(({ pictures }) => pictures)).toEqual([]);
    expect(JSON.stringify(sent)).not.toContain('send me the code');
  });
});

/** In a process of its own, because the shop's picture decoder lets sharp read no GIF in a process that has loaded it. */
function readQr(gif: Uint8Array = new Uint8Array()): string {
  const program = `
    import { decodeQR } from 'qr/decode.js';
    import sharp from 'sharp';
    const bytes = Buffer.from('${Buffer.from(gif).toString('base64')}', 'base64');
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    process.stdout.write(decodeQR({ ...info, data }));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
}
