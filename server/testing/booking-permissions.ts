import type { CallName } from '#contract/calls.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { get, onlyAdmin, ownAndAdmin, type Row, users, type World } from './permissions.ts';

/** Who may do what with bookings, returns and wishes: their own, those of their products, and others'. */
export const bookingPermissions = {
  listBookings: [
    {
      about: 'as buyer',
      request: get(({ own }) => `/bookings?email=${own.email}`),
      expected: ownAndAdmin,
    },
    {
      about: 'as seller',
      request: get(({ own }) => `/bookings?email=${own.email}&as=seller`),
      expected: ownAndAdmin,
    },
  ],
  readBooking: [
    { about: 'own', request: about(bought), expected: ownOrHidden(200, 200) },
    { about: 'of a product of theirs', request: about(sold), expected: ownOrHidden(200, 200) },
  ],
  bookItem: [
    {
      about: 'a product of own',
      request: async (world) => booking({ productId: await world.who.make.product(world.own.id) }),
      expected: users({ buyer: 201, seller: 201, own: 403, admin: 201 }),
    },
    {
      about: "with own's address",
      request: async ({ who, own }) => {
        const seller = await who.seller();
        const productId = await who.make.product(seller.id);
        return booking({ productId, buyerEmail: own.email });
      },
      expected: users({ buyer: 403, seller: 403, own: 201, admin: 403 }),
    },
  ],
  releaseBooking: [
    { about: 'own', request: about(bought, { method: 'DELETE' }), expected: ownOrHidden(200, 200) },
    {
      about: 'of a product of theirs',
      request: about(sold, { method: 'DELETE' }),
      expected: ownOrHidden(404, 200),
    },
  ],
  requestReturn: [
    { about: 'own', request: askBack(bought), expected: ownOrHidden(201, 404) },
    { about: 'of a product of theirs', request: askBack(sold), expected: ownOrHidden(404, 404) },
  ],
  decideReturn: [
    { about: 'own', request: accept(bought), expected: ownOrHidden(403, 200) },
    {
      about: 'of a product of theirs',
      request: accept(sold),
      expected: ownOrHidden(200, 200),
    },
    {
      about: 'that they refused before',
      request: accept(sold, 'refused'),
      expected: ownOrHidden(403, 200),
    },
  ],
  listReturns: [{ request: get(() => '/returns'), expected: onlyAdmin }],
  wishProduct: [
    {
      request: ({ productId }) => wish(productId),
      expected: users({ buyer: 200, seller: 200, own: 200, admin: 200 }),
    },
    {
      about: "with own's address",
      request: ({ productId, own }) => wish(productId, own.email),
      expected: users({ buyer: 403, seller: 403, own: 200, admin: 403 }),
    },
  ],
  listWishlist: [
    { request: get(({ own }) => `/wishlist?email=${own.email}`), expected: ownAndAdmin },
  ],
  removeFromWishlist: [
    {
      request: async (world) => ({
        ...{ method: 'DELETE', url: `/api/wishlist/${await wished(world)}` },
      }),
      expected: ownOrHidden(200, 404),
    },
  ],
} satisfies Partial<Record<CallName, Row[]>>;

/** To strangers it is as if there were no such thing. */
function ownOrHidden(own: number, admin: number) {
  return users({ buyer: 404, seller: 404, own, admin });
}

interface Sale {
  id: string;
  buyer: KnownUser;
  seller: KnownUser;
}
type Made = (world: World) => Promise<Sale>;

async function bought({ who, own: buyer }: World): Promise<Sale> {
  const seller = await who.seller();
  return { buyer, seller, id: await who.book(buyer, await who.make.product(seller.id)) };
}

async function sold({ who, own: seller }: World): Promise<Sale> {
  const buyer = await who.buyer();
  return { buyer, seller, id: await who.book(buyer, await who.make.product(seller.id)) };
}

function about(made: Made, options: { method?: 'DELETE' } = {}): Row['request'] {
  return async (world) => ({ ...options, url: `/api/bookings/${(await made(world)).id}` });
}

function askBack(made: Made): Row['request'] {
  return async (world) => {
    const { id } = await made(world);
    await world.who.pay(id);
    const payload = { reason: 'It does not sound' };
    return { method: 'POST', url: `/api/bookings/${id}/return`, payload };
  };
}

/** Accepts a return that was asked for, or one that the seller has refused since. */
function accept(made: Made, before?: 'refused'): Row['request'] {
  return async (world) => {
    const { id, buyer, seller } = await made(world);
    await world.who.pay(id);
    await world.who.askBack(buyer, id);
    if (before) await world.who.decide(seller, id, before);
    return { method: 'PUT', url: `/api/bookings/${id}/return`, payload: { state: 'accepted' } };
  };
}

async function wished({ who, own, productId }: World): Promise<string> {
  await who.wish(own, productId);
  const [item] = await who.deps.database.sql<{ id: string }[]>`
    select id from wishlist_items where user_id = ${own.id}`;
  return item?.id ?? '';
}

function booking(payload: { productId: string; buyerEmail?: string }) {
  const form = { phone: '555-0199', location: 'Under the clock', price: 120.5 };
  return { method: 'POST' as const, url: '/api/bookings', payload: { ...form, ...payload } };
}

function wish(productId: string, email?: string) {
  const payload = { wishlist: 'added', ...(email ? { email } : {}) };
  return { method: 'PUT' as const, url: `/api/products/${productId}`, payload };
}
