import { vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { wishProduct } from '../features/wishlist/wish-product.ts';
import { decideReturn } from '../workflows/decide-return.ts';
import { recordCharge } from '../workflows/record-charge.ts';
import { removeUser } from '../workflows/remove-user.ts';
import { requestReturn } from '../workflows/request-return.ts';
import { verifySeller } from '../workflows/verify-seller.ts';
import { featureBuilders } from './feature-builders.ts';

/** What people do to each other, through the deeds themselves. The identity provider is played. */
export function people(database: Database) {
  const make = featureBuilders(database);
  const identity = { remove: vi.fn(async (_email: string) => undefined) };
  const log = { warn: vi.fn() };
  const deps = { database, identity, log, clock: systemClock };

  const book = (buyer: KnownUser, productId: string, at = new Date()) =>
    transaction(database, (tx) =>
      bookItem(
        tx,
        buyer,
        { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' },
        { at, holdHours: 48 },
      ),
    );

  const pay = async (bookingId: string, at = new Date()) => {
    const charge = { bookingId, amountCents: 12_050, provider: 'sandbox' };
    const { id } = await transaction(database, (tx) =>
      recordCharge(tx, { ...charge, transactionId: `tx_${bookingId}` }, at),
    );
    return id;
  };

  /** A product of this seller that a buyer has paid for. */
  async function sell(seller: KnownUser, at = new Date(), to?: KnownUser) {
    const buyer = to ?? (await make.user());
    const productId = await make.product(seller.id, { at });
    const bookingId = await book(buyer, productId, at);
    return { buyer, productId, bookingId, paymentId: await pay(bookingId, at) };
  }

  const wish = (user: KnownUser, productId: string) =>
    transaction(database, (tx) => wishProduct(tx, user, productId, systemClock.now()));

  const askBack = (buyer: KnownUser, bookingId: string, at = new Date()) =>
    transaction(database, (tx) =>
      requestReturn(tx, buyer, { bookingId, reason: 'It does not sound' }, at),
    );

  const decide = (
    actor: KnownUser,
    bookingId: string,
    state: 'accepted' | 'refused',
    at = new Date(),
  ) => transaction(database, (tx) => decideReturn(tx, actor, { bookingId, state }, at));

  const remove = (actor: KnownUser, subject: KnownUser) => removeUser(deps, actor, subject.id);

  const verify = (actor: KnownUser, subject: KnownUser, email?: string) =>
    transaction(database, (tx) =>
      verifySeller(tx, actor, { id: subject.id, email }, systemClock.now()),
    );

  const admin = () => make.user({ role: 'admin' });
  const seller = () => make.user({ role: 'seller' });
  const buyer = () => make.user();
  return {
    ...{ make, identity, log, deps, admin, seller, buyer },
    ...{ book, pay, sell, wish, askBack, decide, remove, verify },
  };
}

/** What became of an attempt: `done`, or the code of the problem that it met. */
export function outcome(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
