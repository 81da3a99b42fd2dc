import type { MailKind } from '#contract/mail-kinds.ts';
import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import { availabilityMail, mailReaders } from '../../database/schema/mails.ts';
import type { Tx } from '../../database/transaction.ts';

/** The content of the mail is made from the booking when it is sent. */
export interface QueuedMail {
  kind: MailKind;
  bookingId: string;
  /** Buyer and seller by default. */
  readers?: readonly (typeof mailReaders)[number][];
  /** Distinguishes mails of one kind about one booking: the payment's id for a refund. None when null. */
  about?: string | null;
}

/**
 * Queues a mail to the buyer and seller of a booking, which is sent after the commit. A mail that is
 * queued already is not queued again.
 */
export function queueMail(
  tx: Tx,
  { kind, bookingId, readers = mailReaders, about }: QueuedMail,
  at: Date,
): void {
  const row = (reader: (typeof mailReaders)[number]) => {
    const key = [kind, reader, bookingId, ...(about ? [about] : [])].join(':');
    return tx.sql`(${newId(at)}, ${key}, ${kind}, ${reader}, ${bookingId}, ${at}, ${currentRequestId()})`;
  };
  const [first, second] = readers;
  if (!first) return;
  const rows = second ? tx.sql`${row(first)}, ${row(second)}` : row(first);
  tx.write`
    insert into mails (id, key, kind, reader, booking_id, created_at, request_id) values ${rows}
    on conflict (key) do nothing`;
  tx.announce('mail-queued');
}

/** A user who waits for the product of a booking that has just ended. */
interface Watcher {
  bookingId: string;
  userId: string;
}

/** Queues a mail to each user who waits for a product that is free again. */
export function queueAvailabilityMails(tx: Tx, watchers: readonly Watcher[], at: Date): void {
  if (watchers.length === 0) return;
  const { kind, reader } = availabilityMail;
  for (const { bookingId, userId } of watchers) {
    tx.write`
      insert into mails (id, key, kind, reader, booking_id, reader_id, created_at, request_id)
      values (${newId(at)}, ${[kind, bookingId, userId].join(':')}, ${kind}, ${reader},
        ${bookingId}, ${userId}, ${at}, ${currentRequestId()})
      on conflict (key) do nothing`;
  }
  tx.announce('mail-queued');
}
