import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { transaction } from '../../database/transaction.ts';
import { recordCatalogueChange } from '../../features/products/catalogue-changes.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { type ListeningServer, startListeningServer } from '../../testing/listening-server.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/*
 * Users change what they see, through two servers of one database, in any order and concurrently. Whatever they do,
 * each is sent byte for byte what the database says, and while it changes no one is sent what only another may see.
 */

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let cached: [ListeningServer, ListeningServer];
let uncached: ListeningServer;
let admin: KnownUser;

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  cached = [await startListeningServer(shop), await startListeningServer(shop)];
  uncached = await startListeningServer(shop, { isCached: false });
  admin = await people.admin();
});
afterAll(async () => {
  for (const server of [...cached, uncached]) await server.close();
  await shop.close();
});

interface World {
  seller: KnownUser;
  /** The seller and two buyers. */
  users: KnownUser[];
  products: string[];
}

async function openWorld(): Promise<World> {
  const seller = await shop.make.user({ role: 'seller', emailProvenAt: undefined });
  const users = [seller, await people.buyer(), await people.buyer()];
  const products = [await shop.make.product(seller.id), await shop.make.product(seller.id)];
  return { seller, users, products };
}

const kinds = [
  'read',
  'read',
  'wish',
  'unwish',
  'book',
  'release',
  'expire',
  'pay',
  'edit',
  'list',
  'withdraw',
  'verify',
  'prove',
] as const;
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  user: fc.nat(2),
  product: fc.nat(2),
  server: fc.constantFrom<0 | 1>(0, 1),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

interface Actor {
  user: KnownUser;
  productId: string;
  server: ListeningServer;
}

type Perform = (world: World, actor: Actor) => Promise<unknown>;

const perform: Record<(typeof kinds)[number], Perform> = {
  async read(world, { server, user }) {
    const { body } = await server.ask(pathsOf(world)[0] ?? '', { as: user });
    await expectNothingOfOthers(world, user, JSON.parse(body));
  },
  wish: (_world, { server, user, productId }) =>
    server.ask(`/products/${productId}`, {
      method: 'PUT',
      as: user,
      payload: { wishlist: 'added' },
    }),
  async unwish(_world, { server, user }) {
    const { body } = await server.ask(`/wishlist?email=${user.email}`, { as: user });
    const [item] = JSON.parse(body) as { _id: string }[];
    if (item) await server.ask(`/wishlist/${item._id}`, { method: 'DELETE', as: user });
  },
  book: (_world, { server, user, productId }) =>
    server.ask('/bookings', {
      method: 'POST',
      as: user,
      payload: { productId, price: 120.5, phone: '555-0199', location: 'Leith' },
    }),
  async release(_world, { server, productId }) {
    const [held] = await liveBookings(productId);
    const buyer = held && { ...admin, id: held.buyerId };
    if (held) await server.ask(`/bookings/${held.id}`, { method: 'DELETE', as: buyer });
  },
  async expire(_world, { productId, server }) {
    await shop.database.sql`
      update bookings set hold_expires_at = clock_timestamp() + interval '5 milliseconds'
      where product_id = ${productId} and state = 'held'`;
    await shop.database.sql`select pg_sleep_for('10 milliseconds')`;
    await server.catalogue.catchUp();
  },
  async pay(_world, { productId, server }) {
    const [held] = await liveBookings(productId);
    if (held) await outcome(people.pay(held.id));
    await server.catalogue.catchUp();
  },
  edit: ({ seller }, { server, productId, user }) =>
    server.ask(`/products/${productId}`, {
      method: 'PATCH',
      as: seller,
      payload: { number: `555-${user.id.slice(-4)}` },
    }),
  async list(world, { server }) {
    world.products.push(await shop.make.product(world.seller.id));
    await server.catalogue.catchUp();
  },
  withdraw: ({ seller }, { server, productId }) =>
    server.ask(`/products/${productId}`, { method: 'DELETE', as: seller }),
  verify: ({ seller }, { server }) =>
    server.ask(`/users/${seller.id}`, { method: 'PUT', as: admin, payload: {} }),
  async prove({ seller }, { server }) {
    await transaction(shop.database, async (tx) => {
      await tx.sql`update users set email_proven_at = now() where id = ${seller.id}`;
      recordCatalogueChange(tx, null, new Date());
    });
    await server.catalogue.catchUp();
  },
};

const liveBookings = (productId: string) => shop.database.sql<{ id: string; buyerId: string }[]>`
  select id, buyer_id as "buyerId" from bookings where product_id = ${productId} and state = 'held'`;

const pathsOf = ({ products }: World) => [
  '/category/Brass?limit=6',
  '/category/Brass?limit=2',
  `/products/${products[0]}/more?limit=${limits.pageSize}`,
];

/** The seller's number is for the seller and who has booked; a booking is its buyer's, a heart is the user's own. */
async function expectNothingOfOthers(
  { seller, products }: World,
  user: KnownUser,
  list: ListedProduct[],
) {
  for (const { _id, number, bookingId, wishlist } of list) {
    if (!products.includes(_id)) continue;
    if (number !== undefined) expect(user.id === seller.id || bookingId !== undefined).toBe(true);
    if (bookingId !== undefined) {
      const [booking] = await shop.database
        .sql`select buyer_id from bookings where id = ${bookingId}`;
      expect(booking?.buyer_id).toBe(user.id);
    }
    if (wishlist !== undefined) expect(wishes.has(user.id + _id)).toBe(true);
  }
}

/** Who ever put what on the wishlist. */
const wishes = new Set<string>();

async function run(world: World, { kind, user, product, server }: Action) {
  const chosen = world.users[user] ?? world.seller;
  const productId = world.products[product % world.products.length] ?? '';
  if (kind === 'wish') wishes.add(chosen.id + productId);
  await perform[kind](world, { user: chosen, productId, server: cached[server] });
}

async function expectWhatTheDatabaseSays(world: World, servers: readonly ListeningServer[]) {
  for (const path of pathsOf(world)) {
    for (const user of world.users) {
      const { status, body } = await uncached.ask(path, { as: user });
      for (const server of servers) {
        const reply = await server.ask(path, { as: user });
        expect(reply.status).toBe(status);
        // A refusal, of more of the seller of a withdrawn product, names the request.
        if (status === 200) expect(reply.body).toBe(body);
      }
    }
  }
}

it('each user is always sent what the database says, and never what only another may see', async () => {
  const steps = fc.array(action, { minLength: 1, maxLength: 4, size: 'max' });
  const schedules = fc.array(steps, { minLength: 4, maxLength: 12, size: 'max' });
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const world = await openWorld();
      for (const { catalogue } of cached) await catalogue.catchUp();
      for (const step of schedule) {
        await Promise.all(step.map((chosen) => run(world, chosen)));
        const [only, another] = step;
        // The server that made the change shows it before the response, to everyone who asks it.
        if (only && !another) await expectWhatTheDatabaseSays(world, [cached[only.server]]);
        for (const { catalogue } of cached) await catalogue.catchUp();
        await expectWhatTheDatabaseSays(world, cached);
      }
    }),
    { numRuns: 100, endOnFailure: true },
  );
}, 600_000);
