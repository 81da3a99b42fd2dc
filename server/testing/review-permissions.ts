import type { CallName } from '#contract/calls.ts';
import { everybody, get, type PermissionRow, users, type World } from './permissions.ts';

/** The rights to reviews. Admins read published ones and write none. */
export const reviewPermissions = {
  readSaleReviews: [
    {
      request: async (world) => ({ url: `/api/bookings/${await soldBy(world)}/reviews` }),
      expected: users({ buyer: 404, seller: 404, own: 200, admin: 200 }),
    },
  ],
  writeReview: [
    {
      request: async (world) => ({
        method: 'POST',
        url: `/api/bookings/${await soldBy(world)}/reviews`,
        payload: { rating: 5 },
      }),
      expected: onlyOwn(201),
    },
  ],
  changeReview: [
    {
      request: async (world) => ({
        method: 'PUT',
        url: `/api/reviews/${await writtenBy(world)}`,
        payload: { rating: 4 },
      }),
      expected: onlyOwn(200),
    },
  ],
  deleteReview: [
    {
      request: async (world) => ({
        method: 'DELETE',
        url: `/api/reviews/${await writtenBy(world)}`,
      }),
      expected: onlyOwn(200),
    },
  ],
  replyToReview: [
    {
      request: async (world) => ({
        method: 'POST',
        url: `/api/reviews/${await publishedAbout(world)}/reply`,
        payload: { text: 'Thank you' },
      }),
      expected: onlyOwn(200),
    },
  ],
  listSellerReviews: [
    { request: get(({ own }) => `/sellers/${own.id}/reviews`), expected: everybody(200) },
  ],
} satisfies Partial<Record<CallName, readonly PermissionRow[]>>;

function onlyOwn(status: number) {
  return users({ buyer: 404, seller: 404, own: status, admin: 404 });
}

/** @returns the id of a completed sale of own */
async function soldBy({ people, own }: World): Promise<string> {
  const { bookingId } = await people.sell(own);
  await people.complete(own, bookingId);
  return bookingId;
}

async function writtenBy(world: World): Promise<string> {
  return world.people.review(world.own, await soldBy(world));
}

/** @returns the id of a review that a buyer has written about own, after own wrote one about them */
async function publishedAbout({ people, own }: World): Promise<string> {
  const { bookingId, buyer } = await people.sell(own);
  await people.complete(own, bookingId);
  await people.review(own, bookingId);
  return people.review(buyer, bookingId);
}
