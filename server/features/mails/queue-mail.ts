import { newId } from '../../core/ids.ts';
import { type MailKind, mailReaders, mails } from '../../database/schema/mails.ts';
import type { Tx } from '../../database/transaction.ts';

/** The content of the mail is made from the booking when it is sent. */
export interface QueuedMail {
  kind: MailKind;
  bookingId: string;
  /** Buyer and seller by default. */
  readers?: readonly (typeof mailReaders)[number][];
  /** Distinguishes mails of one kind about one booking: the payment's id for a refund. */
  about?: string;
}

/**
 * Queues a mail to the buyer and seller of a booking, which is sent after the commit. A mail that is
 * queued already is not queued again.
 */
export async function queueMail(
  tx: Tx,
  { kind, bookingId, readers = mailReaders, about }: QueuedMail,
  at: Date,
): Promise<void> {
  const rows = readers.map((reader) => ({
    id: newId(at),
    key: [kind, reader, bookingId, ...(about ? [about] : [])].join(':'),
    kind,
    reader,
    bookingId,
    createdAt: at,
  }));
  await tx.insert(mails).values(rows).onConflictDoNothing({ target: mails.key });
  tx.announce('mail-queued');
}
