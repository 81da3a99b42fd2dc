import { newId } from '../../core/ids.ts';
import { type MailKind, mailReaders, mails } from '../../database/schema/mails.ts';
import type { Tx } from '../../database/transaction.ts';

/** What is told, and of which booking. What the mail says is read when it is sent, from the booking. */
export interface QueuedMail {
  kind: MailKind;
  bookingId: string;
  /** Who reads it; both by default. */
  readers?: readonly (typeof mailReaders)[number][];
  /** Tells apart what may happen to a booking more than once, a refund's payment for example. */
  about?: string;
}

/**
 * Sees to it that the people of a booking are written to, once the transaction is kept. The same mail about the same
 * booking is sent once, however often this is called.
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
}
