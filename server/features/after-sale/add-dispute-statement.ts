import { statementsPerDay } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound, lockSale } from '../bookings/lock-sale.ts';
import { readAfterSale } from '../bookings/read-after-sale.ts';
import { addClips, type FoundClip } from '../clips/clip-uses.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { startMailPause } from '../mails/mail-pauses.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';

interface NewStatement {
  bookingId: string;
  text: string;
  /** Found in the same transaction (`findEvidence`). */
  imageIds?: readonly string[];
  clips?: readonly FoundClip[];
}

const maxStatements = 100;

/**
 * Adds a text with pictures to the open dispute about a booking. Buyer, seller and admins may; the parties who did not
 * write it get a mail, unless there was one since they last read the dispute.
 * @returns the statement's id
 * @throws Problem not-signed-in when the actor was removed; not-found for everyone else, and when there is no dispute;
 * conflict when it is decided, or has 100 statements; too-many-requests when a side has written ten within a day
 */
export async function addDisputeStatement(
  tx: Tx,
  actor: { id: string },
  { bookingId, text, imageIds = [], clips }: NewStatement,
  at: Date,
): Promise<string> {
  const { actorRole, booking } = await lockSale(tx, { bookingId, actorId: actor.id });
  const isBuyer = booking.buyerId === actor.id;
  const isSeller = booking.sellerId === actor.id;
  if (!isBuyer && !isSeller && actorRole !== 'admin') throw bookingNotFound();
  const { dispute } = await readAfterSale(tx, bookingId);
  if (!dispute) throw await notOpen(tx, bookingId);
  await requireRoom(tx, dispute.id);
  if (isBuyer || isSeller)
    await requireFewStatements(tx, { disputeId: dispute.id, authorId: actor.id }, at);
  const id = newId(at);
  tx.write`
    insert into dispute_statements (id, dispute_id, author_id, text, created_at)
    values (${id}, ${dispute.id}, ${actor.id}, ${text}, ${at})`;
  await saveEvidence(tx, id, imageIds);
  addClips(tx, id, clips);
  const readers = isBuyer ? (['seller'] as const) : isSeller ? (['buyer'] as const) : undefined;
  const readerId = isBuyer ? booking.sellerId : booking.buyerId;
  const pause = { readerId, topic: 'statements', causedBy: actor.id } as const;
  // What an admin writes is always mailed.
  if (!readers || (await startMailPause(tx, pause, at))) {
    queueSaleMail(
      tx,
      { kind: 'dispute-answered', bookingId, about: id, ...(readers && { readers }) },
      at,
    );
  }
  return id;
}

/** @throws Problem too-many-requests */
async function requireFewStatements(
  tx: Tx,
  { disputeId, authorId }: { disputeId: string; authorId: string },
  at: Date,
): Promise<void> {
  const recent = await tx.sql`
    select from dispute_statements
    where dispute_id = ${disputeId} and author_id = ${authorId}
      and created_at > ${new Date(at.getTime() - 86_400_000)}`;
  if (recent.length < statementsPerDay) return;
  throw new Problem(
    'too-many-requests',
    msg`You cannot write in this dispute any more today. Please continue tomorrow.`,
    { reason: 'too-many-statements', retryAfterSeconds: 3_600 },
  );
}

/** The problem of a change to a dispute that is not open. */
export async function notOpen(tx: Tx, bookingId: string): Promise<Problem> {
  const decided = await tx.sql`select from disputes where booking_id = ${bookingId}`;
  return decided.length > 0
    ? new Problem('conflict', msg`The dispute about this booking is decided`)
    : new Problem('not-found', msg`There is no dispute about this booking`);
}

async function requireRoom(tx: Tx, disputeId: string): Promise<void> {
  const [row] = await tx.sql<{ count: number }[]>`
    select count(*)::int as count from dispute_statements where dispute_id = ${disputeId}`;
  if ((row?.count ?? 0) < maxStatements) return;
  throw new Problem('conflict', msg`Nothing more can be added to this dispute; an admin decides`);
}
