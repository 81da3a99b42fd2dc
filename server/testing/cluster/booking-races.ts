import type { Sql } from '../../database/sql.ts';
import type { Person } from '../signed-in-people.ts';

interface RaceOptions {
  /** The addresses of the servers; the buyers of a race each use another one. */
  servers: readonly string[];
  buyers: readonly Person[];
}

interface Won {
  bookingId: string;
  productId: string;
}

/** Races that run at the same time, at most. */
const maxRaces = 3;
const longestAnswerMs = 31_000;

/** Several buyers book the same product at the same time, each on another server; who wins gives it up again. */
export function bookingRaces({ servers, buyers }: RaceOptions) {
  const won: Won[] = [];
  const faults: string[] = [];
  const counts = { races: 0, won: 0, refused: 0, unknown: 0 };
  const running = new Set<Promise<void>>();
  let next = 0;

  async function race(productId: string): Promise<void> {
    counts.races += 1;
    const outcomes = await Promise.all(
      servers.map((server) => {
        next += 1;
        return book(server, productId, next);
      }),
    );
    const winners = outcomes.filter((one) => one !== undefined);
    if (winners.length > 1) faults.push(`${productId} was booked ${winners.length} times`);
    for (const { server, bookingId, buyer } of winners) {
      won.push({ bookingId, productId });
      await send(server, `/bookings/${bookingId}`, buyer, { method: 'DELETE' });
    }
  }

  async function book(server: string, productId: string, number: number) {
    const buyer = buyers[number % buyers.length];
    if (!buyer) throw new Error('There is nobody');
    const body = JSON.stringify({ productId, price: 75, phone: '555 0199', location: 'the pier' });
    const reply = await send(server, '/bookings', buyer, { method: 'POST', body });
    if (reply?.status === 201) {
      counts.won += 1;
      return { server, buyer, bookingId: String(JSON.parse(reply.text).insertedId) };
    }
    if (reply?.status === 409) counts.refused += 1;
    else if (!reply || reply.status === 503) counts.unknown += 1;
    else faults.push(`a booking was answered ${reply.status}: ${reply.text}`);
    return undefined;
  }

  return {
    won,
    faults,
    counts,
    /** Starts a race, unless enough of them run. */
    start(productId: string): void {
      if (running.size >= maxRaces) return;
      const run: Promise<void> = race(productId).finally(() => running.delete(run));
      running.add(run);
    },
    /** Waits for the running races, and gives up bookings whose requests got no answer. */
    async finish(): Promise<void> {
      await Promise.all(running);
      const [server = ''] = servers;
      for (const buyer of buyers) {
        const address = `/bookings?email=${encodeURIComponent(buyer.email)}`;
        const reply = await send(server, address, buyer, { method: 'GET' });
        const booked: { _id: string }[] = reply?.status === 200 ? JSON.parse(reply.text) : [];
        for (const { _id } of booked) {
          await send(server, `/bookings/${_id}`, buyer, { method: 'DELETE' });
        }
      }
    },
  };
}

async function send(server: string, path: string, { token }: Person, request: RequestInit) {
  const type = request.body ? { 'content-type': 'application/json' } : {};
  return fetch(`${server}/api${path}`, {
    ...request,
    headers: { ...type, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(longestAnswerMs),
  }).then(
    async (reply) => ({ status: reply.status, text: await reply.text() }),
    () => undefined,
  );
}

/** What was acknowledged and is not there. @returns one line for each */
export async function findLostWrites(
  sql: Sql,
  listed: ReadonlyMap<string, string>,
  won: readonly Won[],
): Promise<string[]> {
  const products = await sql<{ id: string; name: string }[]>`
    select id, name from products where name like 'Cluster oud %'`;
  const ids = new Map(products.map(({ id, name }) => [name, id]));
  const bookings = await sql<{ id: string; productId: string }[]>`
    select id, product_id as "productId" from bookings`;
  const productOf = new Map(bookings.map(({ id, productId }) => [id, productId]));
  const isLost = (one: Won) => productOf.get(one.bookingId) !== one.productId;
  const twice = products.length - ids.size;
  return [
    ...(twice > 0 ? [`${twice} products are there twice`] : []),
    ...[...listed].filter(([name, id]) => ids.get(name) !== id).map(([name]) => `${name} is lost`),
    ...won.filter(isLost).map(({ bookingId }) => `the booking ${bookingId} is lost`),
  ];
}
