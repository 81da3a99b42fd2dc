import type { InjectOptions } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { transaction } from '../database/transaction.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import type { FakeCards } from './fake-cards.ts';
import type { TestShop } from './test-shop.ts';

interface Reply<Body> {
  status: number;
  body: Body;
}

/** What a refusal or an answer of the payment calls holds, as far as tests read it. */
export interface Told {
  clientSecret?: string;
  transactionId?: string;
  expiresAt?: string;
  insertedId?: string | null;
  detail?: string;
  code?: string;
  errors?: { field: string }[];
}

/** A clock that stands still until it is moved. */
export function movableClock(): Clock & { forward(minutes: number): void } {
  let now = Date.now();
  return {
    now: () => new Date(now),
    forward: (minutes) => {
      now += minutes * 60_000;
    },
  };
}

/** The steps of paying, as browsers and the provider take them. Prices are dollars. */
export function paying(shop: () => TestShop, cards: FakeCards, clock: Clock) {
  async function post(
    user: KnownUser,
    path: string,
    payload: NonNullable<InjectOptions['payload']>,
  ): Promise<Reply<Told>> {
    const headers = await shop().as(user);
    const reply = await shop().app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
    return { status: reply.statusCode, body: reply.json<Told>() };
  }

  const book = (buyer: KnownUser, productId: string, { price = 75, holdHours = 48 } = {}) =>
    transaction(shop().database, (tx) =>
      bookItem(
        tx,
        buyer,
        { productId, price, phone: '555', location: 'the pier' },
        { at: clock.now(), holdHours },
      ),
    );

  /** A product for 75 dollars and its booking. */
  async function booked(changes: { price?: number; holdHours?: number; buyer?: KnownUser } = {}) {
    const { price = 75, holdHours = 48 } = changes;
    const { make } = shop();
    const seller = await make.user({ role: 'seller' });
    const buyer = changes.buyer ?? (await make.user());
    const productId = await make.product(seller.id, { price });
    return {
      seller,
      buyer,
      productId,
      bookingId: await book(buyer, productId, { price, holdHours }),
    };
  }

  const open = (buyer: KnownUser, bookingId: string | undefined, price: unknown = 75) =>
    post(buyer, '/create-payment-intent', { price, ...(bookingId ? { bookingId } : {}) });

  const record = (buyer: KnownUser, claim: Record<string, unknown>) =>
    post(buyer, '/payments', { price: 75, ...claim });

  async function hear(intentId: string | undefined, eventId?: string): Promise<number> {
    const sent = cards.webhook(intentId, eventId);
    const reply = await shop().app.inject({ method: 'POST', url: '/api/webhooks/cards', ...sent });
    return reply.statusCode;
  }

  /** Booked, and its payment page opened. */
  async function opened(changes: Parameters<typeof booked>[0] = {}) {
    const sale = await booked(changes);
    const { body } = await open(sale.buyer, sale.bookingId, changes.price);
    return { ...sale, transactionId: body.transactionId ?? 'none' };
  }

  return { book, booked, open, opened, record, hear };
}
