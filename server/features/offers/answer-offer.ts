import { offerTerms } from '#contract/constants.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import type { OfferAnswer, OfferSide } from '#contract/offers/offer-terms.ts';
import { msg, plural, type Text } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { recordEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookAgreed } from '../bookings/book-agreed.ts';
import type { HoldTerms } from '../bookings/book-item.ts';
import { isBlocked } from '../users/read-block.ts';
import { type LockedOffer, lockOffer } from './lock-offer.ts';
import { queueOfferMail } from './mails.ts';
import { counterBounds, lastAmount, turnAt } from './offer-row.ts';

interface Answer {
  id: string;
  state: OfferAnswer;
  /** The answer on the wire: the amount that is accepted, or that a counter names. */
  amount?: number | undefined;
}

interface Answered {
  modifiedCount: 0 | 1;
  bookingId?: string | undefined;
}

/**
 * Answers an offer for one of its sides: whose turn it is accepts, counters or declines, the other one withdraws.
 * Accepting books the product at the amount; when the booking is refused, the offer stays as it is. Accepting again
 * what this side has accepted returns the same booking.
 * @throws Problem not-signed-in when the actor was removed; not-found, also for everyone but its sides; conflict when
 * it has ended, when it is the other side's turn, when the amount is not the one that was named last or lies outside of
 * the bounds of a counter, and as `bookAgreed` does
 */
export async function answerOffer(
  tx: Tx,
  actorId: string,
  { id, state, amount = 0 }: Answer,
  terms: HoldTerms,
): Promise<Answered> {
  const offer = await lockOffer(tx, actorId, id);
  const amountCents = toMinorUnits(amount);
  if (state === 'accepted' && isRepeated(offer, amountCents)) {
    return { modifiedCount: 0, bookingId: offer.bookingId ?? undefined };
  }
  requireTurn(offer, state, terms.at);
  if (state === 'accepted') return acceptOffer(tx, offer, amountCents, terms);
  if (state === 'countered') counterOffer(tx, offer, amountCents, terms.at);
  else endOffer(tx, offer, state, terms.at);
  return { modifiedCount: 1 };
}

/** Whether this side has accepted this amount before; the answer to it was lost. */
function isRepeated(offer: LockedOffer, amountCents: number): boolean {
  const { state, side, amountsCents } = offer;
  const acceptedBy: OfferSide = amountsCents.length % 2 === 1 ? 'seller' : 'buyer';
  return state === 'accepted' && side === acceptedBy && lastAmount(offer) === amountCents;
}

function requireTurn(offer: LockedOffer, answer: OfferAnswer, at: Date): void {
  const turn = turnAt(offer, at);
  if (turn === undefined) {
    throw new Problem('conflict', offerHasEnded, {
      reason: 'ended',
    });
  }
  if ((turn === offer.side) === (answer !== 'withdrawn')) return;
  const detail =
    turn === offer.side
      ? msg`It is your turn: accept the offer, make a counter-offer or decline it`
      : msg`The other side has not answered yet. Until then you can only withdraw it.`;
  throw new Problem('conflict', detail, { reason: 'turn' });
}

async function acceptOffer(
  tx: Tx,
  offer: LockedOffer,
  amountCents: number,
  terms: HoldTerms,
): Promise<Answered> {
  if (amountCents !== lastAmount(offer)) {
    throw wrongAmount(msg`The amount has changed. Please look at the offer again.`);
  }
  const { id, buyer, sellerId, productId, phone, location, delivery, side: acceptedBy } = offer;
  if (!buyer || (await isBlocked(tx, buyer.id, sellerId))) {
    throw new Problem('conflict', offerHasEnded, { reason: 'ended' });
  }
  const sale = { productId, amountCents, phone, location, delivery, acceptedBy };
  const bookingId = await bookAgreed(tx, buyer, sale, terms);
  tx.write`
    update offers set state = 'accepted', booking_id = ${bookingId}, changed_at = ${terms.at}
    where id = ${id}`;
  return { modifiedCount: 1, bookingId };
}

function counterOffer(tx: Tx, offer: LockedOffer, amountCents: number, at: Date): void {
  const bounds = counterBounds(offer);
  if (!bounds) {
    const detail = msg`Each side can name ${plural(offerTerms.rounds, { one: '# amount', other: '# amounts' })}, and you have none left: accept it or decline it`;
    throw new Problem('conflict', detail, { reason: 'last-round' });
  }
  if (amountCents <= bounds.aboveCents || amountCents >= bounds.belowCents) {
    const [above, below] = [bounds.aboveCents, bounds.belowCents].map((cents) =>
      toMajorUnits(cents),
    );
    throw wrongAmount(msg`Name an amount between ${above} and ${below}`);
  }
  const expiresAt = new Date(at.getTime() + offerTerms.turnHours * 3_600_000);
  const [state, reader] =
    offer.side === 'seller' ? (['countered', 'buyer'] as const) : (['open', 'seller'] as const);
  tx.write`
    update offers set state = ${state}, amounts_cents = array_append(amounts_cents, ${amountCents}),
      changed_at = ${at}, expires_at = ${expiresAt}
    where id = ${offer.id}`;
  const step = offer.amountsCents.length + 1;
  queueOfferMail(tx, { kind: 'offer-countered', offerId: offer.id, step, readers: [reader] }, at);
  const userId = reader === 'buyer' ? offer.buyer?.id : offer.sellerId;
  if (userId === undefined) return;
  const about = { userId, subjectId: offer.id, productId: offer.productId };
  recordEvent(tx, { type: 'offer.received', ...about }, at);
}

function endOffer(
  tx: Tx,
  offer: LockedOffer,
  state: Extract<OfferAnswer, 'declined' | 'withdrawn'>,
  at: Date,
): void {
  tx.write`update offers set state = ${state}, changed_at = ${at} where id = ${offer.id}`;
  if (state === 'withdrawn') return;
  const reader = offer.side === 'seller' ? 'buyer' : 'seller';
  const step = offer.amountsCents.length;
  queueOfferMail(tx, { kind: 'offer-declined', offerId: offer.id, step, readers: [reader] }, at);
}

const offerHasEnded = msg`This offer has ended. Please look at it again.`;

function wrongAmount(message: Text): Problem {
  return new Problem('conflict', message, { errors: [{ field: 'amount', message }] });
}
