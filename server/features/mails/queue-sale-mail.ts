import type { MailKind } from '#contract/operations/mail-kinds.ts';
import { queueMail } from '../../database/queue-mail.ts';
import { availabilityMail, mailReaders } from '../../database/schema/mails.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/** The content of the mail is made from the booking when it is sent. */
export interface SaleMail {
  kind: MailKind;
  bookingId: string;
  /** Buyer and seller by default. */
  readers?: readonly (typeof mailReaders)[number][];
  /** Distinguishes mails of one kind about one booking: the payment's id for a refund. None when null. */
  about?: string | null;
}

const readerColumns = { buyer: rawSql('buyer_id'), seller: rawSql('seller_id') };

/** Queues a mail to the buyer and seller of a booking. */
export function queueSaleMail(
  tx: Tx,
  { kind, bookingId, readers = mailReaders, about }: SaleMail,
  at: Date,
): void {
  for (const reader of readers) {
    const readerId = tx.sql`(select ${readerColumns[reader]} from bookings where id = ${bookingId})`;
    queueMail(tx, { kind, reader, readerId, subjectId: bookingId, about: about ?? undefined }, at);
  }
}

/** A user who waits for the product of a booking that has just ended. */
interface Watcher {
  bookingId: string;
  userId: string;
}

/** Queues a mail to each user who waits for a product that is free again. */
export function queueAvailabilityMails(tx: Tx, watchers: readonly Watcher[], at: Date): void {
  for (const { bookingId, userId } of watchers) {
    const about = { subjectId: bookingId, readerId: userId, about: userId };
    queueMail(tx, { ...availabilityMail, ...about }, at);
  }
}
