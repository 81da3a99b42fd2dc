import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { newId } from '../../core/ids.ts';
import type { Sql, SqlValue } from '../../database/sql.ts';
import { addPayout } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const plain = await createTestShop();
const { database, callers, catalogue } = plain;
const shop = await createTestShop({
  database: { ...database, sql: withManyListings(database.sql) },
  callers,
  catalogue,
  pausedReaderMs: 500,
});
const who = createPeople(database);
const { sql } = database;
await shop.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = shop.app.server.address() as AddressInfo;
afterAll(async () => {
  await shop.close();
  await plain.close();
});

/** Sellers whose listings no connection holds: pages of 5 MB. */
const manyListings = new Set<string>();
const pageCount = 8;
/** How many of them were read of a seller. */
const pagesRead = new Map<string, number>();

/** Reads of the listings of such a seller are answered without the database, which would take long to fill. */
function withManyListings(real: Sql): Sql {
  return ((strings: TemplateStringsArray, ...values: SqlValue[]) => {
    const seller = values.find((value) => manyListings.has(String(value)));
    const isListing = strings.join('').includes('as "externalId"');
    if (seller === undefined || !isListing) return real(strings, ...values);
    const page = pagesRead.get(String(seller)) ?? 0;
    pagesRead.set(String(seller), page === pageCount ? 0 : page + 1);
    return Promise.resolve(page === pageCount ? [] : Array.from({ length: 200 }, bigListing));
  }) as Sql;
}

function bigListing() {
  return {
    id: newId(new Date()),
    description: 'Kept dry. '.repeat(2_500),
    priceCents: 1,
    originalPriceCents: null,
    pickup: true,
    shippingCents: null,
    createdAt: new Date(),
    withdrawnAt: null,
    externalId: null,
    imageId: newId(new Date()),
    imageExternalUrl: null,
    imageWidths: [480],
    imageWidth: 480,
    further: [],
    clips: [],
  };
}

async function bigSeller() {
  const seller = await who.seller();
  manyListings.add(seller.id);
  return seller;
}

async function open(user: Awaited<ReturnType<typeof bigSeller>>, path: string) {
  const headers = await plain.as(user);
  const [reply] = await once(
    request({ host: '127.0.0.1', port, path: `/api${path}`, headers, agent: false }).end(),
    'response',
  );
  return reply as IncomingMessage;
}

async function readAll(reply: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of reply) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

describe('a reply that grows with what is stored', () => {
  it('a long reply is sent to a person one at a time, and again when the last one has arrived or was left', async () => {
    const seller = await bigSeller();
    const path = `/users/${seller.id}/export`;
    const first = await open(seller, path);
    expect(first.statusCode).toBe(200);
    for (const other of [path, `/earnings/statement?email=${seller.email}&month=2026-01`]) {
      const second = await open(seller, other);
      expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '10']);
      expect(await readAll(second)).toContain('Another download of yours is still running');
    }
    const whole = JSON.parse(await readAll(first));
    expect(whole.products).toHaveLength(pageCount * 200);
    const third = await open(seller, path);
    third.destroy();
    await expect
      .poll(async () => (await open(seller, path)).destroy() && true, { timeout: 20_000 })
      .toBe(true);
  });

  it('a long reply is not made in memory, and ends when its reader pauses for long', async () => {
    const readers = await Promise.all(Array.from({ length: 4 }, bigSeller));
    const replies = await Promise.all(
      readers.map((reader) => open(reader, `/users/${reader.id}/export`)),
    );
    const closed = replies.map((reply) => {
      reply.on('error', () => undefined);
      return once(reply, 'close');
    });
    for (const reply of replies) reply.pause();
    await expect.poll(openConnections, { timeout: 20_000 }).toBe(0);
    // One page is on its way, and one or two wait for it: 15 MB, which are a few hundred kilobytes of real listings.
    for (const { id } of readers) expect(pagesRead.get(id)).toBeLessThan(5);
    for (const reply of replies) reply.destroy();
    await Promise.all(closed);
  });

  const openConnections = () =>
    new Promise<number>((resolve, reject) => {
      shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  it('each call whose rows belong to one person, or to the shop, has a long reply', () => {
    const streamed = Object.values(calls)
      .filter((call) => 'streamed' in call && call.streamed)
      .map(({ name }) => name)
      .sort();
    expect(streamed).toEqual([
      'exportRecords',
      'exportUser',
      'readBankFile',
      'readInvoicesFile',
      'readListingImportErrors',
      'readStatement',
      'readTaxes',
    ]);
  });

  it('a long reply is refused before it begins, as any other call', async () => {
    const [seller, other] = [await who.seller(), await who.seller()];
    const refused = await open(other, `/users/${seller.id}/export`);
    expect(refused.statusCode).toBe(403);
    const missing = await open(other, `/listing-imports/${newId(new Date())}/errors`);
    expect(missing.statusCode).toBe(404);
    // A refusal holds no place.
    expect((await open(other, `/users/${other.id}/export`)).statusCode).toBe(200);
  });
});

describe('a statement of a month', () => {
  it('a monthly statement has every movement of many pages once, between both balances', async () => {
    const seller = await who.seller();
    const accounts = { pending: `pending:${seller.id}`, provider: 'provider:sandbox' };
    await sql`
      insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
      select gen_random_uuid(), ${accounts.provider}, ${accounts.pending}, 100, 'USD', 'charge',
        gen_random_uuid()::text, '2026-01-10'::timestamptz + make_interval(secs => n / 7.0)
      from generate_series(1, 1234) n`;
    const reply = await open(seller, `/earnings/statement?email=${seller.email}&month=2026-01`);
    const lines = (await readAll(reply)).trim().split('\r\n');
    expect(lines).toHaveLength(1_234 + 3);
    expect(lines.at(-1)).toContain('Closing balance,,,,,1234.00,0.00,USD');
  });
});

describe('the file for the bank', () => {
  it('the file for the bank has every payout of many pages once', async () => {
    const seller = await who.seller();
    const id = await addPayout(database, {
      sellerId: seller.id,
      state: 'taken',
      takenAt: new Date(),
    });
    await sql`
      insert into payouts (id, seller_id, amount_cents, currency, provider, state, created_at, taken_at)
      select gen_random_uuid(), seller_id, amount_cents, currency, provider, state, created_at,
        taken_at from payouts, generate_series(1, 1100) n where id = ${id}`;
    const reply = await open(await who.admin(), '/payouts/bank.csv');
    expect((await readAll(reply)).trim().split('\r\n')).toHaveLength(1_102);
  });
});
