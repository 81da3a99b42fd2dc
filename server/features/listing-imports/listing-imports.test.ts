import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import type { ImportMapping } from '#contract/imports/listing-imports.ts';
import { systemClock } from '../../core/clock.ts';
import { writeCsv } from '../../core/csv.ts';
import { newId } from '../../core/ids.ts';
import { addImage } from '../../testing/builders.ts';
import {
  columnsOfFile,
  counts,
  fileOf,
  importing,
  mappingOf,
  parsed,
  trumpet,
} from '../../testing/importing.ts';
import { createPeople } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { removeOldImports } from './store-file.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { list, change, withdraw } = selling(() => shop);

beforeEach(() =>
  setShopZones([
    { id: 'home', name: 'Inland' },
    { id: 'abroad', name: { en: 'Beyond', de: 'Ausland' } },
  ]),
);
// Other files run in the same process.
afterEach(() => setShopZones(undefined));

let picture: string;
// Each seller has a picture of their own.
beforeEach(async () => {
  picture = addressOf(await addImage(shop.database));
});

const { upload, send, run, check } = importing(() => shop);
const mapping = () => mappingOf({ value: picture });
const checked = (user: KnownUser, text: string | Buffer, chosen?: ImportMapping) =>
  check(user, text, chosen ?? mapping());

async function imported(user: KnownUser, text: string | Buffer, chosen?: ImportMapping) {
  const { _id } = await checked(user, text, chosen);
  return run(user, _id, 'import');
}

async function listingsOf(seller: KnownUser) {
  return shop.database.sql<Record<string, unknown>[]>`
    select id, name, price_cents as price, original_price_cents as original, category, condition,
      phone, location, description, purchase_year as year, status, pickup, kind, facts, checks, (
        select json_object_agg(zone_id, price_cents) from shipping_prices where product_id = p.id
      ) as shipping, (
        select array_agg(image_id order by position) from product_images where product_id = p.id
      ) as further, image_id as image
    from products p where seller_id = ${seller.id} and withdrawn_at is null order by name`;
}

/** A picture with files, by the call of the API. */
async function uploaded(of: KnownUser): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([Uint8Array.from(await photo(60, 40).jpeg().toBuffer())]));
  const sent = new Response(form);
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { ...(await shop.as(of)), 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return reply.json<{ data: { url: string } }>().data.url;
}

describe('an export of listings', () => {
  it('an export imported for another seller makes the same listings, and for their own seller changes nothing', async () => {
    const seller = await who.seller();
    const [first, second] = [await uploaded(seller), await uploaded(seller)];
    await list(seller, { name: '=1+1', image: first, images: [first, second] });
    await list(seller, {
      image: first,
      name: "'n Roll, “quoted”",
      description: '- one\r\n- "two"\n- three',
      number: '+44 555 0101',
    });
    await list(seller, {
      image: first,
      name: 'Free shipping to one zone, for a price to another',
      delivery: { pickup: false, shipping: { abroad: 12.5, home: 0 } },
    });
    await list(seller, {
      image: first,
      name: 'For a child',
      kind: 'violin',
      facts: { 'violin-size': '3/4', hand: 'left' },
      checks: { cracks: 'no', woodworm: 'unknown' },
    });
    await list(seller, {
      name: 'Plain',
      image: second,
      originalPrice: '',
      category: '',
      condition: 'Excellent',
    });
    const reply = await shop.app.inject({
      url: '/api/exports/listings',
      headers: await shop.as(await who.admin()),
    });
    const other = await who.seller();
    const { body } = await upload(other, reply.body);
    expect(body.mapping.phone).toEqual({ column: 'phone' });
    const done = await imported(other, reply.body, body.mapping);
    expect(done).toMatchObject({ counts: counts(5, 0, 0, 0), refusals: [] });
    const withoutIds = async (of: KnownUser) =>
      (await listingsOf(of)).map(({ id: _, image: __, further, ...rest }) => ({
        ...rest,
        further: (further as string[] | null)?.length,
      }));
    expect(await withoutIds(other)).toEqual(await withoutIds(seller));
    // The other seller gets copies of the pictures, each once.
    const owned = async (of: KnownUser) =>
      (await shop.database.sql`select from images where owner_id = ${of.id}`).length;
    expect([await owned(seller), await owned(other)]).toEqual([2, 2]);
    expect((await imported(seller, reply.body, body.mapping)).counts).toEqual(counts(0, 0, 5, 0));
  });
});

describe('what buyers ask, in a file', () => {
  const columns: ImportMapping = { category: { value: 'String' } };
  const rows = (...cells: string[][]) =>
    writeCsv([
      ['SKU', 'Title', 'Price', 'Details', 'Year', 'Size', 'fact:hand', 'check:cracks', 'Colour'],
      ...cells.map((cell, row) => [
        `Q${row}`,
        cell[0] ?? '',
        '10',
        'Good',
        '2010',
        ...cell.slice(1),
      ]),
    ]);

  it('a row answers in columns named by ids, or as the question is called, about its own kind', async () => {
    const seller = await who.seller();
    const text = rows(
      ['Violin for a child', '3/4', 'Left-handed', 'no', 'red'],
      ['Cello for a child', '1/2', '', 'Yes', ''],
      ['Violin in a box', '30 × 20 cm', '', '?', ''],
    );
    const { body } = await upload(seller, text);
    expect(body.answerColumns).toEqual(['Size', 'fact:hand', 'check:cracks']);
    const done = await imported(seller, text, { ...mapping(), ...columns });
    expect(done).toMatchObject({ counts: counts(3, 0, 0, 0), refusals: [] });
    const listed = await listingsOf(seller);
    expect(listed.map(({ facts, checks }) => ({ facts, checks }))).toEqual([
      { facts: { 'cello-size': '1/2' }, checks: { cracks: 'yes' } },
      { facts: { 'violin-size': '3/4', hand: 'left' }, checks: { cracks: 'no' } },
      { facts: null, checks: { cracks: 'unknown' } },
    ]);
    const again = await imported(seller, text, { ...mapping(), ...columns });
    expect(again.counts).toEqual(counts(0, 0, 3, 0));
  });

  it('a row whose answer in a column named by an id cannot be read is refused, with the column', async () => {
    const seller = await who.seller();
    const text = rows(['Violin', '', 'sideways', '', '']);
    const { refusals } = await checked(seller, text, { ...mapping(), ...columns });
    expect(refusals[0]?.errors).toMatchObject([
      { column: 'fact:hand', value: 'sideways', message: 'Choose one of the answers' },
    ]);
  });

  it('no kind is read in a name that is too long, which would take a second for each row', async () => {
    const seller = await who.seller();
    const text = rows([`Violin ${'c '.repeat(5_000)}`, '', 'sideways', '', '']);
    const { refusals } = await checked(seller, text, { ...mapping(), ...columns });
    expect(refusals[0]?.errors?.map(({ column }) => column)).toEqual(['Title']);
  });
});

describe('the delivery of listings in a file', () => {
  const deliveries = async (of: KnownUser) =>
    (await listingsOf(of)).map(({ pickup, shipping }) => ({ pickup, shipping }));
  const columns: ImportMapping = {
    name: { column: 'Title' },
    external_id: { column: 'SKU' },
    pickup: { column: 'Pickup' },
    shipping: { column: 'Sent' },
  };
  const rows = (...cells: [pickup: string, shipping: string][]) =>
    writeCsv([
      ['SKU', 'Title', 'Price', 'Details', 'Year', 'Pickup', 'Sent'],
      ...cells.map((pair, row) => [`D${row}`, `Horn ${row}`, '10', 'Good', '2010', ...pair]),
    ]);

  it('the delivery of a row uses ids or names of zones, and is pickup when empty', async () => {
    const of = await who.seller();
    const file = rows(['no', 'home: 5.90; Beyond = 0'], ['', 'ABROAD: 1,5'], ['', '']);
    const { category: _, ...shared } = mapping();
    expect((await imported(of, file, { ...shared, ...columns })).refusals).toEqual([]);
    expect(await deliveries(of)).toEqual([
      { pickup: false, shipping: { home: 590, abroad: 0 } },
      { pickup: true, shipping: { abroad: 150 } },
      { pickup: true, shipping: null },
    ]);
  });

  it('a row with a delivery changes that of the listing, and an empty one leaves it unchanged', async () => {
    const of = await who.seller();
    const { category: _, ...shared } = mapping();
    const chosen = { ...shared, ...columns };
    await imported(of, rows(['no', 'home: 5.90'], ['no', 'home: 5.90'], ['no', 'home: 5']), chosen);
    const again = rows(['no', 'home: 7'], ['', ''], ['yes', '']);
    expect((await imported(of, again, chosen)).counts).toEqual(counts(0, 2, 1, 0));
    expect(await deliveries(of)).toEqual([
      { pickup: false, shipping: { home: 700 } },
      { pickup: false, shipping: { home: 590 } },
      { pickup: true, shipping: null },
    ]);
    expect((await imported(of, again, chosen)).counts).toEqual(counts(0, 0, 3, 0));
  });

  it('a row whose lowest offer is not below its price, or below that of its listing, is refused', async () => {
    const of = await who.seller();
    const { category: _, ...shared } = mapping();
    const [name, external_id] = [{ column: 'Title' }, { column: 'SKU' }];
    const chosen = { ...shared, name, external_id, least_offer: { column: 'Sent' } };
    const first = await imported(of, rows(['', '9'], ['', '10'], ['', '600']), chosen);
    expect(first.counts).toEqual(counts(1, 0, 0, 2));
    expect(first.refusals.map(({ errors }) => errors[0]?.field)).toEqual([
      'least_offer',
      'least_offer',
    ]);
    expect((await imported(of, rows(['', '11']), chosen)).counts).toEqual(counts(0, 0, 0, 1));
  });

  it('an import still works after the owner has removed a zone that the file does not use', async () => {
    const of = await who.seller();
    const { category: _, ...shared } = mapping();
    await imported(of, rows(['no', 'home: 5; abroad: 9']), { ...shared, ...columns });
    setShopZones([{ id: 'home', name: 'Inland' }]);
    const again = await imported(of, rows(['no', 'home: 5']), { ...shared, ...columns });
    expect(again.counts).toEqual(counts(0, 0, 1, 0));
  });

  it('a row needs no name of the zone in a shop with one', async () => {
    setShopZones(undefined);
    const of = await who.seller();
    const { category: _, ...shared } = mapping();
    await imported(of, rows(['no', '5.90']), { ...shared, ...columns });
    expect(await deliveries(of)).toEqual([{ pickup: false, shipping: { everywhere: 590 } }]);
  });

  it('a row with an unknown zone or without any delivery is refused, with its column', async () => {
    const of = await who.seller();
    const { category: _, ...shared } = mapping();
    const file = await checked(of, rows(['no', 'moon: 5'], ['no', ''], ['maybe', 'home: x']), {
      ...shared,
      ...columns,
    });
    expect(file.refusals).toMatchObject([
      { errors: [{ field: 'shipping', column: 'Sent', message: 'The shop has no zone moon' }] },
      { errors: [{ field: 'pickup', column: 'Pickup' }] },
      { errors: [{ field: 'pickup' }, { field: 'shipping', value: 'home: x' }] },
    ]);
  });
});

describe('an import of a seller who has not said whether they are a trader', () => {
  const file = fileOf(trumpet('A1'));
  const askedDaysAgo = async (days: number) => {
    const of = await who.seller();
    await shop.database.sql`
      insert into traders (user_id, asked_at)
      values (${of.id}, ${new Date(Date.now() - days * 86_400_000)})`;
    return of;
  };

  it('an import by a seller who has not answered for thirty days lists nothing new until they answer', async () => {
    const of = await askedDaysAgo(31);
    const { _id } = await checked(of, file);
    const refused = await send(of, 'POST', `${_id}/batches`, { step: 'import' });
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([409, 'trader-unsaid']);
    expect(await listingsOf(of)).toEqual([]);
    await who.stateTrader(of, { status: 'private' });
    expect((await run(of, _id, 'import')).counts).toEqual(counts(1, 0, 0, 0));
  });

  it('an import before the answer lists, and begins the thirty days', async () => {
    const of = await who.seller();
    await imported(of, file);
    const asked = await shop.database.sql`
      select from traders where user_id = ${of.id} and status is null`;
    expect(asked).toHaveLength(1);
    picture = addressOf(await addImage(shop.database));
    expect((await imported(await askedDaysAgo(29), file)).counts).toEqual(counts(1, 0, 0, 0));
  });
});

describe('an import of listings', () => {
  let seller: KnownUser;
  beforeAll(async () => {
    seller = await who.seller();
  });

  it('an import shows the contents of the file and guesses its columns', async () => {
    const { body } = await upload(seller, fileOf(trumpet('T1'), trumpet('T2')));
    expect(body).toMatchObject({
      fileName: 'stock.csv',
      encoding: 'UTF-8',
      delimiter: ',',
      columns: columnsOfFile,
      rowCount: 2,
      state: 'mapping',
      processed: 0,
      mapping: { external_id: { column: 'SKU' }, name: { column: 'Title' } },
    });
    expect(body.examples[0]?.[1]).toBe('Trumpet T1');
  });

  it('an import names the required fields that nothing is mapped to', async () => {
    const { body } = await upload(seller, fileOf(trumpet('T1')));
    const { name: _, phone: __, ...rest } = mapping();
    const reply = await send(seller, 'PUT', body._id, {
      mapping: { ...rest, phone: { value: ' ' }, price: { column: 'Gone' } },
    });
    const fields = JSON.parse(reply.text).errors.map(({ field }: { field: string }) => field);
    expect([reply.status, fields.sort()]).toEqual([
      400,
      ['mapping.name', 'mapping.phone', 'mapping.price'],
    ]);
  });

  it('the check of an import stores nothing, and says what is wrong where in each row', async () => {
    const of = await who.seller();
    const file = await checked(
      of,
      fileOf(
        trumpet('A1'),
        trumpet('A2', { Price: 'a lot', Year: '1066' }),
        trumpet('A3', { Title: '' }),
        trumpet('A1', { Title: 'Again' }),
        trumpet('A5', { Price: '1250,5' }),
        [...trumpet('A6'), 'one more'],
      ),
    );
    expect(file.counts).toEqual(counts(2, 0, 0, 4));
    expect(await listingsOf(of)).toEqual([]);
    expect(file.refusals).toMatchObject([
      {
        row: 2,
        errors: [
          { field: 'price', column: 'Price', value: 'a lot', message: 'This is not a price' },
          { field: 'purchase_year', column: 'Year', value: '1066' },
        ],
      },
      { row: 3, errors: [{ field: 'name', column: 'Title', value: '' }] },
      { row: 4, errors: [{ message: 'Row 1 has the same external id' }] },
      { row: 6, errors: [{ message: expect.stringContaining('more values than') }] },
    ]);
    const errors = await send(of, 'GET', `${file._id}/errors`);
    expect(errors.headers['content-type']).toContain('text/csv');
    expect(parse(errors.text, { bom: true, columns: true })[0]).toEqual({
      row: '2',
      column: 'Price',
      value: 'a lot',
      error: expect.any(String),
    });
    await run(of, file._id, 'import');
    expect((await listingsOf(of)).map(({ price }) => price)).toEqual([12_050, 125_050]);
  });

  it('the quoted beginning of a value ends between whole characters', async () => {
    const Title = `${'a'.repeat(99)}🎸${'b'.repeat(200)}`;
    const file = await checked(await who.seller(), fileOf(trumpet('A1', { Title })));
    expect(file.refusals[0]?.errors[0]?.value).toBe(`${'a'.repeat(99)}🎸`);
  });

  it('errors of an import quote a little of a long name and value, and are given for all rows', async () => {
    const of = await who.seller();
    const price = 'p'.repeat(200);
    const names = columnsOfFile.map((name) => (name === 'Price' ? price : name));
    const rows = Array.from({ length: 1_001 }, (_, index) =>
      trumpet(`M${index}`, { Price: 'x'.repeat(5_000) }),
    );
    const chosen = { ...mapping(), price: { column: price } };
    const file = await checked(of, writeCsv([names, ...rows]), chosen);
    expect(file.refusals[0]?.errors).toMatchObject([
      { field: 'price', column: price, value: 'x'.repeat(100), message: 'This is not a price' },
    ]);
    const { text } = await send(of, 'GET', `${file._id}/errors`);
    const lines = parse(text, { bom: true, columns: true });
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toMatchObject({ row: '1001', column: price });
  });

  it('the second of two ids that differ only in spaces is refused', async () => {
    const of = await who.seller();
    const rows = ['A1\u00a0', 'A1', '\u2003A1', '\uFEFFA1', 'B'].map((sku) => trumpet(sku));
    const file = await checked(of, fileOf(...rows));
    expect(file.counts).toEqual(counts(2, 0, 0, 3));
    expect(file.refusals.map(({ row, errors }) => [row, errors[0]?.message])).toEqual(
      [2, 3, 4].map((row) => [row, 'Row 1 has the same external id']),
    );
    expect((await run(of, file._id, 'import')).counts).toEqual(counts(2, 0, 0, 3));
  });

  it('the second of two equal ids is refused, in a file that was stored as sent', async () => {
    const of = await who.seller();
    const { _id } = await checked(of, fileOf(trumpet('A1'), trumpet('A2'), trumpet('B')));
    await shop.database.sql`
      update listing_import_rows
      set cells = jsonb_set(cells, '{0}', to_jsonb('A1' || case row when 1 then chr(160) else '' end))
      where import_id = ${_id} and row <= 2`;
    const done = await run(of, _id, 'import');
    expect(done.counts).toEqual(counts(2, 0, 0, 1));
    expect(done.refusals[0]?.errors[0]?.message).toBe('Row 1 has the same external id');
  });

  it('an id in capitals is the id of the same listing', async () => {
    const of = await who.seller();
    const listed = await imported(of, fileOf(trumpet('C1')));
    const id = listed.listings[0]?._id ?? '';
    const rows = [trumpet(id.toUpperCase(), { Price: '90' }), trumpet(id, { Price: '80' })];
    const file = await checked(of, fileOf(...rows));
    expect(file.counts).toEqual(counts(0, 1, 0, 1));
    expect(file.refusals[0]?.errors[0]?.message).toBe('Row 1 has the same external id');
  });

  it.each([{ column: 'SKU', value: 'X' }, { value: 'X' }])(
    'an external id that is the same for all rows is refused: %j',
    async (source) => {
      const { body } = await upload(seller, fileOf(trumpet(''), trumpet('')));
      const reply = await send(seller, 'PUT', body._id, {
        mapping: { ...mapping(), external_id: source },
      });
      expect([reply.status, JSON.parse(reply.text).errors]).toMatchObject([
        400,
        [{ field: 'mapping.external_id', message: expect.stringContaining('of its own') }],
      ]);
    },
  );

  it('importing the same file again lists nothing twice and updates what differs', async () => {
    const of = await who.seller();
    const first = fileOf(trumpet('B1'), trumpet('B2'), trumpet('B3'));
    expect((await imported(of, first)).counts).toEqual(counts(3, 0, 0, 0));
    expect((await imported(of, first)).counts).toEqual(counts(0, 0, 3, 0));
    const cheaper = fileOf(trumpet('B1', { Price: '99' }), trumpet('B2'), trumpet('B4'));
    const done = await imported(of, cheaper);
    expect(done.counts).toEqual(counts(1, 1, 1, 0));
    expect(done.listings.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Trumpet B1', 'changed'],
      ['Trumpet B4', 'created'],
    ]);
    const prices = (await listingsOf(of)).map(({ price }) => price);
    expect(prices).toEqual([9_900, 12_050, 12_050, 12_050]);
  });

  it('a booked, sold or withdrawn listing stays unchanged, and the import says so', async () => {
    const of = await who.seller();
    const done = await imported(of, fileOf(trumpet('C1'), trumpet('C2'), trumpet('C3')));
    const [held = '', sold = '', gone = ''] = done.listings.map(({ _id }) => _id);
    await who.book(await who.buyer(), held);
    await who.pay(await who.book(await who.buyer(), sold));
    await withdraw(of, gone);
    const dearer = { Price: '500' };
    const again = await imported(
      of,
      fileOf(trumpet('C1', dearer), trumpet('C2', dearer), trumpet('C3')),
    );
    expect(again.counts).toEqual(counts(0, 0, 0, 3));
    expect(again.refusals.map(({ errors }) => errors[0]?.message)).toEqual([
      'It is booked. Import the row again when the booking has ended.',
      'It is sold, so its listing stays as it is',
      'This listing was withdrawn. To sell it again, give the row another external id.',
    ]);
    expect((await imported(of, fileOf(trumpet('C1'), trumpet('C2')))).counts).toEqual(
      counts(0, 0, 2, 0),
    );
  });

  it('an interrupted import continues, and importing its file again lists nothing twice', async () => {
    const of = await who.seller();
    const rows = Array.from({ length: 250 }, (_, index) => trumpet(`E${index}`));
    const first = await checked(of, fileOf(...rows));
    const batch = parsed(await send(of, 'POST', `${first._id}/batches`, { step: 'import' }));
    expect(batch).toMatchObject({ state: 'importing', processed: 100, counts: { created: 100 } });
    // The browser was closed: the file is chosen again, and later the first import is found.
    expect((await imported(of, fileOf(...rows))).counts).toEqual(counts(150, 0, 100, 0));
    expect((await run(of, first._id, 'import')).counts).toEqual(counts(100, 0, 150, 0));
    expect(await listingsOf(of)).toHaveLength(250);
  });

  it('the files of a seller have a ceiling in every state, and an import ends after an hour idle', async () => {
    const of = await who.seller();
    const { sql } = shop.database;
    const states = async () => {
      const rows = await sql<{ state: string }[]>`
        select state from listing_imports where seller_id = ${of.id} order by id`;
      return rows.map(({ state }) => state);
    };
    const rows = Array.from({ length: 101 }, (_, index) => trumpet(`J${index}`));
    const begin = async () => {
      const { _id } = await checked(of, fileOf(...rows));
      return send(of, 'POST', `${_id}/batches`, { step: 'import' });
    };
    for (let count = 0; count < 3; count += 1) expect((await begin()).status).toBe(200);
    expect((await begin()).status).toBe(409);
    for (let count = 0; count < 3; count += 1) await upload(of, fileOf(trumpet('J')));
    expect(await states()).toEqual([
      ...['importing', 'importing', 'importing', 'mapping', 'mapping', 'mapping'],
    ]);
    await sql`
      update listing_imports set active_at = now() - interval '61 minutes'
      where seller_id = ${of.id}`;
    await sql`
      insert into listing_imports (id, seller_id, created_by, file_name, state, created_at)
      values (${newId(new Date())}, ${of.id}, ${of.id}, 'cut off', 'arriving',
        now() - interval '61 minutes')`;
    await removeOldImports({ database: shop.database, clock: systemClock });
    expect(await states()).toEqual(['done', 'done', 'done', 'mapping', 'mapping', 'mapping']);
    await upload(of, fileOf(trumpet('J')));
    expect(await states()).toEqual(['mapping', 'mapping', 'mapping']);
  });

  it('an import whose batch fails stores nothing of that batch', async () => {
    const of = await who.seller();
    const file = await checked(of, fileOf(trumpet('F1'), trumpet('F2')));
    // The second listing cannot get its external id.
    await shop.database.sql`alter table external_ids add constraint broken
      check (external_id <> 'F2') not valid`;
    const reply = await send(of, 'POST', `${file._id}/batches`, { step: 'import' });
    await shop.database.sql`alter table external_ids drop constraint broken`;
    expect([reply.status, await listingsOf(of)]).toEqual([500, []]);
    expect((await run(of, file._id, 'import')).counts).toEqual(counts(2, 0, 0, 0));
  });

  it('two simultaneous imports of the same file list nothing twice', async () => {
    const of = await who.seller();
    const rows = Array.from({ length: 120 }, (_, index) => trumpet(`G${index}`));
    const files = [await checked(of, fileOf(...rows)), await checked(of, fileOf(...rows))];
    const done = await Promise.all(files.map(({ _id }) => run(of, _id, 'import')));
    expect(done.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(done.map((each) => each.counts.created).reduce((a, b) => a + b)).toBe(120);
    expect(await listingsOf(of)).toHaveLength(120);
  });

  it.each(['checking', 'checked', 'importing'])(
    'an import in the state %s is mapped again when its stored mapping does not fit the file',
    async (state) => {
      const of = await who.seller();
      const { _id } = await checked(of, fileOf(trumpet('S1'), trumpet('S2')));
      const broken = {
        ...mapping(),
        price: { column: 'Gone' },
        name: 'Title',
        colour: { value: 1 },
      };
      await shop.database.sql`
        update listing_imports set state = ${state}, mapping = ${JSON.stringify(broken)}::jsonb
        where id = ${_id}`;
      const reply = await send(of, 'GET', _id);
      expect(reply.status, reply.text).toBe(200);
      const { price: _price, name: _name, ...right } = mapping();
      expect(parsed(reply)).toMatchObject({ state: 'mapping', mapping: right });
      for (const step of ['check', 'import']) {
        expect((await send(of, 'POST', `${_id}/batches`, { step })).status).toBe(409);
      }
      expect((await upload(of, fileOf(trumpet('S3')))).status).toBe(201);
      expect((await send(of, 'PUT', _id, { mapping: mapping() })).status).toBe(200);
      await run(of, _id, 'check');
      expect((await run(of, _id, 'import')).counts).toEqual(counts(2, 0, 0, 0));
    },
  );

  it('a row without an external id is listed once, however often its file is imported', async () => {
    const of = await who.seller();
    const { external_id: _, ...withoutIds } = mapping();
    const rows = [trumpet('', { Title: 'Horn' }), trumpet('', { Title: 'Horn' }), trumpet('U3')];
    expect((await imported(of, fileOf(...rows), withoutIds)).counts).toEqual(counts(3, 0, 0, 0));
    expect((await imported(of, fileOf(...rows), withoutIds)).counts).toEqual(counts(0, 0, 3, 0));
    // By another program, with a row between and a third equal one.
    const lines = fileOf(trumpet('U4'), ...rows, rows[0] ?? []).split('\r\n');
    const text = ['', ...lines].join(',,\n');
    expect((await imported(of, text, withoutIds)).counts).toEqual(counts(2, 0, 3, 0));
    const last = (await listingsOf(of)).find(({ name }) => name === 'Trumpet U3');
    await change(of, String(last?.id), { price: 70 });
    expect((await imported(of, fileOf(...rows), withoutIds)).counts).toEqual(counts(0, 1, 2, 0));
    await withdraw(of, String(last?.id));
    const done = await imported(of, fileOf(...rows), withoutIds);
    expect(done.refusals[0]?.errors[0]?.message).toContain('give the row an external id');
    const dearer = rows.map((row) => row.map((cell) => (cell === '120.50' ? '130' : cell)));
    expect((await imported(of, fileOf(...dearer), withoutIds)).counts).toEqual(counts(3, 0, 0, 0));
  });

  it('the ids made for rows are shown to no one, and the export finds their listings', async () => {
    const of = await who.seller();
    await imported(of, fileOf(trumpet(''), trumpet('V2')));
    const headers = await shop.as(await who.admin());
    const { body } = await shop.app.inject({ url: '/api/exports/listings', headers });
    expect(body).not.toContain('row:');
    const own = await shop.app.inject({
      url: `/api/users/${of.id}/export`,
      headers: await shop.as(of),
    });
    expect(own.body).toContain('"externalId":"V2"');
    expect(own.body).not.toContain('row:');
    const lines = body.split('\r\n').filter((line, at) => at === 0 || line.includes(of.email));
    const { body: file } = await upload(of, lines.join('\r\n'));
    expect((await imported(of, lines.join('\r\n'), file.mapping)).counts).toEqual(
      counts(0, 0, 2, 0),
    );
  });

  it('empty rows and cells are skipped, and a column with values but no name is accepted', async () => {
    const of = await who.seller();
    const line = (cells: string[], rest: string) =>
      `${cells.join(';').replaceAll('\n', ' ')}${rest}\r\n`;
    const empty = ';;;;;;;;;\r\n';
    const text =
      line([...columnsOfFile], ';;;') + empty + line(trumpet('W1'), ';;;;;;') + empty.repeat(20);
    expect((await checked(of, text)).counts).toEqual(counts(1, 0, 0, 0));
    const { body } = await upload(of, text);
    expect(body).toMatchObject({ columns: columnsOfFile, rowCount: 1 });
    const more = line([...columnsOfFile], ';;;') + line(trumpet('W2'), ';;a remark');
    expect((await upload(of, more)).body.columns).toEqual([
      ...columnsOfFile,
      'Column 7',
      'Column 8',
    ]);
    expect((await checked(of, more)).counts).toEqual(counts(1, 0, 0, 0));
  });

  it('the mapping of the seller’s last file is remembered', async () => {
    const of = await who.seller();
    await checked(of, fileOf(trumpet('H1')));
    const { body } = await upload(of, fileOf(trumpet('H2')));
    expect(body.mapping).toEqual(mapping());
  });

  it('an admin imports for the seller they name, with one audit entry', async () => {
    const [of, admin] = [await who.seller(), await who.admin()];
    const { body } = await upload(admin, fileOf(trumpet('I1')), { seller: of.email });
    await send(admin, 'PUT', body._id, { mapping: mapping() });
    await run(admin, body._id, 'check');
    await run(admin, body._id, 'import');
    expect(await listingsOf(of)).toHaveLength(1);
    const audit = await shop.app.inject({ url: '/api/audit', headers: await shop.as(admin) });
    expect(audit.json()[0]).toMatchObject({
      action: 'listings-imported',
      actor: { email: admin.email },
      subject: { email: of.email },
      reason: 'stock.csv (rows: 1)',
    });
    const buyer = await who.buyer();
    expect(await upload(admin, fileOf(trumpet('I2')), { seller: buyer.email })).toMatchObject({
      status: 400,
      body: { detail: 'No seller here has this address' },
    });
    expect((await upload(of, fileOf(trumpet('I3')), { seller: admin.email })).status).toBe(403);
  });

  it('an import waits for the check, and cannot be changed once it has begun', async () => {
    const of = await who.seller();
    const { body } = await upload(of, fileOf(trumpet('J1')));
    expect((await send(of, 'POST', `${body._id}/batches`, { step: 'check' })).status).toBe(409);
    await send(of, 'PUT', body._id, { mapping: mapping() });
    expect((await send(of, 'POST', `${body._id}/batches`, { step: 'import' })).status).toBe(409);
    await run(of, body._id, 'check');
    await run(of, body._id, 'import');
    expect((await send(of, 'PUT', body._id, { mapping: mapping() })).status).toBe(409);
  });

  it('an import is replaced by the third newer one, and by none that cannot be read', async () => {
    const of = await who.seller();
    const { _id } = await checked(of, fileOf(trumpet('R1')));
    for (const wrong of ['SKU,Title\n"A', '', 'SKU\n"B']) {
      expect((await upload(of, wrong)).status).toBe(400);
    }
    for (const sku of ['R2', 'R3']) await upload(of, fileOf(trumpet(sku)));
    expect((await send(of, 'GET', _id)).status).toBe(200);
    await upload(of, fileOf(trumpet('R4')));
    expect((await send(of, 'GET', _id)).status).toBe(404);
  });

  it('an import is deleted with its seller', async () => {
    const of = await who.seller();
    const { body } = await upload(of, fileOf(trumpet('K1')));
    const reply = await shop.app.inject({
      method: 'DELETE',
      url: `/api/users/${of.id}`,
      headers: await shop.as(of),
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const left = await shop.database.sql`
      select from listing_import_rows where import_id = ${body._id}`;
    expect(left).toHaveLength(0);
  });

  it('an import accepts 10,000 rows and no more', async () => {
    const line = `${trumpet('X').join(',').replace(/\n/g, ' ').replace('well,', 'well')}\n`;
    async function* lines(count: number) {
      yield `${columnsOfFile.join(',')}\n`;
      for (let done = 0; done < count; done += 1) yield line;
    }
    const all = await upload(seller, Readable.from(lines(10_000)));
    expect(all).toMatchObject({ status: 201, body: { rowCount: 10_000 } });
    const more = await upload(seller, Readable.from(lines(10_001)));
    expect(more).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('10,000') },
    });
  });
});

describe('an invalid import file', () => {
  const long = 'x'.repeat(1_000_000);
  async function* line(megabytes: number) {
    yield `${columnsOfFile.join(',')}\n`;
    for (let done = 0; done < megabytes; done += 1) yield long;
  }

  it.each([
    ['one line of 50 MB', () => Readable.from(line(50)), 400, 'longer than 65,536 characters'],
    ['null characters', () => 'SKU,Title\n1,\0\n', 400, 'null characters'],
    ['an open quotation mark', () => 'SKU,Title\n1,"Violin\n', 400, 'opened and not closed'],
    ['a stray quotation mark', () => 'SKU,Title\n1,Vi"olin\n', 400, 'inside a value'],
    ['1,000 columns', () => `${'a,'.repeat(999)}a\n1\n`, 400, 'at most 400'],
    ['a name of 60,000 characters', () => `SKU,${'x'.repeat(60_000)}\n1,2\n`, 400, 'column 2 is'],
    ['nothing', () => '', 400, 'empty'],
    ['only names', () => 'SKU,Title\n', 400, 'no rows'],
    ['compressed bytes', () => gzipSync(fileOf(trumpet('Z'))), 400, 'compressed'],
    ['a workbook', () => Buffer.from('PK\x03\x04xl/workbook.xml'), 400, 'save the sheet as CSV'],
  ])(
    'an import file with %s is refused with a sentence, and leaves nothing',
    async (_, content, status, words) => {
      const of = await who.seller();
      const reply = await upload(of, content());
      expect(reply).toMatchObject({ status, body: { detail: expect.stringContaining(words) } });
      const left = await shop.database.sql`select from listing_imports where seller_id = ${of.id}`;
      expect(left).toHaveLength(0);
    },
  );

  it('a compressed import request is refused before it is unpacked', async () => {
    const reply = await upload(await who.seller(), gzipSync('SKU,Title\n1,2\n'), {
      headers: { 'content-encoding': 'gzip' },
    });
    expect(reply).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('compressed') },
    });
  });

  it('a file above 20 MB or with an error in its middle is refused without closing the connection', async () => {
    const of = await who.seller();
    const origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const row = `1,${'y'.repeat(60_000)}\n`;
    const refused = async (body: string) => {
      const url = `${origin}/api/listing-imports?seller=${of.email}&name=stock.csv`;
      const reply = await fetch(url, { method: 'POST', body, headers: await shop.as(of) });
      return `${reply.status} ${((await reply.json()) as { detail: string }).detail}`;
    };
    expect(await refused(`SKU,Title\n${row.repeat(400)}`)).toMatch(/^413 .* 20 MB/);
    expect(await refused(`SKU,Title\n1,Vi"olin\n${row.repeat(200)}`)).toMatch(/^400 On line 2 /);
    expect(await refused(`SKU,Title\n${row.repeat(200)}1,Vi"olin\n`)).toMatch(/^400 On line 202 /);
    const left = await shop.database.sql`select from listing_imports where seller_id = ${of.id}`;
    expect(left).toHaveLength(0);
  });
});

it('a listing that was changed by its form is changed back by the file', async () => {
  const of = await who.seller();
  const done = await imported(of, fileOf(trumpet('L1')));
  await change(of, done.listings[0]?._id ?? '', { price: 70 });
  expect((await imported(of, fileOf(trumpet('L1')))).counts).toEqual(counts(0, 1, 0, 0));
});

it('old files are removed one at a time until none is left, and newer ones stay', async () => {
  const { id: seller } = await who.seller();
  const add = (days: number, count: number) => shop.database.sql`
    insert into listing_imports (id, seller_id, created_by, file_name, columns, state, created_at)
    select gen_random_uuid(), ${seller}, ${seller}, 'old.csv', '["SKU"]'::jsonb, 'done',
      ${new Date(Date.UTC(2001, 0, days))}::timestamptz
    from generate_series(1, ${count}::int)`;
  await add(1, 120);
  await add(20, 1);
  const clock = { now: () => new Date(Date.UTC(2001, 1, 5)) };
  // Before each deletion was one statement, and the rest waited for an hour.
  expect(await removeOldImports({ database: shop.database, clock })).toBe(120);
  const left = await shop.database.sql`select from listing_imports where seller_id = ${seller}`;
  expect(left).toHaveLength(1);
});
