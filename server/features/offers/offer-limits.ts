import { offerTerms } from '#contract/constants.ts';
import { msg, plural, type Text } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';

interface OfferCounts {
  /** The open offers of the buyer on all products. */
  live: number;
  /** All offers of the buyer on this product. */
  ofProduct: number;
  isLiveOnProduct: boolean;
  /** The time until which the buyer cannot make offers, because accepted ones were not paid. */
  barredUntil: Date | null;
}

/** Reads what limits a buyer's offers. The caller has locked the buyer exclusively. */
export async function readOfferCounts(
  tx: Tx,
  { buyerId, productId, at }: { buyerId: string; productId: string; at: Date },
): Promise<OfferCounts | undefined> {
  const { unpaid, unpaidWithinDays, barDays } = offerTerms;
  const [counts] = await tx.sql<OfferCounts[]>`
    select count(*) filter (where is_live)::int as live,
      count(*) filter (where product_id = ${productId})::int as "ofProduct",
      coalesce(bool_or(is_live and product_id = ${productId}), false) as "isLiveOnProduct",
      (
        select max(ended_at) + make_interval(days => ${barDays}) from (
          select ended_at, lag(ended_at, ${unpaid - 1}) over (order by ended_at) as first_ended_at
          from (
            select least(b.released_at, b.hold_expires_at) as ended_at
            from offers a join bookings b on b.id = a.booking_id
            where a.buyer_id = ${buyerId} and (
              b.state = 'released' and b.release_reason in ('expired', 'cancelled')
              or b.state = 'held' and b.hold_expires_at <= ${at})
          ) unpaid
        ) sequence
        where ended_at - first_ended_at <= make_interval(days => ${unpaidWithinDays})
          and ended_at + make_interval(days => ${barDays}) > ${at}
      ) as "barredUntil"
    from (
      select product_id, state in ('open', 'countered') and expires_at > ${at} as is_live
      from offers where buyer_id = ${buyerId}
    ) own`;
  return counts;
}

/**
 * Refuses a buyer who has reached a limit: so no one finds out the lowest offer of a seller by trying, or asks many
 * sellers to wait for a purchase that does not come.
 * @throws Problem conflict
 */
export function requireFreeOffer(counts: OfferCounts): void {
  const { live, ofProduct, isLiveOnProduct, barredUntil } = counts;
  if (barredUntil) {
    throw refused(
      'barred',
      msg`You did not pay for ${plural(offerTerms.unpaid, { one: '# instrument', other: '# instruments' })} whose sellers had accepted your offers. You can make offers again from ${{ time: barredUntil }}.`,
    );
  }
  if (isLiveOnProduct) {
    throw refused('live', msg`Your offer for this instrument has not been answered yet`);
  }
  if (ofProduct >= offerTerms.perProduct) {
    throw refused(
      'used-up',
      msg`You have made ${plural(offerTerms.perProduct, { one: '# offer', other: '# offers' })} for this instrument, which is as many as you can. You can book it at its price.`,
    );
  }
  if (live >= offerTerms.livePerBuyer) {
    throw refused(
      'too-many',
      msg`You have ${plural(offerTerms.livePerBuyer, { one: '# offer', other: '# offers' })} that have not been answered yet. Withdraw one of them, or wait for an answer.`,
    );
  }
}

function refused(reason: string, detail: Text): Problem {
  return new Problem('conflict', detail, { reason });
}
