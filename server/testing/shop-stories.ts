import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import { noDetails, type StepDetails, type StepRequest } from './sales/sale-step.ts';
import { saleSteps } from './sales/sale-steps.ts';
import { testPassword } from './sign-up.ts';
import type { Send, Story } from './steady-load.ts';

/** What the shop has acknowledged. */
export interface Acknowledged {
  /** Ids of products by their names. */
  listings: Map<string, string>;
  /** Ids of bookings by their products. */
  bookings: Map<string, string>;
  /** Ids of payments by their transactions. */
  payments: Map<string, string>;
  /** The addresses of users. */
  users: Set<string>;
  /** Addresses to which a link for a new password is on its way. */
  resets: Set<string>;
}

interface StoryOptions {
  /** The address that the shop goes by. */
  origin: string;
  /** Access tokens and addresses. */
  sellers: readonly Person[];
  buyers: readonly Person[];
  /** The addresses of pictures, one for each seller: an image belongs to whom first lists it. */
  images: readonly string[];
}

export interface Person {
  email: string;
  token: string;
}

const price = 75;

/**
 * Stories of a shop in use, in turn: sales from the listing to the payment, people who register, and readers. Every seventh
 * booking is deleted just before its card is charged, and every fourth browser closes before it reports the payment.
 */
export function shopStories({ origin, sellers, buyers, images }: StoryOptions) {
  const acknowledged: Acknowledged = {
    listings: new Map(),
    bookings: new Map(),
    payments: new Map(),
    users: new Set(),
    resets: new Set(),
  };
  const turn = [
    sell,
    read,
    sell,
    readOwn,
    register,
    sell,
    read,
    readOwn,
    sell,
    read,
    sell,
    readOwn,
  ];
  let count = 0;

  function nextStory(): Story {
    const number = count;
    count += 1;
    const story = turn[number % turn.length] ?? read;
    return (send) => story(send, number);
  }

  async function sell(send: Send, number: number): Promise<void> {
    const seller = personOf(sellers, number);
    const buyer = personOf(buyers, number);
    const isLate = number % 7 === 3;
    const name = `Outage violin ${number}`;
    const listed = await send({
      method: 'POST',
      path: '/api/products',
      expected: [201],
      headers: { ...bearer(seller), 'idempotency-key': `listing-${number}` },
      body: { ...listing, name, image: images[number % sellers.length] },
    });
    const productId = String(listed.body.insertedId);
    acknowledged.listings.set(name, productId);
    const sale = { productId, priceCents: price * 100, idempotencyKey: `booking-${number}` };
    const details: StepDetails = { ...noDetails, ...sale };
    const take = (step: 'book' | 'create-intent' | 'release' | 'record-payment') => {
      const request: StepRequest = saleSteps[step].request(details);
      const { path, status = 200, repeated = status, ...rest } = request;
      const headers = { ...bearer(buyer), ...rest.headers };
      const expected = [status, repeated];
      return send({ method: 'POST', ...rest, path: `/api${path}`, headers, expected });
    };
    const booked = await take('book');
    details.bookingId = String(booked.body.insertedId);
    acknowledged.bookings.set(productId, details.bookingId);
    const { transactionId = '', clientSecret = '' } = (await take('create-intent')).body;
    details.transactionId = transactionId;
    if (isLate) await take('release');
    await send({
      method: 'POST',
      path: sandboxCardsBase + sandboxCardsPaths.confirm.replace('{id}', transactionId),
      body: { clientSecret, card, billing: { name: 'Bea Buyer', email: buyer.email } },
      expected: isLate ? [200, 402] : [200],
    });
    if (isLate || number % 4 === 0) return;
    const paid = await take('record-payment');
    acknowledged.payments.set(transactionId, String(paid.body.insertedId));
  }

  async function register(send: Send, number: number): Promise<void> {
    const email = `registered-${number}@reprise.test`;
    const own = { origin };
    const credentials = { email, password: testPassword };
    // Once the answer to the first request was lost, the address is taken.
    const signedUp = await send({
      method: 'POST',
      path: '/api/auth/sign-up/email',
      expected: [200, 409],
      headers: own,
      body: { ...credentials, name: 'Clara Fife' },
    });
    const signedIn =
      signedUp.status === 200
        ? signedUp
        : await send({
            method: 'POST',
            path: '/api/auth/sign-in/email',
            expected: [200],
            headers: own,
            body: credentials,
          });
    const cookie = (signedIn.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join(';');
    const session = await send({
      method: 'GET',
      path: '/api/auth/token',
      expected: [200],
      headers: { ...own, cookie },
    });
    const headers = { authorization: `Bearer ${session.body.token}` };
    await send({
      method: 'POST',
      path: '/api/users',
      expected: [201, 409],
      headers,
      body: { name: 'Clara Fife', email, role: 'buyer' },
    });
    acknowledged.users.add(email);
    const path = `/api/jwt?email=${encodeURIComponent(email)}`;
    await send({ method: 'GET', path, headers, expected: [200] });
    await send({
      method: 'POST',
      path: '/api/auth/request-password-reset',
      expected: [200],
      headers: own,
      body: { email },
    });
    acknowledged.resets.add(email);
  }

  async function read(send: Send): Promise<void> {
    await send({ method: 'GET', path: '/api/products?status=advertise', expected: [200] });
  }

  async function readOwn(send: Send, number: number): Promise<void> {
    const buyer = personOf(buyers, number);
    const path = `/api/bookings?email=${encodeURIComponent(buyer.email)}`;
    await send({ method: 'GET', path, headers: bearer(buyer), expected: [200] });
  }

  return { acknowledged, nextStory };
}

/** The fields of a listing but for its name and picture. */
export const listing = {
  price,
  originalPrice: 300,
  category: 'String',
  condition: 'Good',
  number: '555-0101',
  location: 'Leith',
  year: 2015,
  description: 'Plays well, two small dents in the scroll.',
};

const card = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: new Date().getUTCFullYear() + 2,
  cvc: '123',
};

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

function personOf(people: readonly Person[], number: number): Person {
  const person = people[number % people.length];
  if (!person) throw new Error('There is nobody');
  return person;
}
