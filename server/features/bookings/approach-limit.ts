import { approachLimits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Refuses a buyer who books from or makes offers to sellers too often within a day: each one is mailed to the seller, and
 * nothing has been paid. An account whose email is not confirmed has fewer. The caller has locked the buyer exclusively.
 * @throws Problem too-many-requests
 */
export async function requireFewApproaches(
  tx: Tx,
  { buyerId, productId }: { buyerId: string; productId: string },
  at: Date,
): Promise<void> {
  const since = new Date(at.getTime() - 86_400_000);
  const [counts] = await tx.sql<{ total: number; ofSeller: number; isConfirmed: boolean }[]>`
    select count(*)::int as total,
      (count(*) filter (
        where seller_id = (select seller_id from products where id = ${productId})
      ))::int as "ofSeller",
      (select email_proven_at is not null from users where id = ${buyerId}) as "isConfirmed"
    from (
      select seller_id from bookings
      where buyer_id = ${buyerId} and created_at > ${since} and listed_cents is null
      union all
      select seller_id from offers where buyer_id = ${buyerId} and created_at > ${since}
    ) recent`;
  const { total = 0, ofSeller = 0, isConfirmed = false } = counts ?? {};
  const { perDay, perSellerDaily, unconfirmedPerDay } = approachLimits;
  if (!isConfirmed && total >= unconfirmedPerDay) {
    throw tooMany(
      msg`Until you have confirmed your email, you can book or make offers only a few times a day. Your profile sends you the link again.`,
    );
  }
  if (ofSeller >= perSellerDaily) {
    throw tooMany(
      msg`You cannot make any more bookings or offers with this seller today. Please continue tomorrow.`,
    );
  }
  if (total >= perDay) {
    throw tooMany(
      msg`You cannot make any more bookings or offers today. Please continue tomorrow.`,
    );
  }
}

function tooMany(detail: ReturnType<typeof msg>): Problem {
  return new Problem('too-many-requests', detail, {
    reason: 'too-many-approaches',
    retryAfterSeconds: 3_600,
  });
}
