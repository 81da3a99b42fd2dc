import type { CallName } from '#contract/calls.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { receiveSale } from './builders.ts';
import {
  anyUser,
  get,
  onlyAdmin,
  ownAndAdmin,
  type PermissionRow,
  users,
  type World,
} from './permissions.ts';

/** The rights to bookings, returns and wishlists: the user's own, those of their products, and others'. */
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
  listAllBookings: [{ request: get(() => '/bookings/all'), expected: onlyAdmin }],
  readBooking: [
    { about: 'own', request: bookingRequest(bought), expected: ownOrHidden(200, 200) },
    {
      about: 'of a product of theirs',
      request: bookingRequest(sold),
      expected: ownOrHidden(200, 200),
    },
  ],
  bookItem: [
    {
      about: 'a product of own',
      request: async (world) =>
        bookRequest({ productId: await world.people.make.product(world.own.id) }),
      expected: users({ buyer: 201, seller: 201, own: 403, admin: 201 }),
    },
    {
      about: "with own's address",
      request: async ({ people, own }) => {
        const seller = await people.seller();
        const productId = await people.make.product(seller.id);
        return bookRequest({ productId, buyerEmail: own.email });
      },
      expected: users({ buyer: 403, seller: 403, own: 201, admin: 403 }),
    },
  ],
  releaseBooking: [
    {
      about: 'own',
      request: bookingRequest(bought, { method: 'DELETE' }),
      expected: ownOrHidden(200, 200),
    },
    {
      about: 'of a product of theirs',
      request: bookingRequest(sold, { method: 'DELETE' }),
      expected: ownOrHidden(404, 200),
    },
  ],
  declineBooking: [
    { about: 'own', request: declineRequest(bought), expected: ownOrHidden(404, 200) },
    {
      about: 'of a product of theirs',
      request: declineRequest(sold),
      expected: ownOrHidden(200, 200),
    },
  ],
  requestAvailabilityAlert: [
    {
      about: 'of a product that own holds',
      request: alertRequest(bought, 'PUT'),
      expected: users({ buyer: 200, seller: 200, own: 409, admin: 200 }),
    },
    {
      about: 'of a product of theirs',
      request: alertRequest(sold, 'PUT'),
      expected: users({ buyer: 200, seller: 200, own: 403, admin: 200 }),
    },
  ],
  cancelAvailabilityAlert: [{ request: alertRequest(sold, 'DELETE'), expected: anyUser }],
  requestReturn: [
    { about: 'own', request: returnRequest(bought), expected: ownOrHidden(201, 404) },
    {
      about: 'of a product of theirs',
      request: returnRequest(sold),
      expected: ownOrHidden(404, 404),
    },
  ],
  decideReturn: [
    { about: 'own', request: acceptReturn(bought), expected: ownOrHidden(403, 200) },
    {
      about: 'of a product of theirs',
      request: acceptReturn(sold),
      expected: ownOrHidden(200, 200),
    },
    {
      about: 'that they contested before',
      request: acceptReturn(sold, 'contested'),
      expected: ownOrHidden(409, 409),
    },
  ],
  markSentBack: [
    { about: 'own', request: sendBack(bought), expected: ownOrHidden(200, 404) },
    { about: 'of a product of theirs', request: sendBack(sold), expected: ownOrHidden(404, 404) },
  ],
  listReturns: [{ request: get(() => '/returns'), expected: onlyAdmin }],
  wishProduct: [
    {
      request: ({ productId }) => wishRequest(productId),
      expected: users({ buyer: 200, seller: 200, own: 200, admin: 200 }),
    },
    {
      about: "with own's address",
      request: ({ productId, own }) => wishRequest(productId, own.email),
      expected: users({ buyer: 403, seller: 403, own: 200, admin: 403 }),
    },
  ],
  listWishlist: [
    { request: get(({ own }) => `/wishlist?email=${own.email}`), expected: ownAndAdmin },
  ],
  removeFromWishlist: [
    {
      request: async (world) => ({
        method: 'DELETE',
        url: `/api/wishlist/${await wishlistItem(world)}`,
      }),
      expected: ownOrHidden(200, 404),
    },
  ],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

/** Others get 404, as if the object did not exist. */
function ownOrHidden(own: number, admin: number) {
  return users({ buyer: 404, seller: 404, own, admin });
}

interface Sale {
  id: string;
  productId: string;
  buyer: KnownUser;
  seller: KnownUser;
}
type CreateSale = (world: World) => Promise<Sale>;

/** A booking that `own` made. */
async function bought({ people, own: buyer }: World): Promise<Sale> {
  const seller = await people.seller();
  const productId = await people.make.product(seller.id);
  return { buyer, seller, productId, id: await people.book(buyer, productId) };
}

/** A booking of a product that `own` sells. */
async function sold({ people, own: seller }: World): Promise<Sale> {
  const buyer = await people.buyer();
  const productId = await people.make.product(seller.id);
  return { buyer, seller, productId, id: await people.book(buyer, productId) };
}

function bookingRequest(
  createSale: CreateSale,
  options: { method?: 'DELETE' } = {},
): PermissionRow['request'] {
  return async (world) => ({ ...options, url: `/api/bookings/${(await createSale(world)).id}` });
}

function declineRequest(createSale: CreateSale): PermissionRow['request'] {
  return async (world) => {
    const { id } = await createSale(world);
    const payload = { reason: 'It is not for sale any more' };
    return { method: 'POST', url: `/api/bookings/${id}/decline`, payload };
  };
}

function alertRequest(createSale: CreateSale, method: 'PUT' | 'DELETE'): PermissionRow['request'] {
  return async (world) => {
    const { productId } = await createSale(world);
    return { method, url: `/api/products/${productId}/alert` };
  };
}

function returnRequest(createSale: CreateSale): PermissionRow['request'] {
  return async (world) => {
    const { id } = await createSale(world);
    await world.people.pay(id);
    await receiveSale(world.people.deps.database, id);
    const payload = { reason: 'It does not sound' };
    return { method: 'POST', url: `/api/bookings/${id}/return`, payload };
  };
}

/** Accepts a requested return, or one that the seller has contested before. */
function acceptReturn(createSale: CreateSale, before?: 'contested'): PermissionRow['request'] {
  return async (world) => {
    const { id, buyer, seller } = await createSale(world);
    await world.people.pay(id);
    await world.people.requestReturn(buyer, id);
    if (before) await world.people.decideReturn(seller, id, before);
    const payload = { state: 'accepted', place: 'Under the clock' };
    return { method: 'PUT', url: `/api/bookings/${id}/return`, payload };
  };
}

/** Says that the instrument of an accepted return was sent back. */
function sendBack(createSale: CreateSale): PermissionRow['request'] {
  return async (world) => {
    const { id, buyer, seller } = await createSale(world);
    await world.people.pay(id);
    await world.people.requestReturn(buyer, id);
    await world.people.decideReturn(seller, id, 'accepted');
    const payload = { carrier: 'Royal Mail' };
    return { method: 'POST', url: `/api/bookings/${id}/return/sent`, payload };
  };
}

async function wishlistItem({ people, own, productId }: World): Promise<string> {
  await people.wishProduct(own, productId);
  const [item] = await people.deps.database.sql<{ id: string }[]>`
    select id from wishlist_items where user_id = ${own.id}`;
  return item?.id ?? '';
}

function bookRequest(payload: { productId: string; buyerEmail?: string }) {
  const form = { phone: '555-0199', location: 'Under the clock', price: 120.5 };
  return { method: 'POST' as const, url: '/api/bookings', payload: { ...form, ...payload } };
}

function wishRequest(productId: string, email?: string) {
  const payload = { wishlist: 'added', ...(email ? { email } : {}) };
  return { method: 'PUT' as const, url: `/api/products/${productId}`, payload };
}
