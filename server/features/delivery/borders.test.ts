import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countriesOf, setShopCountry } from '#contract/delivery/customs-areas.ts';
import { type ShopZone, setShopZones } from '#contract/delivery/shop-zones.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { list, change, read } = selling(() => shop);
const call = apiClient(() => shop);
const seller = await people.seller();

const zones: ShopZone[] = [
  { id: 'de', name: 'Germany', countries: ['DE'] },
  { id: 'eu', name: 'European Union', countries: countriesOf('EU') },
  { id: 'europe', name: 'Europe', countries: ['FR', 'CH', 'GB'] },
  { id: 'us', name: 'United States', countries: ['US'] },
  { id: 'world', name: 'Everywhere else' },
];
const shipping = { de: 5, eu: 10, europe: 15, us: 40, world: 60 };
beforeEach(() => {
  setShopCountry('DE');
  setShopZones(zones);
});
afterEach(() => {
  setShopCountry(undefined);
  setShopZones(undefined);
});

const bow = { name: 'Cello bow', kind: 'bow', category: 'String' };
const offered = { delivery: { pickup: true, shipping } };

async function listed(more: object = {}) {
  const { status, body } = await list(seller, { ...bow, ...offered, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.insertedId;
}

/** The zones that are open in part or as a whole, and why others are closed. */
async function zonesOf(id: string) {
  const { delivery } = await read(id);
  const closed = Object.entries(delivery?.closed ?? {}).map(
    ([zone, { reason, countries }]) => `${zone}: ${[reason, ...(countries ?? [])].join(' ')}`,
  );
  return { open: Object.keys(delivery?.shipping ?? {}).join(' '), closed };
}

const address = {
  name: 'Bea Reed',
  lines: ['1 Mill Street'],
  postcode: '1000',
  city: 'Bath',
  country: 'FR',
};

async function book(productId: string, zone: string, where: object, buyer?: KnownUser) {
  const as = buyer ?? (await people.buyer());
  const delivery = { zone, address: { ...address, ...where } };
  const payload = { phone: '555-0199', location: 'Bath', price: 120.5, productId, delivery };
  const { status, body } = await call<{
    insertedId: string;
    detail: string;
    errors?: { field: string }[];
  }>(as, '/bookings', { method: 'POST', payload });
  return { status, id: body.insertedId, field: body.errors?.[0]?.field, detail: body.detail };
}

describe('the country of a listing', () => {
  it('the country of a listing is that of the last one of its seller, then that of the shop', async () => {
    const other = await people.seller();
    const first = (await list(other)).body.insertedId;
    expect((await read(first)).country).toBe('DE');
    const second = (await list(other, { country: 'ch' })).body.insertedId;
    expect((await read(second)).country).toBe('CH');
    const third = (await list(other)).body.insertedId;
    expect((await read(third)).country).toBe('CH');
    expect((await list(other, { country: 'XX' })).body.errors).toMatchObject([
      { field: 'country', message: 'Choose the country' },
    ]);
  });
});

describe('a material that needs a permit', () => {
  it('a material that needs a permit closes what is abroad, with the reason and the price', async () => {
    const id = await listed({ materials: ['pernambuco'] });
    expect(await zonesOf(id)).toEqual({
      open: 'de eu europe',
      closed: ['europe: permit CH GB', 'us: permit', 'world: permit'],
    });
    expect((await read(id)).delivery?.closed?.us?.price).toBe(40);
    expect(await book(id, 'us', { country: 'US' })).toMatchObject({
      status: 409,
      field: 'delivery.zone',
    });
    expect(await book(id, 'europe', { country: 'CH' })).toMatchObject({
      status: 409,
      field: 'delivery.address.country',
    });
    expect(await book(id, 'europe', { country: 'FR' })).toMatchObject({ status: 201 });
  });

  it('a material that needs a permit closes nothing when the seller gets it, and the booking says for which', async () => {
    const id = await listed({ materials: ['pernambuco', 'other-rosewood'], permit: true });
    expect((await zonesOf(id)).closed).toEqual([]);
    const sale = await book(id, 'us', { country: 'US' });
    const [row] = await shop.database.sql`
      select ships_from as "shipsFrom", permit_for as "permitFor" from bookings where id = ${sale.id}`;
    expect(row).toEqual({ shipsFrom: 'DE', permitFor: ['pernambuco'] });
  });

  it('a booking needs a permit or none by the address that it has when it is paid', async () => {
    const buyer = await people.buyer();
    const id = await listed({ materials: ['pernambuco'], permit: true });
    const sale = await book(id, 'europe', { country: 'FR' }, buyer);
    const permitFor = async () =>
      (await shop.database.sql`select permit_for as it from bookings where id = ${sale.id}`)[0]?.it;
    expect(await permitFor()).toBeNull();
    const move = (country: string) =>
      call<{ errors?: { field: string }[] }>(buyer, `/bookings/${sale.id}/address`, {
        method: 'PUT',
        payload: { ...address, country },
      });
    expect((await move('CH')).status).toBe(200);
    expect(await permitFor()).toEqual(['pernambuco']);
    expect(await move('US')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'delivery.address.country' }] },
    });
  });

  it('a zone does not take an address outside of its countries', async () => {
    const id = await listed({ materials: 'none' });
    expect(await book(id, 'de', { country: 'US' })).toMatchObject({
      status: 400,
      field: 'delivery.address.country',
    });
  });
});

describe('what is not known of the materials', () => {
  it.each([['unknown'], ['unknown-white']])(
    '%s closes what is abroad, also with a promised permit',
    async (answer) => {
      const id = await listed({ materials: [answer], permit: true });
      expect(await zonesOf(id)).toEqual({
        open: 'de eu europe',
        closed: ['europe: unknown CH GB', 'us: unknown', 'world: unknown'],
      });
    },
  );

  it('an answer that is missing closes what is abroad, but for zones without countries, which stay as before', async () => {
    expect(await zonesOf(await listed())).toEqual({
      open: 'de eu europe world',
      closed: ['europe: not-said CH GB', 'us: not-said'],
    });
    const trumpet = await listed({ name: 'Trumpet', kind: 'trumpet', category: 'Brass' });
    expect((await zonesOf(trumpet)).closed).toEqual([]);
  });

  it('everything counts as abroad where neither listing nor shop have a country', async () => {
    setShopCountry(undefined);
    const other = await people.seller();
    const { body } = await list(other, { ...bow, ...offered, materials: ['pernambuco'] });
    expect((await zonesOf(body.insertedId)).open).toBe('');
  });
});

describe('papers', () => {
  it('a material that needs papers at home is not listed without them', async () => {
    const missing = [{ field: 'papers', message: 'Name the papers that this material needs' }];
    const ivory = { ...bow, materials: 'ivory, pernambuco' };
    expect((await list(seller, ivory)).body.errors).toMatchObject(missing);
    const id = await listed({ ...ivory, papers: 'EU certificate DE-123 of 2024' });
    expect((await read(id)).materials).toEqual(['ivory', 'pernambuco']);
    expect((await zonesOf(id)).open).toBe('de eu europe');
    expect((await change(seller, id, { papers: '' })).body.errors).toMatchObject(missing);
    expect((await change(seller, id, { materials: ['none'], papers: '' })).status).toBe(200);
    expect((await zonesOf(id)).closed).toEqual([]);
  });

  it.each([[['moon-dust']], [['none', 'ivory']], [[]], ['x'.repeat(600)], [7]])(
    'the materials %j are refused, with the field',
    async (materials) => {
      const { status, body } = await list(seller, { ...bow, materials });
      expect([status, body.errors[0]?.field]).toEqual([400, 'materials']);
    },
  );
});

describe('pickup', () => {
  it('a listing that nobody could get is refused: pickup stays', async () => {
    const delivery = { pickup: false, shipping: { us: 40 } };
    const refused = [
      { field: 'delivery.pickup', message: expect.stringContaining('Offer pickup') },
    ];
    expect(
      (await list(seller, { ...bow, delivery, materials: ['unknown'] })).body.errors,
    ).toMatchObject(refused);
    const id = await listed({ delivery, materials: ['none'] });
    expect((await change(seller, id, { materials: ['pernambuco'] })).body.errors).toMatchObject(
      refused,
    );
    const both = { materials: ['pernambuco'], permit: true };
    expect((await change(seller, id, both)).status).toBe(200);
  });
});

describe('a search for what is sent to a zone', () => {
  it('a search for what is sent to a zone finds just what the pages say', async () => {
    for (const country of ['DE', 'US', 'CH'])
      for (const materials of [undefined, ['none'], ['pernambuco'], ['unknown']])
        for (const permit of [false, true])
          await listed({ country, permit, name: 'Searched bow', ...(materials && { materials }) });
    for (const { id: zone } of zones) {
      const url = `/search?q=searched&sendTo=${zone}&limit=100`;
      const { body } = await call<{ items: { _id: string }[] }>(seller, url);
      const all = await call<{ items: { _id: string; delivery: { shipping: object } }[] }>(
        seller,
        '/search?q=searched&limit=100',
      );
      const open = all.body.items.filter(({ delivery }) => zone in delivery.shipping);
      expect(body.items.map(({ _id }) => _id).sort()).toEqual(open.map(({ _id }) => _id).sort());
      expect(open.length).toBeLessThan(24);
    }
  });
});
