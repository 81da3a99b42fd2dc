import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createModerating } from '../../testing/moderating.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createSerialNumbers, eraseOldSerials, normalSerial } from '../products/serial-numbers.ts';
import { readSharedSecret } from '../session/read-shared-secret.ts';
import type { KnownUser } from '../users/find-user.ts';
import { compareListings } from './compare-listings.ts';
import { removeOldStolenReports } from './report-stolen.ts';

const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const { sql } = shop.database;
const people = createPeople(shop.database);
const { call, caseIdOf, read, decide } = createModerating(
  () => shop,
  () => people,
);
const { list, change, read: readListing } = selling(() => shop);
const [one, two, admin] = [await people.seller(), await people.seller(), await people.admin()];

const compare = () => compareListings({ database: shop.database, clock });
let count = 0;
/** A number that no other test uses. */
const unused = () => {
  count += 1;
  return `SN-${count}-77 4${count}`;
};
const withNumber = async (seller: KnownUser, number: string, given: object = {}) => {
  // Later than the one before: the newer listing is the one with the case.
  clock.forward(1);
  const serial = { state: 'number', number };
  return (await list(seller, { brand: 'Fender', serial, ...given })).body.insertedId;
};
const serialOf = (user: KnownUser, id: string) =>
  call<{ state?: string; number?: string }>(user, `/products/${id}/serial`);
const reportStolen = (user: KnownUser, serial: string, given: object = {}) =>
  call<{ insertedId: string; detail: string }>(user, '/stolen', {
    method: 'POST',
    payload: { brand: 'fender', serial, explanation: 'It was taken from my car.', ...given },
  });
const countCases = async (id: string) =>
  (await sql`select from cases where subject_id = ${id}`).length;

describe('the serial number of a listing', () => {
  it('only its seller reads the number, and the database has neither the number nor an unkeyed digest', async () => {
    const number = unused();
    const id = await withNumber(one, number);
    expect((await serialOf(one, id)).body).toEqual({ state: 'number', number });
    for (const user of [two, admin]) expect((await serialOf(user, id)).status).toBe(404);
    for (const user of [one, two, admin, undefined]) {
      expect(JSON.stringify(await readListing(id, user))).not.toContain(number);
    }
    const [row] = await sql<{ text: string; digest: Buffer }[]>`
      select p::text as text, serial_digest as digest from products p where id = ${id}`;
    expect(row?.text).not.toContain(number);
    expect(row?.text).not.toContain(normalSerial(number));
    expect(row?.digest).toHaveLength(32);
    const other = createSerialNumbers('another secret').digestOf('Fender', number);
    expect(other).not.toEqual(row?.digest);
  });

  it('a seller says by a value that there is none or that it is unreadable, and takes it back by an empty text', async () => {
    const id = (await list(one, { serial: { state: 'none' } })).body.insertedId;
    expect((await serialOf(one, id)).body).toEqual({ state: 'none' });
    await change(one, id, { serial: { state: 'unreadable' } });
    expect((await serialOf(one, id)).body).toEqual({ state: 'unreadable' });
    expect((await change(one, id, { serial: '' })).body.modifiedCount).toBe(1);
    expect((await change(one, id, { serial: '' })).body.modifiedCount).toBe(0);
    expect((await serialOf(one, id)).body).toEqual({});
  });

  it.each([
    'none',
    { state: 'number' },
    { state: 'number', number: ' - ' },
    { state: 'number', number: 'x'.repeat(61) },
  ])('the serial number %j is refused', async (serial) => {
    expect((await list(one, { serial })).status).toBe(400);
  });

  it('an admin cannot say the number for a seller', async () => {
    const id = await withNumber(one, unused());
    const refused = await change(admin, id, { serial: { state: 'none' } });
    expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, 'serial']);
  });

  it('numbers that are written differently are the same, and those of other makers are not', () => {
    const { digestOf } = createSerialNumbers('a secret of this test');
    const same = ['10-AB 0l', '1o ab0L', 'IO.AB.0L', '１０ＡＢ０ｌ'];
    const digests = same.map((number) => digestOf('Fender', number)?.toString('hex'));
    expect(new Set(digests).size).toBe(1);
    expect(digestOf('Gibson', '10AB0L')?.toString('hex')).not.toBe(digests[0]);
    expect(digestOf(null, '10AB0L')).toBeUndefined();
  });

  it('a rotated secret of the shop reads and compares the numbers of before', async () => {
    const before = await readSharedSecret(
      { sql, sealingSecrets: ['first'] },
      'serials',
      clock.now(),
    );
    const rotated = { sql, sealingSecrets: ['second', 'first'] };
    const after = await readSharedSecret(rotated, 'serials', clock.now());
    const id = newId(clock.now());
    const sealed = createSerialNumbers(before).seal(id, 'Z123');
    expect(createSerialNumbers(after).unseal(id, sealed)).toBe('Z123');
    expect(createSerialNumbers(after).digestOf('Fender', 'Z123')).toEqual(
      createSerialNumbers(before).digestOf('Fender', 'Z123'),
    );
    expect(createSerialNumbers(after).unseal(newId(clock.now()), sealed)).toBeUndefined();
  });

  it('the buyer who has paid reads the last three characters, and never a whole number', async () => {
    const buyer = await people.buyer();
    for (const [number, ending] of [
      ['US 12 345', '345'],
      ['12', '2'],
      ['7', undefined],
    ] as const) {
      const id = await withNumber(one, number);
      const bookingId = await people.book(buyer, id, clock.now());
      const ask = () => call<object>(buyer, `/bookings/${bookingId}/serial`);
      expect((await ask()).status).toBe(404);
      await people.pay(bookingId, clock.now());
      expect((await ask()).body).toEqual({ state: 'number', ...(ending && { ending }) });
      expect((await call(one, `/bookings/${bookingId}/serial`)).status).toBe(404);
    }
  });
});

describe('the comparison of serial numbers', () => {
  it('a shop without reports compares nothing, and what is due is compared once it has them', async () => {
    const number = unused();
    await withNumber(one, number);
    const newer = await withNumber(two, number);
    const off = { database: shop.database, clock, hasReports: false };
    expect(await compareListings(off)).toBe(0);
    expect(await countCases(newer)).toBe(0);
    await compare();
    expect(await countCases(newer)).toBe(1);
  });

  it('two sellers who list one number at the same time give one case about the newer listing, and neither is told', async () => {
    const number = unused();
    const ids = await Promise.all([withNumber(one, number), withNumber(two, number.toLowerCase())]);
    const mails = await sql`select from queued_mails`;
    await compare();
    await compare();
    const [older = '', newer = ''] = [...ids].sort();
    expect([await countCases(older), await countCases(newer)]).toEqual([0, 1]);
    const found = await read(admin, await caseIdOf(newer));
    expect(found).toMatchObject({ state: 'open', reports: 0, hints: ['same-serial'] });
    expect(found.foundHints).toMatchObject([{ kind: 'same-serial', other: { productId: older } }]);
    expect(JSON.stringify(found)).not.toContain(number);
    for (const id of ids) expect((await readListing(id)).status).toBe('available');
    expect(await sql`select from queued_mails`).toHaveLength(mails.length);
    expect((await call<unknown[]>(one, `/decisions?email=${one.email}`)).body).toEqual([]);
  });

  it('a pair that was decided is not found again, and the decision says that listings are compared automatically', async () => {
    const number = unused();
    await withNumber(one, number);
    const id = await withNumber(two, number);
    await compare();
    expect((await decide(admin, await caseIdOf(id), 'warned')).status).toBe(200);
    await change(two, id, { serial: '' });
    await change(two, id, { serial: { state: 'number', number } });
    await compare();
    expect(await countCases(id)).toBe(1);
    const { body } = await call<{ statement: string[] }[]>(two, `/decisions?email=${two.email}`);
    expect(body[0]?.statement.join(' ')).toContain('The shop compares listings automatically');
  });

  it('the same seller, another maker, a withdrawn listing and a listing without a maker are not found', async () => {
    const number = unused();
    const first = await withNumber(one, number);
    const others = [
      await withNumber(one, number),
      await withNumber(two, number, { brand: 'Gibson' }),
      await withNumber(two, number, { brand: '' }),
    ];
    await compare();
    for (const id of [first, ...others]) expect(await countCases(id)).toBe(0);
    // With the maker it is the same.
    await change(two, others[2] ?? '', { brand: 'FENDER' });
    await compare();
    expect(await countCases(others[2] ?? '')).toBe(1);
  });

  it('a report of a theft finds a listing of before and one of after, with what was reported', async () => {
    const number = unused();
    const owner = await people.buyer();
    const before = await withNumber(one, number);
    const filed = await reportStolen(owner, number, {
      reference: 'LE 4711',
      kind: 'electric-guitar',
    });
    expect(filed).toMatchObject({ status: 201, body: { acknowledged: true } });
    await compare();
    const after = await withNumber(two, number);
    await compare();
    for (const id of [before, after]) {
      const found = await read(admin, await caseIdOf(id));
      expect(found.foundHints.find(({ kind }) => kind === 'reported-stolen')?.stolen).toMatchObject(
        {
          brand: 'fender',
          reference: 'LE 4711',
          explanation: 'It was taken from my car.',
          email: owner.email,
        },
      );
    }
  });

  it('the reply to a report is the same whether the number is known or not, and nothing is compared within the request', async () => {
    const number = unused();
    const id = await withNumber(one, number);
    await compare();
    const owner = await people.buyer();
    const [known, unknown] = [
      await reportStolen(owner, number),
      await reportStolen(owner, unused()),
    ];
    expect(Object.keys(known.body).sort()).toEqual(Object.keys(unknown.body).sort());
    expect([known.status, unknown.status]).toEqual([201, 201]);
    expect(await countCases(id)).toBe(0);
    expect(await compare()).toBe(2);
    expect(await countCases(id)).toBe(1);
  });

  it('a sixth report within a day is refused, and so is one from an address that is not confirmed', async () => {
    const owner = await people.buyer();
    for (let filed = 0; filed < 5; filed += 1) {
      expect((await reportStolen(owner, unused())).status).toBe(201);
    }
    expect((await reportStolen(owner, unused())).status).toBe(429);
    clock.forward(24 * 60 + 1);
    expect((await reportStolen(owner, unused())).status).toBe(201);
    await sql`update users set email_proven_at = null where id = ${owner.id}`;
    const refused = await reportStolen(owner, unused());
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Confirm your email address first',
    ]);
  });
});

describe('the end of serial numbers', () => {
  it('a removed person’s report keeps maker and digest, and loses who wrote it and what', async () => {
    const owner = await people.buyer();
    const { body } = await reportStolen(owner, unused(), { reference: 'LE 1' });
    await people.remove(admin, owner);
    const [row] = await sql`
      select brand, reference, explanation, reporter_id as reporter, serial_digest is null as lost
      from stolen_reports where id = ${body.insertedId}`;
    expect(row).toEqual({
      brand: 'fender',
      reference: null,
      explanation: null,
      reporter: null,
      lost: false,
    });
  });

  it('sold numbers are erased after two years, withdrawn ones after a month, and reports of thefts after ten years', async () => {
    const [sold, live, gone] = [
      await withNumber(one, unused()),
      await withNumber(one, unused()),
      await withNumber(one, unused()),
    ];
    const bookingId = await people.book(await people.buyer(), sold, clock.now());
    await people.pay(bookingId, clock.now());
    await sql`update products set withdrawn_at = ${clock.now()} where id = ${gone}`;
    const { body } = await reportStolen(await people.buyer(), unused());
    const later = (days: number) => new Date(clock.now().getTime() + days * 24 * 3_600_000);
    const left = async () => {
      const rows = await sql<{ id: string }[]>`
        select id from products
        where id in (${sold}, ${live}, ${gone}) and serial_digest is not null`;
      return rows.map(({ id }) => id).sort();
    };
    const erase = (days: number) => eraseOldSerials(shop.database, later(days));
    await erase(29);
    expect(await left()).toEqual([sold, live, gone].sort());
    await erase(31);
    expect(await left()).toEqual([sold, live].sort());
    await erase(729);
    expect(await left()).toEqual([sold, live].sort());
    await erase(733);
    expect(await left()).toEqual([live]);
    const reports = async () =>
      (await sql`select from stolen_reports where id = ${body.insertedId}`).length;
    await removeOldStolenReports(shop.database, later(3_640));
    expect(await reports()).toBe(1);
    await removeOldStolenReports(shop.database, later(3_660));
    expect(await reports()).toBe(0);
  });
});
