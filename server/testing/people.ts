import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import type { CallRequest } from '#contract/calls.ts';
import { everywhere } from '#contract/delivery/shop-zones.ts';
import type { OfferAnswer } from '#contract/offers/offer-terms.ts';
import { systemClock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { addDisputeStatement } from '../features/after-sale/add-dispute-statement.ts';
import { requestCancellation } from '../features/after-sale/cancellation-request.ts';
import { completeSale } from '../features/after-sale/complete-sales.ts';
import { type DisputeDecision, decideDispute } from '../features/after-sale/decide-dispute.ts';
import { decideReturn, type ReturnDecision } from '../features/after-sale/decide-return.ts';
import { markSentBack } from '../features/after-sale/mark-sent-back.ts';
import { openDispute } from '../features/after-sale/open-dispute.ts';
import { handOver } from '../features/after-sale/receive.ts';
import { requestReturn } from '../features/after-sale/request-return.ts';
import { withdrawFromSale } from '../features/after-sale/withdraw-from-sale.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import { blockUser } from '../features/messages/block-user.ts';
import { sendMessage, startThread } from '../features/messages/send-message.ts';
import { answerOffer } from '../features/offers/answer-offer.ts';
import { makeOffer } from '../features/offers/make-offer.ts';
import { recordCharge } from '../features/payments/record-charge.ts';
import { writeReview } from '../features/reviews/write-review.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { stateTrader } from '../features/users/state-trader.ts';
import { wishProduct } from '../features/wishlist/wish-product.ts';
import { removeUser } from '../workflows/remove-user.ts';
import { verifySeller } from '../workflows/verify-seller.ts';
import { receiveSale } from './builders.ts';
import { featureBuilders } from './feature-builders.ts';

/** What users do, performed through the functions of features and workflows. The identity provider is a mock. */
export function createPeople(database: Database) {
  const make = featureBuilders(database);
  const identity = { remove: vi.fn(async (_email: string) => undefined) };
  const log = { warn: vi.fn() };
  const deps = { database, identity, log, clock: systemClock };

  const book = (
    buyer: KnownUser,
    productId: string,
    at = new Date(),
    delivery?: CallRequest<'bookItem'>['body']['delivery'],
  ) =>
    transaction(database, (tx) =>
      bookItem(
        tx,
        buyer,
        { productId, price: 120.5, phone: '555-0199', location: 'Under the clock', delivery },
        { at, holdHours: 48, withdrawalDays: 14 },
      ),
    );

  const sayTrader = (
    seller: KnownUser,
    statement: CallRequest<'stateTrader'>['body'] = {
      status: 'trader',
      name: 'Strings Ltd',
      address: '1 Mill Street, Bath',
    },
    at = new Date(),
  ) => transaction(database, (tx) => stateTrader(tx, seller.id, statement, at));

  const pay = async (bookingId: string, at = new Date(), amountCents = 12_050) => {
    const charge = { bookingId, amountCents, provider: 'sandbox' };
    const { id } = await transaction(database, (tx) =>
      recordCharge(tx, { ...charge, transactionId: `tx_${bookingId}` }, at),
    );
    return id;
  };

  /** Lists a product of this seller, books it and pays for it. */
  async function sell(seller: KnownUser, at = new Date(), buyerOrNew?: KnownUser) {
    const buyer = buyerOrNew ?? (await make.user());
    const productId = await make.product(seller.id, { at });
    const bookingId = await book(buyer, productId, at);
    return { buyer, productId, bookingId, paymentId: await pay(bookingId, at) };
  }

  /** The same for a buyer who has it sent for 12.50. */
  /** @param permitFor the materials for which it needs a permit */
  async function sellShipped(
    seller: KnownUser,
    at = new Date(),
    buyerOrNew?: KnownUser,
    permitFor: readonly string[] | null = null,
  ) {
    const buyer = buyerOrNew ?? (await make.user());
    const delivery = { pickup: true, shipping: { [everywhere.id]: 12.5 } };
    const productId = await make.product(seller.id, { at, delivery });
    const bookingId = await book(buyer, productId, at, { zone: everywhere.id, address });
    await database.sql`update bookings set permit_for = ${permitFor} where id = ${bookingId}`;
    return { buyer, productId, bookingId, paymentId: await pay(bookingId, at, 13_300) };
  }

  return {
    make,
    identity,
    log,
    deps,
    admin: () => make.user({ role: 'admin' }),
    seller: () => make.user({ role: 'seller' }),
    buyer: () => make.user(),

    /** A seller who sells as a trader. */
    async trader() {
      const seller = await make.user({ role: 'seller' });
      await sayTrader(seller);
      return seller;
    },

    stateTrader: sayTrader,

    withdraw: (buyer: KnownUser, bookingId: string, at = new Date()) =>
      transaction(database, (tx) => withdrawFromSale(tx, buyer, bookingId, at)),

    book,
    pay,
    sell,
    sellShipped,

    /** Begins a thread about a product, or about a booking of it; returns its id. */
    write: (
      author: KnownUser,
      about: { productId: string; bookingId?: string },
      text = 'Is the case included?',
      at = new Date(),
    ) =>
      transaction(database, (tx) => startThread(tx, author, { ...about, text, contact: [] }, at)),

    answer: (author: KnownUser, threadId: string, text = 'Yes, it is.', at = new Date()) =>
      transaction(database, (tx) => sendMessage(tx, author, { threadId, text, contact: [] }, at)),

    block: (blocker: KnownUser, blocked: KnownUser) =>
      transaction(database, (tx) => blockUser(tx, blocker.id, blocked.id, systemClock.now())),

    /** Offers 100 for a product at 120.50. @returns the offer's id */
    offer: async (buyer: KnownUser, productId: string, amount = 100, at = new Date()) => {
      const request = { productId, amount, phone: '555-0199', location: 'Under the clock' };
      const made = await transaction(database, (tx) => makeOffer(tx, buyer, request, { at }));
      return made.insertedId;
    },

    answerOffer: (
      actor: KnownUser,
      id: string,
      state: OfferAnswer,
      amount?: number,
      at = new Date(),
    ) =>
      transaction(database, (tx) =>
        answerOffer(tx, actor.id, { id, state, amount }, { at, holdHours: 48 }),
      ),

    /** @returns the id of the review */
    review: (author: KnownUser, bookingId: string, rating = 5, at = new Date()) =>
      transaction(database, (tx) =>
        writeReview(tx, author.id, { bookingId, rating, text: 'As described' }, at),
      ),

    wishProduct: (user: KnownUser, productId: string) =>
      transaction(database, (tx) => wishProduct(tx, user, productId, systemClock.now())),

    /** What was sold has a serial number, which no other listing has. */
    numberSold: (bookingId: string, digest = randomBytes(32)) => database.sql`
      update products set serial_state = 'number', serial_digest = ${digest}
      where id = (select product_id from bookings where id = ${bookingId})`,

    /** What was sold was handed over right after the payment. */
    receive: (bookingId: string) => receiveSale(database, bookingId),

    /** Hands over what was sold, and completes the sale three days later. */
    complete: (seller: KnownUser, bookingId: string, at = new Date()) =>
      transaction(database, async (tx) => {
        await handOver(tx, seller, { bookingId, isRightCode: true }, at);
        await completeSale(tx, bookingId, new Date(at.getTime() + 3 * 86_400_000));
      }),

    requestCancellation: (buyer: KnownUser, bookingId: string, at = new Date()) =>
      transaction(database, (tx) =>
        requestCancellation(tx, buyer, { bookingId, reason: 'I found another' }, at),
      ),

    /** Asks for the return of what was handed over right after the payment. */
    async requestReturn(buyer: KnownUser, bookingId: string, at = new Date()) {
      await receiveSale(database, bookingId);
      return transaction(database, (tx) =>
        requestReturn(tx, buyer, { bookingId, reason: 'It does not sound' }, at),
      );
    },

    /** @param state a decision, or its state with texts of this file */
    async decideReturn(
      actor: KnownUser,
      bookingId: string,
      state: ReturnDecision['state'] | ReturnDecision,
      at = new Date(),
    ) {
      const decision = typeof state === 'string' ? decisions[state] : state;
      const result = await transaction(database, (tx) =>
        decideReturn(tx, actor, { bookingId, ...decision }, at),
      );
      if (result instanceof Problem) throw result;
      return result;
    },

    sendBack: (buyer: KnownUser, bookingId: string, at = new Date(), carrier = 'Royal Mail') =>
      transaction(database, (tx) => markSentBack(tx, buyer, { bookingId, carrier }, at)),

    openDispute: (buyer: KnownUser, bookingId: string, at = new Date()) =>
      transaction(database, (tx) =>
        openDispute(tx, buyer, { bookingId, reason: 'It never came' }, at),
      ),

    addDisputeStatement: (author: KnownUser, bookingId: string, text: string, at = new Date()) =>
      transaction(database, (tx) => addDisputeStatement(tx, author, { bookingId, text }, at)),

    decideDispute: (
      admin: KnownUser,
      bookingId: string,
      decision: Partial<DisputeDecision>,
      at = new Date(),
    ) => {
      const given = { refundCents: 0, goesBack: false, reason: 'We read both sides', ...decision };
      return transaction(database, (tx) => decideDispute(tx, admin, { bookingId, ...given }, at));
    },

    /** By an admin it has a reason, so that it takes effect whatever is open. */
    remove: (actor: KnownUser, subject: KnownUser) =>
      removeUser(deps, actor, subject.id, actor.id === subject.id ? undefined : 'They asked us to'),

    verify: (actor: KnownUser, subject: KnownUser, email?: string) =>
      transaction(database, (tx) =>
        verifySeller(tx, actor, { id: subject.id, email }, systemClock.now()),
      ),
  };
}

const address = { name: 'Bea Reed', lines: ['12 Quay Street'], city: 'Leith', country: 'GB' };

const decisions: Record<ReturnDecision['state'], ReturnDecision> = {
  accepted: { state: 'accepted', place: 'Under the clock' },
  contested: { state: 'contested', reason: 'It sounded when I handed it over' },
  'given-back': { state: 'given-back' },
};

/** The outcome of an operation: `done`, or the code of the problem that it threw. */
export function outcome(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
