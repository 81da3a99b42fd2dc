import type { InjectOptions } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { transaction } from '../database/transaction.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import type { FaultyCards } from './faulty-cards.ts';
import type { TestShop } from './test-shop.ts';

interface Reply<Body> {
  status: number;
  body: Body;
}

/** The fields of the payment calls' replies and problems that tests read. */
interface PaymentReply {
  clientSecret?: string;
  transactionId?: string;
  expiresAt?: string;
  insertedId?: string | null;
  detail?: string;
  code?: string;
  errors?: { field: string }[];
}

interface BookingChanges {
  price?: number;
  holdHours?: number;
  buyer?: KnownUser;
}

/** A clock that advances only when `forward` is called. */
export function manualClock(): Clock & { forward(minutes: number): void } {
  let now = Date.now();
  return {
    now: () => new Date(now),
    forward: (minutes) => {
      now += minutes * 60_000;
    },
  };
}

/** The steps of a payment as browsers and the provider take them. Prices are in dollars. */
export function paymentSteps(shop: () => TestShop, cards: FaultyCards, clock: Clock) {
  async function post(
    user: KnownUser,
    path: string,
    payload: NonNullable<InjectOptions['payload']>,
  ): Promise<Reply<PaymentReply>> {
    const headers = await shop().as(user);
    const reply = await shop().app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
    return { status: reply.statusCode, body: reply.json<PaymentReply>() };
  }

  const book = (buyer: KnownUser, productId: string, { price = 75, holdHours = 48 } = {}) =>
    transaction(shop().database, (tx) =>
      bookItem(
        tx,
        buyer,
        { productId, price, phone: '555 0199', location: 'the pier' },
        { at: clock.now(), holdHours },
      ),
    );

  /** A new product, 75 dollars by default, and a booking of it. */
  async function addBooking({ price = 75, holdHours = 48, ...changes }: BookingChanges = {}) {
    const { make } = shop();
    const seller = await make.user({ role: 'seller' });
    const buyer = changes.buyer ?? (await make.user());
    const productId = await make.product(seller.id, { price });
    const bookingId = await book(buyer, productId, { price, holdHours });
    return { seller, buyer, productId, bookingId };
  }

  const createIntent = (buyer: KnownUser, bookingId: string | undefined, price: unknown = 75) =>
    post(buyer, '/create-payment-intent', { price, ...(bookingId ? { bookingId } : {}) });

  const recordPayment = (buyer: KnownUser, request: Record<string, unknown>) =>
    post(buyer, '/payments', { price: 75, ...request });

  /** @returns the status that the provider gets */
  async function sendWebhook(intentId: string | undefined, eventId?: string): Promise<number> {
    const webhook = cards.webhook(intentId, eventId);
    const reply = await shop().app.inject({
      method: 'POST',
      url: '/api/webhooks/cards',
      ...webhook,
    });
    return reply.statusCode;
  }

  /** A booking whose payment page has been opened. */
  async function addBookingWithIntent(changes: BookingChanges = {}) {
    const booking = await addBooking(changes);
    const { body } = await createIntent(booking.buyer, booking.bookingId, changes.price);
    return { ...booking, transactionId: body.transactionId ?? 'none' };
  }

  return { book, addBooking, addBookingWithIntent, createIntent, recordPayment, sendWebhook };
}
