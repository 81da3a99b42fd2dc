import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { limits } from '#contract/constants.ts';
import { transaction } from '../../database/transaction.ts';
import { createPictureFetcher } from '../../providers/images/fetch/picture-fetcher.ts';
import { createPeople } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { listingForm, selling } from '../../testing/selling.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { recordEdit } from '../products/catalogue-changes.ts';
import type { KnownUser } from '../users/find-user.ts';

const picture = await photo(120, 90).jpeg().toBuffer();
/** The addresses that a dealer's server of pictures was asked for. */
const asked: string[] = [];
const pictures = createServer((request, reply) => {
  asked.push(request.url ?? '');
  if (request.url?.endsWith('.jpg')) reply.end(picture);
  else reply.writeHead(404).end();
}).listen(0, '127.0.0.1');
await once(pictures, 'listening');
const { port } = pictures.address() as AddressInfo;
const pictureAt = (path: string) => `http://dealer.example:${port}${path}`;

const shop = await createTestShop({
  fetchPicture: createPictureFetcher({
    resolve: async () => ['127.0.0.1'],
    mayConnect: (address, to) => address === '127.0.0.1' && to === port,
  }),
});
afterAll(async () => {
  pictures.close();
  await shop.close();
});
const who = createPeople(shop.database);
const { change, read, setStatus } = selling(() => shop);

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
interface Sent {
  method: Method;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

async function ask(seller: KnownUser, { method, path, body, headers = {} }: Sent) {
  const reply = await shop.app.inject({
    method,
    url: `/api/listings${path}`,
    headers: { ...(await shop.as(seller)), ...headers },
    ...(body && { payload: body }),
  });
  return { status: reply.statusCode, body: reply.json() };
}
const put = (seller: KnownUser, id: string, body: object, headers = {}) =>
  ask(seller, { method: 'PUT', path: `/${encodeURIComponent(id)}`, body, headers });
const bulk = (seller: KnownUser, ...listings: object[]) =>
  ask(seller, { method: 'POST', path: '/bulk', body: { listings } });
const inventory = async (seller: KnownUser, query = ''): Promise<CallReply<'listInventory'>> =>
  (await ask(seller, { method: 'GET', path: query })).body;

const whole = { ...listingForm, images: [pictureAt('/1.jpg')] };
const fieldsOf = ({ errors }: { errors: { field: string }[] }) => errors.map(({ field }) => field);

describe('listings by the ids of a dealer', () => {
  it('a listing is made, changed where it is said, and unchanged when the request is repeated', async () => {
    const seller = await who.seller();
    const made = await put(seller, ' SKU/1 ', { ...whole, brand: 'Yamaha' });
    expect(made).toEqual({
      status: 200,
      body: { _id: expect.any(String), externalId: 'SKU/1', outcome: 'created', version: 1 },
    });
    const again = await put(seller, 'SKU/1', { ...whole, brand: 'Yamaha' });
    expect(again.body).toEqual({ ...made.body, outcome: 'unchanged' });
    const changed = await put(seller, 'SKU/1', { price: 99, brand: '' });
    expect(changed.body).toMatchObject({ outcome: 'changed', version: 2 });
    const product = await read(made.body._id);
    expect(product).toMatchObject({ name: listingForm.name, price: 99, year: 2015 });
    expect(product.brand).toBeUndefined();
  });

  it('a serial number stays when a request leaves it out, and is compared with those of the maker that is said then', async () => {
    const seller = await who.seller();
    const { body } = await put(seller, 'SERIAL', { ...whole, brand: 'Yamaha' });
    const serial = { state: 'number', number: 'K 4711' };
    expect((await change(seller, body._id, { serial })).status).toBe(200);
    const stored = async () => {
      const url = `/api/products/${body._id}/serial`;
      const reply = await shop.app.inject({ url, headers: await shop.as(seller) });
      const [row] = await shop.database.sql<{ digest: string }[]>`
        select serial_digest::text as digest from products where id = ${body._id}`;
      return { said: reply.json(), digest: row?.digest };
    };
    const before = await stored();
    expect(before).toEqual({ said: serial, digest: expect.any(String) });
    await put(seller, 'SERIAL', { price: 98 });
    await put(seller, 'SERIAL', { ...whole, brand: 'Yamaha' });
    expect(await stored()).toEqual(before);
    await put(seller, 'SERIAL', { brand: 'Roland' });
    const after = await stored();
    expect(after.said).toEqual(serial);
    expect(after.digest).not.toBe(before.digest);
    await put(seller, 'SERIAL', { brand: 'Yamaha' });
    expect(await stored()).toEqual(before);
  });

  it('two sellers have listings of their own under one id', async () => {
    const [one, other] = [await who.seller(), await who.seller()];
    const first = await put(one, 'SAME', whole);
    const second = await put(other, 'SAME', whole);
    expect(second.body.outcome).toBe('created');
    expect(second.body._id).not.toBe(first.body._id);
  });

  it('the same new listing that is sent ten times at once is made once', async () => {
    const seller = await who.seller();
    const replies = await Promise.all(Array.from({ length: 10 }, () => put(seller, 'ONCE', whole)));
    const outcomes = replies.map(({ body }) => body.outcome).sort();
    expect(outcomes).toEqual(['created', ...Array.from({ length: 9 }, () => 'unchanged')]);
    expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
  });

  it('pictures are fetched once, and again only from another address', async () => {
    const seller = await who.seller();
    asked.length = 0;
    await put(seller, 'P', { ...whole, images: [pictureAt('/a.jpg'), pictureAt('/b.jpg')] });
    expect(asked.sort()).toEqual(['/a.jpg', '/b.jpg']);
    await put(seller, 'P', { images: [pictureAt('/b.jpg'), pictureAt('/a.jpg')] });
    expect(asked).toHaveLength(2);
    const { body } = await put(seller, 'P', { images: [pictureAt('/c.jpg')] });
    expect([body.outcome, asked.length]).toEqual(['changed', 3]);
    expect((await read(body._id)).images).toHaveLength(1);
  });

  it.each([
    [{ name: '' }, ['name']],
    [{ price: -1 }, ['price']],
    [{ colour: 'red' }, ['colour']],
    [{ images: [] }, ['images']],
    [{ images: ['ftp://x.example/1.jpg'] }, ['images.0']],
    [{ images: [pictureAt('/none')] }, ['images.0']],
    [{ kind: 'vuvuzela' }, ['kind']],
  ])('a new listing with %j is refused by the names of its fields', async (given, fields) => {
    const { status, body } = await put(await who.seller(), 'X', { ...whole, ...given });
    expect([status, fieldsOf(body)]).toEqual([400, fields]);
  });

  it('a new listing names all that it lacks', async () => {
    const { status, body } = await put(await who.seller(), 'X', { price: 10 });
    expect(status).toBe(400);
    expect(fieldsOf(body)).toEqual(
      expect.arrayContaining(['name', 'description', 'number', 'location', 'year', 'images']),
    );
  });

  it('a listing of the form is known by its own id', async () => {
    const seller = await who.seller();
    const id = await shop.make.product(seller.id);
    const { body } = await put(seller, id, { price: 77 });
    expect(body).toMatchObject({ _id: id, outcome: 'changed' });
    expect((await inventory(seller)).items).toMatchObject([{ externalId: id, price: 77 }]);
  });
});

describe('the version of a listing', () => {
  it('a change to what has changed since is refused with the version that it has now', async () => {
    const seller = await who.seller();
    const { body: made } = await put(seller, 'V', whole);
    expect((await put(seller, 'V', { price: 90 }, { 'if-match': '"v1"' })).status).toBe(200);
    const stale = await put(seller, 'V', { price: 80 }, { 'if-match': 'W/"v1"' });
    expect([stale.status, stale.body.version]).toEqual([412, 2]);
    expect((await read(made._id)).price).toBe(90);
    // What is there already was sent before: its reply was lost.
    const repeated = await put(seller, 'V', { price: 90 }, { 'if-match': '"v1"' });
    expect(repeated.body).toMatchObject({ outcome: 'unchanged', version: 2 });
    expect((await put(seller, 'V', {}, { 'if-match': 'v2' })).status).toBe(400);
    expect((await put(seller, 'NEW', whole, { 'if-match': '"v1"' })).status).toBe(412);
  });

  it('an advertisement, a booking and a sale change the version too', async () => {
    const seller = await who.seller();
    const { body } = await put(seller, 'F', whole);
    await setStatus(seller, body._id, 'advertise');
    expect((await inventory(seller)).items).toMatchObject([{ version: 2, state: 'on-sale' }]);
    const booking = await who.book(await who.buyer(), body._id);
    expect((await inventory(seller)).items).toMatchObject([{ state: 'held' }]);
    await who.pay(booking);
    const [sold] = (await inventory(seller)).items;
    expect(sold).toMatchObject({ state: 'sold' });
    expect(sold?.version).toBeGreaterThan(2);
  });
});

describe('many listings at once', () => {
  it('each is answered by itself, and what is right is stored', async () => {
    const seller = await who.seller();
    const { status, body } = await bulk(
      seller,
      { externalId: 'B1', ...whole },
      { externalId: 'B2', ...whole, price: 'free' },
      { externalId: 'B3', price: 5 },
      { externalId: 'B4', ...whole, images: [pictureAt('/none')] },
      { externalId: 'B1', price: 60 },
    );
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { externalId: 'B1', status: 200, outcome: 'created' },
      { externalId: 'B2', status: 400, code: 'bad-input', errors: [{ field: 'price' }] },
      { externalId: 'B3', status: 400 },
      { externalId: 'B4', status: 400, errors: [{ field: 'images.0' }] },
      { externalId: 'B1', status: 200, outcome: 'changed', version: 2 },
    ]);
    const stale = await bulk(seller, { externalId: 'B1', price: 50, ifVersion: 1 });
    expect(stale.body.results).toMatchObject([
      { status: 412, code: 'precondition-failed', version: 2 },
    ]);
  });

  it('a hundred listings with long texts come in one request', async () => {
    const description = 'ä'.repeat(limits.descriptionLength);
    const listings = Array.from({ length: 100 }, (_, at) => ({
      externalId: `L${at}`,
      description,
    }));
    const { status, body } = await bulk(await who.seller(), ...listings);
    expect([status, body.results.length]).toEqual([200, 100]);
    expect(new Set(body.results.map((one: { status: number }) => one.status))).toEqual(
      new Set([400]),
    );
    const tooLong = listings.map((one) => ({ ...one, model: description }));
    expect((await bulk(await who.seller(), ...tooLong)).status).toBe(413);
  });

  it.each([
    [[], 'listings'],
    [[{ price: 5 }], 'listings.0.externalId'],
    [Array.from({ length: 101 }, (_, at) => ({ externalId: `${at}` })), 'listings'],
  ])(
    'a request with other than 1 to 100 identified listings is refused',
    async (listings, field) => {
      const { status, body } = await bulk(await who.seller(), ...listings);
      expect([status, fieldsOf(body)]).toEqual([400, [field]]);
    },
  );
});

describe('what a dealer sells', () => {
  it('a sold listing is never put on sale again, and says so', async () => {
    const seller = await who.seller();
    const { body: made } = await put(seller, 'S', whole);
    const booking = await who.book(await who.buyer(), made._id);
    const booked = await put(seller, 'S', { price: 60 });
    expect([booked.status, booked.body.code]).toEqual([409, 'booked']);
    await who.pay(booking);
    for (const reply of [
      await put(seller, 'S', { price: 60 }),
      await ask(seller, { method: 'DELETE', path: '/S' }),
      await ask(seller, { method: 'POST', path: '/S/sold-elsewhere', body: {} }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'sold']);
    }
  });

  it('a listing that was sold elsewhere is taken down, its booking ends and its buyer is told why', async () => {
    const seller = await who.seller();
    const buyer = await who.buyer();
    const { body: made } = await put(seller, 'E', whole);
    await who.book(buyer, made._id);
    shop.mails.length = 0;
    const reply = await ask(seller, { method: 'POST', path: '/E/sold-elsewhere', body: {} });
    expect(reply).toMatchObject({ status: 200, body: { outcome: 'withdrawn' } });
    const repeated = await ask(seller, { method: 'POST', path: '/E/sold-elsewhere', body: {} });
    expect(repeated.body).toEqual({ ...reply.body, outcome: 'unchanged' });
    const [row] = await shop.database.sql<{ state: string; reason: string }[]>`
      select state, release_reason as reason from bookings where product_id = ${made._id}`;
    expect(row).toEqual({ state: 'released', reason: 'sold-elsewhere' });
    const late = await put(seller, 'E', { price: 60 });
    expect([late.status, late.body.code]).toEqual([409, 'withdrawn']);
    expect((await inventory(seller)).items).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('a listing is withdrawn once, and only in the version that is named', async () => {
    const seller = await who.seller();
    await put(seller, 'W', whole);
    await put(seller, 'W', { price: 60 });
    const withdraw = (headers = {}) => ask(seller, { method: 'DELETE', path: '/W', headers });
    expect((await withdraw({ 'if-match': '"v1"' })).status).toBe(412);
    expect((await withdraw({ 'if-match': '"v2"' })).body.outcome).toBe('withdrawn');
    expect((await withdraw()).body.outcome).toBe('unchanged');
    expect((await ask(seller, { method: 'DELETE', path: '/NONE' })).status).toBe(404);
  });
});

describe('what has changed since', () => {
  it('a cursor goes on where the last reply ended, and leaves out nothing', async () => {
    const seller = await who.seller();
    for (const id of ['1', '2', '3']) await put(seller, id, whole);
    const first = await inventory(seller);
    expect(first.items.map(({ externalId }) => externalId)).toEqual(['1', '2', '3']);
    const nothing = await inventory(seller, `?cursor=${first.cursor}`);
    expect([nothing.items, nothing.cursor]).toEqual([[], first.cursor]);
    await put(seller, '1', { price: 61 });
    const next = await inventory(seller, `?cursor=${first.cursor}`);
    expect(next.items).toMatchObject([{ externalId: '1', version: 2, price: 61 }]);
    const before = new Date(Date.now() - 3_600_000).toISOString();
    expect((await inventory(seller, `?changedSince=${before}`)).items).toHaveLength(3);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect((await inventory(seller, `?changedSince=${later}`)).items).toEqual([]);
  });

  it('a change of a transaction that is still open is not skipped', async () => {
    const seller = await who.seller();
    const { body: made } = await put(seller, 'slow', whole);
    const { cursor } = await inventory(seller);
    let finish: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      finish = done;
    });
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((done) => {
      begun = done;
    });
    const slow = transaction(shop.database, async (tx) => {
      recordEdit(tx, made._id, new Date());
      await tx.sql`select`;
      begun();
      await held;
    });
    await hasBegun;
    await put(seller, 'quick', whole);
    const between = await inventory(seller, `?cursor=${cursor}`);
    finish();
    await slow;
    const then = await inventory(seller, `?cursor=${between.cursor}`);
    const seen = [...between.items, ...then.items].map(({ externalId }) => externalId);
    expect(seen.sort()).toEqual(['quick', 'slow']);
  });
});
