import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLimits } from '#contract/imports/import-fields.ts';
import type { ImportMapping, ListingImport } from '#contract/imports/listing-imports.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { systemClock } from '../../core/clock.ts';
import { writeCsv } from '../../core/csv.ts';
import { createPictureFetcher } from '../../providers/images/fetch/picture-fetcher.ts';
import {
  columnsOfFile,
  counts,
  importing,
  mappingOf,
  trumpet,
  type ZipEntry,
  zipOf,
} from '../../testing/importing.ts';
import { createPeople } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { removeOldImports } from './store-file.ts';

const jpeg = (width: number) => photo(width, 90).jpeg().toBuffer();
const [first, second] = await Promise.all([jpeg(120), jpeg(130)]);

/** A server of pictures on the internet, as the shop sees it; the addresses that were asked for. */
const asked: string[] = [];
const answers: Record<string, RequestListener> = {
  '/1.jpg': (_, reply) => reply.end(first),
  '/w_1,h_2/2.jpg': (_, reply) => reply.end(second),
  '/text.jpg': (_, reply) => reply.end('no picture'),
  '/moved.jpg': (_, reply) => reply.writeHead(302, { location: '/1.jpg' }).end(),
};
const server = createServer((request, reply) => {
  asked.push(request.url ?? '');
  const answer = answers[request.url ?? ''];
  if (answer) answer(request, reply);
  else reply.writeHead(404).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const at = (path: string) => `http://dealer.example:${port}${path}`;

const shop = await createTestShop({
  fetchPicture: createPictureFetcher({
    resolve: async (host) => (host === 'dealer.example' ? ['127.0.0.1'] : ['10.0.0.1']),
    mayConnect: (address, to) => address === '127.0.0.1' && to === port,
  }),
});
afterAll(async () => {
  server.close();
  await shop.close();
});
const who = createPeople(shop.database);
const { upload, send, run, check } = importing(() => shop);

const mapping: ImportMapping = mappingOf({ column: 'Pictures' });
/** A file whose rows have these pictures. */
const csvOf = (...pictures: string[]) =>
  writeCsv([
    [...columnsOfFile, 'Pictures'],
    ...pictures.map((cell, index) => [...trumpet(`P${index + 1}`), cell]),
  ]);

async function imported(seller: KnownUser, file: string | Buffer): Promise<ListingImport> {
  const { _id } = await check(seller, file, mapping);
  return run(seller, _id, 'import');
}

async function picturesOf({ listings }: ListingImport): Promise<string[][]> {
  const found: string[][] = [];
  for (const { _id } of listings) {
    const reply = await shop.app.inject(`/api/products/${_id}`);
    const { images } = reply.json<SingleProduct>();
    for (const image of images) {
      expect((await shop.app.inject(new URL(image).pathname)).statusCode).toBe(200);
    }
    found.push(images);
  }
  return found;
}

const imageCount = async () => (await shop.database.sql`select from images`).length;
const messagesOf = ({ refusals }: ListingImport) =>
  refusals.map(({ row, errors }) => [row, errors[0]?.message]);

beforeAll(() => {
  asked.length = 0;
});

describe('a picture that a file names by its address', () => {
  it('a picture with an address is fetched once, at the import, and stored in the shop', async () => {
    const seller = await who.seller();
    const both = `${at('/1.jpg')}, ${at('/w_1,h_2/2.jpg')}`;
    const file = csvOf(both, at('/1.jpg'));
    const { _id, counts: expected } = await check(seller, file, mapping);
    expect([expected, asked]).toEqual([counts(2, 0, 0, 0), []]);
    const done = await run(seller, _id, 'import');
    expect(done.counts).toEqual(counts(2, 0, 0, 0));
    const [ofFirst = [], ofSecond = []] = await picturesOf(done);
    expect(ofFirst).toHaveLength(2);
    expect(ofSecond).toEqual(ofFirst.slice(0, 1));
    expect(asked.sort()).toEqual(['/1.jpg', '/w_1,h_2/2.jpg']);

    const images = await imageCount();
    expect((await imported(seller, file)).counts).toEqual(counts(0, 0, 2, 0));
    expect((await imported(seller, csvOf(at('/1.jpg'), at('/1.jpg')))).counts).toEqual(
      counts(0, 1, 1, 0),
    );
    expect([asked.length, await imageCount()]).toEqual([2, images]);
  });

  it('a picture that cannot be fetched refuses only its row, with the reason', async () => {
    const seller = await who.seller();
    const file = csvOf(
      at('/none.jpg'),
      at('/text.jpg'),
      at('/moved.jpg'),
      'http://inside.example/a.jpg',
      'http://169.254.169.254/latest/meta-data',
      'https://me:secret@dealer.example/1.jpg',
      'file:///etc/passwd',
      '',
      at('/1.jpg'),
    );
    const { _id, ...checked } = await check(seller, file, mapping);
    expect(messagesOf({ _id, ...checked })).toEqual([
      [6, 'The address may have no user name or password'],
      [7, expect.stringContaining('There is no such picture.')],
      [8, 'Give its picture, or choose one picture for all rows'],
    ]);
    const done = await run(seller, _id, 'import');
    expect(done.counts).toEqual(counts(1, 0, 0, 8));
    expect(messagesOf(done).slice(0, 5)).toEqual([
      [1, 'There is no picture at the address (404)'],
      [2, expect.any(String)],
      [3, expect.stringContaining('redirects to another one')],
      [4, 'The address is not one of the public internet'],
      [5, 'The address is not one of the public internet'],
    ]);
    expect(asked).not.toContain('/latest/meta-data');
  });
});

const zip = (csv: string, ...pictures: ZipEntry[]) =>
  zipOf([{ name: 'stock/list.csv', content: csv }, ...pictures]);

describe('a ZIP file', () => {
  it('a ZIP file provides the pictures of its rows, with spaces, folders and other capitals', async () => {
    const seller = await who.seller();
    const file = zip(
      csvOf('old trumpet 1.JPG; b.jpg', 'stock\\B.jpg', 'b.jpg b.jpg'),
      { name: 'stock/Old Trumpet 1.jpg', content: first },
      { name: 'stock/b.jpg', content: second },
      { name: '__MACOSX/stock/._b.jpg', content: 'of the system' },
      { name: 'read me.pdf', content: 'of no interest' },
    );
    const { body } = await upload(seller, file);
    expect(body).toMatchObject({ rowCount: 3, pictureCount: 2 });
    const done = await imported(seller, file);
    expect(done).toMatchObject({ counts: counts(3, 0, 0, 0), pictureCount: 0, refusals: [] });
    const [both = [], ofB, ofThird] = await picturesOf(done);
    expect(both).toHaveLength(2);
    expect([ofB, ofThird]).toEqual([both.slice(1), both.slice(1)]);
    const left = await shop.database.sql`
      select from listing_import_files f join listing_imports i on i.id = f.import_id
      where i.seller_id = ${seller.id} and i.state = 'done'`;
    expect(left).toHaveLength(0);

    const images = await imageCount();
    expect((await imported(seller, file)).counts).toEqual(counts(0, 0, 3, 0));
    expect(await imageCount()).toBe(images);
  });

  it('a row whose picture in the ZIP file is missing, damaged or in two folders is refused', async () => {
    const seller = await who.seller();
    const file = zip(
      csvOf('c.jpg', 'damaged.jpg', 'twice.jpg', 'b/twice.jpg'),
      { name: 'damaged.jpg', content: first.subarray(0, 200) },
      { name: 'a/twice.jpg', content: first },
      { name: 'b/twice.jpg', content: second },
    );
    const done = await imported(seller, file);
    expect(messagesOf(done)).toEqual([
      [1, expect.stringContaining('There is no such picture in the ZIP file.')],
      [2, 'This picture is damaged or incomplete'],
      [3, expect.stringContaining('There is no such picture in the ZIP file.')],
    ]);
    expect(done.counts).toEqual(counts(1, 0, 0, 3));
  });

  it('names in a ZIP file are found in the encodings of macOS, DOS and Windows', async () => {
    const seller = await who.seller();
    const names: [string, Buffer][] = [
      ['Flügel.jpg', Buffer.from('Flügel.jpg')],
      ['Bügel.jpg', Buffer.from('B\x81gel.jpg', 'latin1')],
      ['Bjørn.jpg', Buffer.from('Bj\x9brn.jpg', 'latin1')],
      ['Hörner.jpg', Buffer.from('H\xf6rner.jpg', 'latin1')],
      ['ギター表.jpg', Buffer.from('\x83M\x83^\x81[\x95\x5c.jpg', 'latin1')],
    ];
    const file = zip(
      csvOf(...names.map(([name]) => name), 'Geige.jpg'),
      ...names.map(([, name]) => ({ name, content: first })),
    );
    const done = await imported(seller, file);
    expect(messagesOf(done)).toEqual([
      [
        6,
        expect.stringMatching(/^There is no such picture in the ZIP file\. .*(Flügel|Bügel)\.jpg/),
      ],
    ]);
    expect(done.counts).toEqual(counts(5, 0, 0, 1));
  });

  it('names in a ZIP file are found relative to the folder of the CSV file, beside a text to read', async () => {
    const seller = await who.seller();
    const file = zip(
      csvOf('photos/a.jpg', 'stock/photos/a.jpg', 'photos\\a.jpg', 'b.jpg', 'photos/b.jpg'),
      { name: 'stock\\photos\\a.jpg', content: first },
      { name: 'stock/photos/b.jpg', content: first },
      { name: 'stock/b.jpg', content: second },
      { name: 'stock/README.txt', content: 'Written by a program' },
    );
    const done = await imported(seller, file);
    expect(messagesOf(done)).toEqual([]);
    const [ofA, ofSame, ofBackslash, ofB, ofInner] = await picturesOf(done);
    expect([ofSame, ofBackslash, ofInner]).toEqual([ofA, ofA, ofA]);
    expect(ofB).not.toEqual(ofA);
  });

  it('many small pictures of a ZIP file are stored in few transactions', async () => {
    const seller = await who.seller();
    const pictures = Array.from({ length: 250 }, (_, index) => ({
      name: `${index}.jpg`,
      content: first,
    }));
    const { body } = await upload(seller, zip(csvOf('1.jpg'), ...pictures));
    const { sql } = shop.database;
    const stored = await sql<{ pictures: number; transactions: number }[]>`
      select count(*)::int as pictures, count(distinct xmin::text)::int as transactions
      from listing_import_files where import_id = ${body._id}`;
    expect(stored).toEqual([{ pictures: 250, transactions: 3 }]);
    await sql`delete from listing_imports where id = ${body._id}`;
  });

  const csv = csvOf('a.jpg');
  const zeros = Buffer.alloc(9 * 1024 * 1024);
  it.each<[string, () => Buffer, string]>([
    ['no CSV file', () => zipOf([{ name: 'a.jpg', content: first }]), 'no CSV file'],
    ['several CSV files', () => zip(csv, { name: 'b.csv', content: csv }), 'several CSV files'],
    ['a name that leads out', () => zip(csv, { name: '../a.jpg', content: first }), 'unsafe names'],
    ['a whole path', () => zip(csv, { name: '/etc/a.jpg', content: first }), 'unsafe names'],
    [
      'a name twice',
      () => zip(csv, { name: 'a.jpg', content: first }, { name: 'A.JPG', content: second }),
      'has A.JPG twice',
    ],
    [
      'an encrypted picture',
      () => zip(csv, { name: 'a.jpg', content: first, claims: { flags: 0x801 } }),
      'is encrypted',
    ],
    [
      'an unusual compression',
      () => zip(csv, { name: 'a.jpg', content: first, claims: { method: 12 } }),
      'unusual way',
    ],
    [
      'a large picture',
      () => zip(csv, { name: 'a.jpg', content: Buffer.alloc(11 * 1024 * 1024) }),
      'larger than 10 MB',
    ],
    [
      'pictures that unpack to 108 MB',
      () =>
        zip(
          csv,
          ...Array.from({ length: 12 }, (_, index) => ({ name: `${index}.jpg`, content: zeros })),
        ),
      'at most 100 MB',
    ],
    [
      'a picture that is longer than the directory says',
      () => zip(csv, { name: 'a.jpg', content: zeros, claims: { bytes: 1_000 } }),
      'damaged',
    ],
    [
      'more files than are taken',
      () =>
        zip(
          csv,
          ...Array.from({ length: importLimits.archiveEntries }, (_, index) => ({
            name: `${index}.pdf`,
            content: '',
          })),
        ),
      'more than 2,000 files',
    ],
    [
      'files that share their bytes',
      () =>
        zipOf([
          { name: 'a.jpg', content: first },
          { name: 'b.jpg', content: first, claims: { offset: 0 } },
          { name: 'list.csv', content: csv },
        ]),
      'damaged',
    ],
    ['no end', () => zip(csv).subarray(0, -30), 'damaged'],
  ])(
    'a ZIP file with %s is refused with a sentence, and leaves nothing',
    async (_, content, message) => {
      const seller = await who.seller();
      const { status, body } = await upload(seller, content());
      expect([status, body.detail]).toEqual([400, expect.stringContaining(message)]);
      const left = await shop.database.sql`
      select from listing_imports where seller_id = ${seller.id}`;
      expect(left).toHaveLength(0);
    },
  );

  it('a ZIP file above 50 MB is refused', async () => {
    const seller = await who.seller();
    const large = Buffer.alloc(importLimits.archiveBytes + 1, 'PK\x03\x04');
    expect(await upload(seller, large)).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('50 MB') },
    });
  });

  it('a ZIP file is replaced by a newer one, and deleted after a day unless its import has begun', async () => {
    const seller = await who.seller();
    const file = zip(csv, { name: 'a.jpg', content: first });
    const statusOf = async (id: string) => (await send(seller, 'GET', id)).status;
    const older = (await upload(seller, file)).body._id;
    const plain = (await upload(seller, csv)).body._id;
    const newer = (await upload(seller, file)).body._id;
    expect([await statusOf(older), await statusOf(plain), await statusOf(newer)]).toEqual([
      ...[404, 200, 200],
    ]);
    const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) };
    await removeOldImports({ database: shop.database, clock: systemClock });
    expect(await statusOf(newer)).toBe(200);
    await removeOldImports({ database: shop.database, clock: tomorrow });
    expect([await statusOf(plain), await statusOf(newer)]).toEqual([200, 404]);
  });

  it('a ZIP file is refused while the waiting pictures of other imports are too large together', async () => {
    const seller = await who.seller();
    const file = zip(csv, { name: 'a.jpg', content: first });
    const { body } = await upload(seller, file);
    const { sql } = shop.database;
    await sql`update listing_import_files set bytes = 300000001 where import_id = ${body._id}`;
    expect(await upload(seller, file)).toMatchObject({
      status: 429,
      body: { detail: 'The pictures of other imports are waiting. Continue those imports first.' },
    });
    expect((await upload(await who.seller(), file)).status).toBe(201);
    await sql`delete from listing_imports where id = ${body._id}`;
  });
});
