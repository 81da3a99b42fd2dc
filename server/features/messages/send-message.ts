import type { ContactKind } from '#contract/messages/contact-kinds.ts';
import { msg } from '#contract/text.ts';
import { type Idempotency, requireSameRequest } from '../../core/idempotency.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { recordEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { addClips, type FoundClip } from '../clips/clip-uses.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { isBlocked } from '../users/read-block.ts';
import { lockWriterAndReader } from './lock-two-people.ts';
import { queueMessageMail } from './mails.ts';
import {
  digestOf,
  requireFewMessages,
  requireFewThreads,
  requireOwnWords,
} from './message-limits.ts';
import { openUntil } from './thread-openness.ts';

interface NewMessage {
  text: string;
  /** Found before the transaction (`findContact`), which locks people. */
  contact: readonly ContactKind[];
  /** Called when both people are locked (`findEvidence`). */
  findImages?: () => Promise<readonly string[]>;
  /** Called then too. */
  findClips?: () => Promise<readonly FoundClip[]>;
  /** The same key from the same author means the same message. */
  idempotency?: Idempotency | undefined;
}

interface ThreadPeople {
  productId: string;
  buyerId: string;
  sellerId: string;
}

/**
 * Writes in a thread. Looks first whether its two people may write to each other, then at the limits, then stores it
 * and queues a mail. Locks both people, then the thread.
 * @returns the message's id
 * @throws Problem not-signed-in when the author was removed; not-found when the thread is another user's; conflict when
 * it is closed, by a block too, which it does not say; too-many-requests; cannot-process when the key was used for
 * another message
 */
export async function sendMessage(
  tx: Tx,
  author: { id: string },
  { threadId, ...message }: NewMessage & { threadId: string },
  at: Date,
): Promise<string> {
  const [people] = await tx.sql<ThreadPeople[]>`
    select product_id as "productId", buyer_id as "buyerId", seller_id as "sellerId" from threads
    where id = ${threadId} and ${author.id} in (buyer_id, seller_id)`;
  if (!people) throw threadNotFound();
  const readerId = otherSideOf(people, author.id);
  await lockWriterAndReader(tx, { writerId: author.id, readerId });
  const repeated = await findRepeatedMessage(tx, author.id, message.idempotency);
  if (repeated) return repeated.id;
  if (!(await isOpen(tx, people, at))) throw threadClosed();
  return storeMessage(tx, { threadId, authorId: author.id, readerId }, message, at);
}

interface NewThread extends Omit<NewMessage, 'findImages' | 'findClips'> {
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
  const repeated = await findRepeatedMessage(tx, author.id, message.idempotency);
  if (repeated) return repeated.threadId;
  const [known] = await tx.sql<{ id: string }[]>`
    select id from threads where product_id = ${productId} and buyer_id = ${people.buyerId}`;
  if (!(await isOpen(tx, people, at))) throw threadClosed();
  if (!known) await requireFewThreads(tx, author.id, at);
  const threadId = known?.id ?? insertThread(tx, people, author.id, at);
  await storeMessage(tx, { threadId, authorId: author.id, readerId }, message, at);
  return threadId;
}

export function threadNotFound(): Problem {
  return new Problem('not-found', msg`There is no such conversation`);
}

/** The same for every reason, so that no one learns that they are blocked. */
function threadClosed(): Problem {
  return new Problem('conflict', msg`This conversation is closed, so nothing can be written here`, {
    reason: 'thread-closed',
  });
}

function otherSideOf({ buyerId, sellerId }: ThreadPeople, userId: string): string {
  return userId === buyerId ? sellerId : buyerId;
}

async function findPeople(
  tx: Tx,
  authorId: string,
  { productId, bookingId }: { productId: string; bookingId?: string | undefined },
): Promise<ThreadPeople> {
  if (bookingId === undefined) {
    const [product] = await tx.sql<{ sellerId: string }[]>`
      select seller_id as "sellerId" from products where id = ${productId}`;
    if (!product) throw new Problem('not-found', msg`There is no such product`);
    if (product.sellerId === authorId) {
      throw new Problem(
        'not-allowed',
        msg`This is your own instrument. Write to a buyer from the order.`,
      );
    }
    return { productId, buyerId: authorId, sellerId: product.sellerId };
  }
  const [booking] = await tx.sql<ThreadPeople[]>`
    select product_id as "productId", buyer_id as "buyerId", seller_id as "sellerId" from bookings
    where id = ${bookingId} and product_id = ${productId} and ${authorId} in (buyer_id, seller_id)`;
  if (!booking) throw new Problem('not-found', msg`There is no such booking`);
  return booking;
}

/** @returns its id */
function insertThread(
  tx: Tx,
  { productId, buyerId, sellerId }: ThreadPeople,
  startedBy: string,
  at: Date,
): string {
  const id = newId(at);
  tx.write`
    insert into threads (id, product_id, buyer_id, seller_id, started_by, created_at)
    values (${id}, ${productId}, ${buyerId}, ${sellerId}, ${startedBy}, ${at})`;
  return id;
}

/** Whether the two can write to each other. Both are locked, so that it stays so. */
async function isOpen(
  tx: Tx,
  { productId, buyerId, sellerId }: ThreadPeople,
  at: Date,
): Promise<boolean> {
  const [row] = await tx.sql<{ isOpen: boolean }[]>`
    select ${openUntil(tx.sql, at)} is not null as "isOpen"
    from products p
    join users buyer on buyer.id = ${buyerId} join users seller on seller.id = ${sellerId}
    where p.id = ${productId}`;
  return row?.isOpen === true && !(await isBlocked(tx, buyerId, sellerId));
}

/** @throws Problem cannot-process when the earlier message was different */
async function findRepeatedMessage(
  tx: Tx,
  authorId: string,
  idempotency: Idempotency | undefined,
): Promise<{ id: string; threadId: string } | undefined> {
  if (!idempotency) return undefined;
  const [first] = await tx.sql<{ id: string; threadId: string; digest: string | null }[]>`
    select id, thread_id as "threadId", idempotency_digest as digest from messages
    where author_id = ${authorId} and idempotency_key = ${idempotency.key}`;
  if (first) requireSameRequest(first.digest, idempotency);
  return first;
}

async function storeMessage(
  tx: Tx,
  { threadId, authorId, readerId }: { threadId: string; authorId: string; readerId: string },
  { text, contact, findImages, findClips, idempotency }: NewMessage,
  at: Date,
): Promise<string> {
  const digest = digestOf(text);
  await requireFewMessages(tx, { threadId, authorId }, at);
  await requireOwnWords(tx, { authorId, readerId, digest }, at);
  await tx.sql`select from threads where id = ${threadId} for update`;
  const id = newId(at);
  tx.write`
    insert into messages (id, thread_id, author_id, text, text_digest, contact, idempotency_key,
      idempotency_digest, created_at)
    values (${id}, ${threadId}, ${authorId}, ${text}, ${digest}, ${[...contact]},
      ${idempotency?.key ?? null}, ${idempotency?.digest ?? null}, ${at})`;
  for (const userId of [authorId, readerId].sort()) {
    const unread = userId === readerId ? 1 : 0;
    tx.write`
      insert into thread_sides as side (thread_id, user_id, last_message_id, unread)
      values (${threadId}, ${userId}, ${id}, ${unread}::int)
      on conflict (thread_id, user_id) do update
        set last_message_id = greatest(side.last_message_id, excluded.last_message_id),
          unread = side.unread + excluded.unread`;
  }
  if (findImages) await saveEvidence(tx, id, await findImages());
  if (findClips) addClips(tx, id, await findClips());
  await queueMessageMail(tx, { threadId, readerId }, at);
  recordEvent(tx, { type: 'message.received', userId: readerId, subjectId: threadId }, at);
  return id;
}
