import { randomInt } from 'node:crypto';
import { offerTerms } from '#contract/constants.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { queueOfferMail } from './mails.ts';

const hourMs = 3_600_000;

/** Accounts younger than this, or without a confirmed email, could be many of one person who looks for the lowest offer. */
const youngDays = 7;

/** A person answers after some hours. */
const delay = { minMs: hourMs / 2, maxMs: 12 * hourMs };

/** So many offers below the lowest are declined for such accounts on one product in so many days; others expire. */
const probes = { perProduct: 3, days: 30 };

export async function mayBeProbing(tx: Tx, buyerId: string, at: Date): Promise<boolean> {
  const youngSince = new Date(at.getTime() - youngDays * 24 * hourMs);
  const found = await tx.sql`
    select from users
    where id = ${buyerId} and (email_proven_at is null or created_at > ${youngSince})`;
  return found.length > 0;
}

/**
 * When an offer is declined that its seller does not see, at random. After some of them on one product it is not answered at
 * all: then the next ones say nothing about the lowest offer.
 */
export async function chooseDecline(
  tx: Tx,
  { productId, isUnseen }: { productId: string; isUnseen: boolean },
  at: Date,
): Promise<Date> {
  const since = new Date(at.getTime() - probes.days * 24 * hourMs);
  const probed = await tx.sql`
    select from offers
    where product_id = ${productId} and is_below_least and declines_at is not null
      and created_at > ${since}
    limit ${probes.perProduct}`;
  const isAnswered = isUnseen || probed.length < probes.perProduct;
  const afterMs = isAnswered ? randomInt(delay.minMs, delay.maxMs) : offerTerms.turnHours * hourMs;
  return new Date(at.getTime() + afterMs);
}

/**
 * Declines the offers whose time for it has come, with a mail to their buyers.
 * @returns how many
 */
export async function declineDueOffers(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  return transaction(database, async (tx) => {
    const declined = await tx.sql<{ id: string }[]>`
      update offers set state = 'declined', changed_at = declines_at
      where id in (
        select id from offers
        where declines_at <= ${at} and state = 'open' and expires_at > ${at}
        order by declines_at limit 200 for update skip locked)
      returning id`;
    for (const { id: offerId } of declined) {
      const mail = { kind: 'offer-declined', offerId, step: 1 } as const;
      queueOfferMail(tx, { ...mail, readers: ['buyer'] }, at);
    }
    return declined.length;
  });
}
