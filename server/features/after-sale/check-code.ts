import { wrongCodesPerHour } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CodePurpose } from '../bookings/sale-codes.ts';

interface TypedCode {
  bookingId: string;
  purpose: CodePurpose;
  /** `SaleCodes.isCode`, asked before the transaction. */
  isRight: boolean;
}

const hourMs = 3_600_000;

/**
 * Counts wrong codes: after five within an hour even the right one is refused, until the first of them is an hour old. The
 * caller has locked the booking, so that parallel guesses are counted one after another, and commits before it throws the
 * problem: otherwise a wrong code would not be counted.
 * @returns the problem (cannot-process, too-many-requests); null when the code is right
 */
export async function checkCode(
  tx: Tx,
  { bookingId, purpose, isRight }: TypedCode,
  at: Date,
): Promise<Problem | null> {
  const wrong = await tx.sql<{ triedAt: Date }[]>`
    select tried_at as "triedAt" from wrong_codes
    where booking_id = ${bookingId} and purpose = ${purpose}
      and tried_at > ${new Date(at.getTime() - hourMs)}
    order by tried_at desc limit ${wrongCodesPerHour}`;
  const first = wrong[wrongCodesPerHour - 1];
  if (first) {
    const waitMs = first.triedAt.getTime() + hourMs - at.getTime();
    return new Problem(
      'too-many-requests',
      msg`There were too many wrong codes. Try again within an hour.`,
      { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
    );
  }
  if (isRight) return null;
  tx.write`
    insert into wrong_codes (id, booking_id, purpose, tried_at)
    values (${newId(at)}, ${bookingId}, ${purpose}, ${at})`;
  const message = msg`That code doesn’t match this sale`;
  return new Problem('cannot-process', message, { errors: [{ field: 'code', message }] });
}
