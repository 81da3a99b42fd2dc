import type { CallName } from '#contract/calls.ts';
import {
  anyUser,
  get,
  onlyOwn,
  type PermissionRow,
  type Statuses,
  users,
  type World,
} from './permissions.ts';

/** Others get 404, as if the thread did not exist; admins too, unless a dispute is open. */
const sides = (status: number, admin = 404): Statuses =>
  users({ buyer: 404, seller: 404, own: status, admin });

/** The rights to read and write messages: the two people of a thread have them, and no one else but for disputes. */
export const messagePermissions = {
  listThreads: [{ request: get(({ own }) => `/threads?email=${own.email}`), expected: onlyOwn }],
  startThread: [
    {
      about: 'about a listing',
      request: ({ productId }) => ({
        method: 'POST',
        url: '/api/threads',
        payload: { productId, text: 'Is the case included?' },
      }),
      expected: users({ buyer: 201, seller: 403, own: 201, admin: 201 }),
    },
    {
      about: 'about a sale of theirs',
      request: async ({ people, own }) => {
        const { productId, bookingId } = await people.sell(own);
        const payload = { productId, bookingId, text: 'When will you come?' };
        return { method: 'POST', url: '/api/threads', payload };
      },
      expected: sides(201),
    },
  ],
  readThread: bothSides((id) => ({ url: `/api/threads/${id}` }), 200),
  listMessages: bothSides((id) => ({ url: `/api/threads/${id}/messages` }), 200),
  sendMessage: bothSides(
    (id) => ({
      method: 'POST',
      url: `/api/threads/${id}/messages`,
      payload: { text: 'Thank you!' },
    }),
    201,
  ),
  markThreadRead: [
    {
      request: async (world) => {
        const threadId = await threadOf(world, 'seller');
        const [message] = await world.people.deps.database.sql<{ id: string }[]>`
          select id from messages where thread_id = ${threadId}`;
        const payload = { readTo: message?.id };
        return { method: 'PUT', url: `/api/threads/${threadId}`, payload };
      },
      expected: sides(200),
    },
  ],
  countUnreadThreads: [{ request: get(() => '/unread-threads'), expected: anyUser }],
  listBlocks: [{ request: get(({ own }) => `/blocks?email=${own.email}`), expected: onlyOwn }],
  blockUser: [
    {
      request: async ({ people }) => ({
        method: 'POST',
        url: '/api/blocks',
        payload: { userId: (await people.buyer()).id },
      }),
      expected: users({ buyer: 201, seller: 201, own: 201, admin: 201 }),
    },
  ],
  unblockUser: [
    {
      request: async ({ people, own }) => ({
        method: 'DELETE',
        url: `/api/blocks/${await people.block(own, await people.buyer())}`,
      }),
      expected: sides(200),
    },
  ],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

type Request = { method?: 'POST'; url: string; payload?: object };

/** The cases for `own` as its buyer and as its seller, and for admins without a dispute and with one. */
function bothSides(request: (threadId: string) => Request, status: number): PermissionRow[] {
  const writes = request('').method === 'POST';
  return [
    {
      about: 'as buyer',
      request: async (world) => request(await threadOf(world, 'buyer')),
      expected: sides(status),
    },
    {
      about: 'as seller',
      request: async (world) => request(await threadOf(world, 'seller')),
      expected: sides(status),
    },
    {
      about: 'while a dispute is open',
      request: async (world) => request(await disputedThreadOf(world)),
      expected: sides(status, writes ? 404 : status),
    },
  ];
}

/** A thread in which `own` is this side. */
async function threadOf({ people, own }: World, side: 'buyer' | 'seller'): Promise<string> {
  const seller = side === 'seller' ? own : await people.seller();
  const buyer = side === 'buyer' ? own : await people.buyer();
  return people.write(buyer, { productId: await people.make.product(seller.id) });
}

/** A thread about what `own` sold, with a dispute about the return. */
async function disputedThreadOf({ people, own }: World): Promise<string> {
  const { buyer, productId, bookingId } = await people.sell(own);
  await people.requestReturn(buyer, bookingId);
  await people.decideReturn(own, bookingId, 'contested');
  return people.write(buyer, { productId, bookingId });
}
