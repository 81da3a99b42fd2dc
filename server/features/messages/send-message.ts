import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { findContact } from './find-contact.ts';
import { lockWriterAndReader } from './lock-two-people.ts';
import { digestOf, requireFewThreads, requireOwnWords } from './message-limits.ts';
import { queueMessageMail } from './queue-message-mail.ts';
import { isBlocked } from './read-block.ts';
import { openUntil } from './thread-openness.ts';

interface NewMessage {
  text: string;
  /** Found in the same transaction (`findEvidence`). */
  imageIds?: readonly string[];
  /** The same key from the same author means the same message. */
  idempotencyKey?: string | undefined;
}

interface ThreadPeople {
  id: string;
  buyerId: string;
  sellerId: string;
}

/**
 * Writes in a thread. Looks first whether its two people may write to each other, then at the limits, then stores it and
 * queues a mail. Locks both people, then the thread.
 * @returns the message's id
 * @throws Problem not-signed-in when the author was removed; not-found when the thread is somebody else's; conflict when it is
 *   closed, by a block too, which it does not say; too-many-requests; cannot-process when the key was used for another message
 */
export async function sendMessage(
  tx: Tx,
  author: { id: string },
  { threadId, ...message }: NewMessage & { threadId: string },
  at: Date,
): Promise<string> {
  const [thread] = await tx.sql<ThreadPeople[]>`
    select id, buyer_id as "buyerId", seller_id as "sellerId" from threads
    where id = ${threadId} and ${author.id} in (buyer_id, seller_id)`;
  if (!thread) throw threadNotFound();
  const readerId = otherSideOf(thread, author.id);
  await lockWriterAndReader(tx, { writerId: author.id, readerId });
  const repeated = await findRepeatedMessage(tx, author.id, message);
  if (repeated) return repeated.id;
  if (!(await isOpen(tx, thread, at))) throw threadClosed();
  return storeMessage(tx, { thread, authorId: author.id, readerId }, message, at);
}

interface NewThread extends Omit<NewMessage, 'imageIds'> {
  productId: string;
  bookingId?: string | undefined;
}

/**
 * Writes to the seller of a product that is on sale, or with a booking to the other side of that. Begins a thread, or goes on
 * with the one that there is.
 * @returns the thread's id
 * @throws Problem as `sendMessage`; not-found also when there is no such product or booking; not-allowed to sellers who would
 *   write to themselves
 */
export async function startThread(
  tx: Tx,
  author: { id: string },
  { productId, bookingId, ...message }: NewThread,
  at: Date,
): Promise<string> {
  const people = await findPeople(tx, author.id, { productId, bookingId });
  const readerId = otherSideOf(people, author.id);
  await lockWriterAndReader(tx, { writerId: author.id, readerId });
  const repeated = await findRepeatedMessage(tx, author.id, message);
  if (repeated) return repeated.threadId;
  const [known] = await tx.sql<{ id: string }[]>`
    select id from threads where product_id = ${productId} and buyer_id = ${people.buyerId}`;
  const thread = { id: known?.id ?? newId(at), ...people };
  if (!known) insertThread(tx, { ...thread, productId, startedBy: author.id }, at);
  if (!(await isOpen(tx, thread, at))) throw threadClosed();
  if (!known) await requireFewThreads(tx, author.id, at);
  await storeMessage(tx, { thread, authorId: author.id, readerId }, message, at);
  return thread.id;
}

export function threadNotFound(): Problem {
  return new Problem('not-found', 'There is no such conversation');
}

/** The same for every reason, so that nobody learns that they are blocked. */
function threadClosed(): Problem {
  return new Problem('conflict', 'This conversation is closed, so nothing can be written here', {
    reason: 'thread-closed',
  });
}

function otherSideOf({ buyerId, sellerId }: Omit<ThreadPeople, 'id'>, userId: string): string {
  return userId === buyerId ? sellerId : buyerId;
}

async function findPeople(
  tx: Tx,
  authorId: string,
  { productId, bookingId }: { productId: string; bookingId?: string | undefined },
): Promise<Omit<ThreadPeople, 'id'>> {
  if (bookingId === undefined) {
    const [product] = await tx.sql<{ sellerId: string }[]>`
      select seller_id as "sellerId" from products where id = ${productId}`;
    if (!product) throw new Problem('not-found', 'There is no such product');
    if (product.sellerId === authorId) {
      throw new Problem(
        'not-allowed',
        'This is your own instrument. Write from one of its orders.',
      );
    }
    return { buyerId: authorId, sellerId: product.sellerId };
  }
  const [booking] = await tx.sql<Omit<ThreadPeople, 'id'>[]>`
    select buyer_id as "buyerId", seller_id as "sellerId" from bookings
    where id = ${bookingId} and product_id = ${productId} and ${authorId} in (buyer_id, seller_id)`;
  if (!booking) throw new Problem('not-found', 'There is no such booking');
  return booking;
}

function insertThread(
  tx: Tx,
  thread: ThreadPeople & { productId: string; startedBy: string },
  at: Date,
): void {
  const { id, productId, buyerId, sellerId, startedBy } = thread;
  tx.write`
    insert into threads (id, product_id, buyer_id, seller_id, started_by, created_at)
    values (${id}, ${productId}, ${buyerId}, ${sellerId}, ${startedBy}, ${at})`;
}

/** Whether the two can write to each other. Both are locked, so that it stays so. */
async function isOpen(tx: Tx, { id, buyerId, sellerId }: ThreadPeople, at: Date): Promise<boolean> {
  const [row] = await tx.sql<{ isOpen: boolean }[]>`
    select ${openUntil(tx.sql, at)} is not null as "isOpen"
    from threads t join products p on p.id = t.product_id
    join users buyer on buyer.id = t.buyer_id join users seller on seller.id = t.seller_id
    where t.id = ${id}`;
  return row?.isOpen === true && !(await isBlocked(tx, buyerId, sellerId));
}

/** @throws Problem cannot-process when the earlier message was different */
async function findRepeatedMessage(
  tx: Tx,
  authorId: string,
  { idempotencyKey, text }: NewMessage,
): Promise<{ id: string; threadId: string } | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const [first] = await tx.sql<{ id: string; threadId: string; text: string }[]>`
    select id, thread_id as "threadId", text from messages
    where author_id = ${authorId} and idempotency_key = ${idempotencyKey}`;
  if (!first || first.text === text) return first;
  throw new Problem(
    'cannot-process',
    'This Idempotency-Key has been used for another message. Send a new one.',
  );
}

async function storeMessage(
  tx: Tx,
  { thread, authorId, readerId }: { thread: ThreadPeople; authorId: string; readerId: string },
  { text, imageIds = [], idempotencyKey = undefined }: NewMessage,
  at: Date,
): Promise<string> {
  const digest = digestOf(text);
  await requireOwnWords(tx, { authorId, readerId, digest }, at);
  await tx.sql`select from threads where id = ${thread.id} for update`;
  const id = newId(at);
  tx.write`
    insert into messages (id, thread_id, author_id, text, text_digest, contact, idempotency_key, created_at)
    values (${id}, ${thread.id}, ${authorId}, ${text}, ${digest}, ${findContact(text)},
      ${idempotencyKey ?? null}, ${at})`;
  for (const userId of [thread.buyerId, thread.sellerId].sort()) {
    const unread = userId === readerId ? 1 : 0;
    tx.write`
      insert into thread_sides as side (thread_id, user_id, last_message_id, unread)
      values (${thread.id}, ${userId}, ${id}, ${unread}::int)
      on conflict (thread_id, user_id) do update
        set last_message_id = greatest(side.last_message_id, excluded.last_message_id),
          unread = side.unread + excluded.unread`;
  }
  await saveEvidence(tx, id, imageIds);
  await queueMessageMail(tx, { threadId: thread.id, readerId }, at);
  return id;
}
