import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { requirePresent } from '../users/lock-user.ts';
import { countReviews, publishReviews } from './publish-reviews.ts';
import { type ReviewWindow, readReviewWindow, sideOf } from './review-window.ts';

interface Written {
  rating: number;
  text?: string | undefined;
}

/**
 * Stores what one side of a sale says about the other. It is sealed, unless the other has written: then both are published.
 * @returns its id
 * @throws Problem not-signed-in when the author was removed; not-found when the sale is of others; conflict when it cannot
 *   be reviewed now, or was reviewed before
 */
export async function writeReview(
  tx: Tx,
  authorId: string,
  { bookingId, rating, text }: Written & { bookingId: string },
  at: Date,
): Promise<string> {
  const window = await lockSides(tx, bookingId, authorId);
  const side = window && sideOf(window, authorId);
  if (!side) throw bookingNotFound();
  requireOpen(window, at);
  const id = newId(at);
  const subjectId = side === 'buyer' ? window.sellerId : window.buyerId;
  const inserted = await tx.sql`
    insert into reviews (id, booking_id, side, author_id, subject_id, rating, text, created_at)
    values (${id}, ${bookingId}, ${side}, ${authorId}, ${subjectId}, ${rating}, ${text ?? null}, ${at})
    on conflict (booking_id, side) do nothing returning id`;
  if (inserted.length === 0) {
    throw new Problem('conflict', msg`You have already reviewed this sale`);
  }
  const written = await tx.sql`
    select from reviews where booking_id = ${bookingId} and deleted_at is null`;
  if (written.length === 2) await publishReviews(tx, tx.sql`booking_id = ${bookingId}`, at);
  return id;
}

/**
 * Changes a review while it is sealed.
 * @throws Problem not-signed-in; not-found when it is another user's; conflict when it is published, or its time is
 * over
 */
export async function changeReview(
  tx: Tx,
  authorId: string,
  { id, rating, text }: Written & { id: string },
  at: Date,
): Promise<void> {
  const { isPublished, window } = await lockReview(tx, { id, authorId });
  if (isPublished) {
    throw new Problem('conflict', msg`This review is published and can no longer be changed`);
  }
  requireOpen(window, at);
  tx.write`update reviews set rating = ${rating}, text = ${text ?? null} where id = ${id}`;
}

/**
 * Deletes a review. The record that it was written stays, so that it is not written again with the other side's in
 * view.
 * @throws Problem not-signed-in; not-found when it is another user's, or was deleted before
 */
export async function deleteReview(tx: Tx, authorId: string, id: string, at: Date): Promise<void> {
  const { subjectId } = await lockReview(tx, { id, authorId });
  tx.write`
    update reviews set deleted_at = ${at}, rating = null, text = null, reply = null,
      replied_at = null
    where id = ${id}`;
  countReviews(tx, [subjectId], at);
}

/**
 * Stores the one reply of the reviewed person.
 * @throws Problem not-signed-in; not-found when it is about another user, or sealed; conflict when there is a reply
 */
export async function replyToReview(
  tx: Tx,
  subjectId: string,
  { id, text }: { id: string; text: string },
  at: Date,
): Promise<void> {
  const { hasReply, isPublished } = await lockReview(tx, { id, subjectId });
  if (!isPublished) throw reviewNotFound();
  if (hasReply) throw new Problem('conflict', msg`You have already replied to this review`);
  tx.write`update reviews set reply = ${text}, replied_at = ${at} where id = ${id}`;
  recordCatalogueChange(tx, null, at);
}

/** @throws Problem conflict */
function requireOpen({ until }: ReviewWindow, at: Date): void {
  if (until === null) throw new Problem('conflict', msg`This sale cannot be reviewed now`);
  if (until <= at) {
    throw new Problem('conflict', msg`The time in which this sale could be reviewed is over`);
  }
}

interface LockedReview {
  bookingId: string;
  authorId: string;
  subjectId: string;
  isPublished: boolean;
  hasReply: boolean;
}

/** Locks the two sides, the sale and a review that is there for one of them. @throws Problem not-found, not-signed-in */
async function lockReview(
  tx: Tx,
  { id, ...by }: { id: string } & ({ authorId: string } | { subjectId: string }),
): Promise<LockedReview & { window: ReviewWindow }> {
  const read = () => tx.sql<LockedReview[]>`
    select booking_id as "bookingId", author_id as "authorId", subject_id as "subjectId",
      published_at is not null as "isPublished", reply is not null as "hasReply"
    from reviews where id = ${id} and deleted_at is null and hidden_at is null`;
  const isOwn = (review: LockedReview | undefined) =>
    'authorId' in by ? review?.authorId === by.authorId : review?.subjectId === by.subjectId;
  const [known] = await read();
  if (!known || !isOwn(known)) throw reviewNotFound();
  const actorId = 'authorId' in by ? by.authorId : by.subjectId;
  const window = await lockSides(tx, known.bookingId, actorId);
  const [review] = await read();
  if (!review || !window) throw reviewNotFound();
  return { ...review, window };
}

/**
 * Locks the two sides of a sale and the booking in the order of `users/lock-user.ts`, so that what they write about each
 * other happens one after the other. @throws Problem not-signed-in when the actor was removed
 */
async function lockSides(
  tx: Tx,
  bookingId: string,
  actorId: string,
): Promise<ReviewWindow | undefined> {
  const users = await tx.sql<{ id: string; isRemoved: boolean }[]>`
    select id, removed_at is not null as "isRemoved" from users
    where id in (${actorId}, (select buyer_id from bookings where id = ${bookingId}),
      (select seller_id from bookings where id = ${bookingId}))
    order by id for no key update`;
  requirePresent(
    users.filter(({ isRemoved }) => !isRemoved),
    actorId,
  );
  await tx.sql`select from bookings where id = ${bookingId} for update`;
  return readReviewWindow(tx.sql, bookingId);
}

function reviewNotFound(): Problem {
  return new Problem('not-found', msg`There is no such review`);
}
