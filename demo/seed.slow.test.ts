import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setShopCountry } from '#contract/delivery/customs-areas.ts';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { instrumentSettings } from '#contract/instruments/instrument-settings.ts';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { systemClock } from '../server/core/clock.ts';
import { createDiskClips } from '../server/providers/images/disk/disk-clips.ts';
import { createDiskImages } from '../server/providers/images/disk/disk-images.ts';
import { writeSmallPictures } from '../server/testing/small-pictures.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/test-database.ts';
import { moveCategories } from '../server/workflows/move-categories.ts';
import { demoInstruments } from './catalogue.ts';
import { demoPeople } from './people.ts';
import { saidOfInstruments } from './said.ts';
import { seedDemo } from './seed.ts';

let database: TestDatabase;
let folder: string;
const seed = (target = database) =>
  seedDemo({
    database: target,
    clock: systemClock,
    origin: () => 'https://shop.test',
    imageHost: createDiskImages({ folder }),
    pictureFolder: join(folder, 'of the catalogue'),
    clipStore: createDiskClips(join(folder, 'clips')),
    clipFolder: fileURLToPath(new URL('clips', import.meta.url)),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-demo-'));
  await writeSmallPictures(join(folder, 'of the catalogue'), 60);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('two servers at the same time seed an empty database once, and later ones not again', async () => {
  expect((await Promise.all([seed(), seed()])).sort()).toEqual([false, true]);
  expect(await seed()).toBe(false);
  const [counts] = await database.sql<Record<string, number>[]>`
    select (select count(*)::int from users) as people,
      (select count(*)::int from products) as products,
      (select count(*)::int from products where status = 'sold') as sold,
      (select count(*)::int from payments where state = 'recorded') as payments,
      (select count(*)::int from bookings where state = 'paid') as bookings,
      (select count(*)::int from fulfilments where state = 'completed') as completed,
      (select count(*)::int from fulfilments where state = 'sent') as sent,
      (select count(*)::int from reviews where side = 'buyer' and published_at is not null) as reviews,
      (select count(*)::int from reviews where reply is not null) as replies,
      (select count(*)::int from products where language <> 'en') as "otherLanguages",
      (select count(*)::int from clip_uses) as clips,
      (select count(*)::int from products where pickup and ships) as "canBeSent",
      (select count(*)::int from shipping_prices where price_cents = 0) as "sentFree",
      (select count(*)::int from booking_addresses) as addresses,
      (select count(*)::int from seller_measures where answer_minutes is not null) as "sellersWhoAnswer",
      (select count(*)::int from seller_measures where dispatch_minutes is not null) as "sellersWhoSend",
      (select count(*)::int from products where price_before_cents is not null) as dropped`;
  const canBeSent = demoInstruments.filter(({ sentFor }) => sentFor !== undefined).length;
  const sold = demoInstruments.filter(({ status }) => status === 'sold').length;
  expect(counts).toEqual({
    people: demoPeople.length,
    products: demoInstruments.length,
    sold,
    payments: sold,
    bookings: sold,
    completed: sold - 1,
    sent: 1,
    reviews: demoInstruments.filter(({ review }) => review).length,
    replies: demoInstruments.filter(({ review }) => review?.reply).length,
    otherLanguages: Object.values(saidOfInstruments).filter(({ language }) => language).length,
    clips: 13,
    canBeSent,
    sentFree: 1,
    addresses: 1 + demoInstruments.filter(({ sentAfterHours }) => sentAfterHours).length,
    sellersWhoAnswer: demoPeople.filter(({ role }) => role === 'seller').length,
    sellersWhoSend: 4,
    dropped: demoInstruments.filter(({ priceBefore }) => priceBefore).length,
  });
});

it('a database with a user is never seeded', async () => {
  const used = await createTestDatabase();
  try {
    await used.sql`insert into users (id, name, email, role, created_at)
      values (gen_random_uuid(), 'Somebody', 'somebody@reprise.test', 'buyer', now())`;
    expect(await seed(used)).toBe(false);
    expect(await used.sql`select from products`).toHaveLength(0);
  } finally {
    await used.close();
  }
});

it('a shop with categories and kinds of its own is seeded with instruments in those that it has', async () => {
  const own = await createTestDatabase();
  setShopCategories([{ id: 'String' }, { id: 'winds', name: 'Winds', was: ['Brass'] }]);
  setShopInstruments(instrumentSettings.parse({ hide: ['trumpet'] }));
  try {
    await moveCategories(own);
    expect(await seed(own)).toBe(true);
    const rows = await own.sql<{ category: string | null; kind: string | null }[]>`
      select distinct category, kind from products`;
    expect(new Set(rows.map(({ category }) => category))).toEqual(
      new Set(['String', 'winds', null]),
    );
    expect(rows.map(({ kind }) => kind)).toContain('violin');
    expect(rows.map(({ kind }) => kind)).not.toContain('trumpet');
  } finally {
    setShopCategories();
    setShopInstruments(undefined);
    await own.close();
  }
});

it.each([
  {
    shop: 'in Belgium that sends there',
    country: 'BE',
    zones: [
      { id: 'world' },
      { id: 'eu', countries: ['DE', 'FR'] },
      { id: 'home', countries: ['BE'] },
    ],
    sentTo: [{ zone: 'home', country: 'BE' }],
  },
  {
    shop: 'without a country that sends to Germany alone',
    country: undefined,
    zones: [{ id: 'home', countries: ['DE'] }],
    sentTo: [],
  },
])('a shop $shop is seeded', async ({ country, zones, sentTo }) => {
  const own = await createTestDatabase();
  setShopCountry(country);
  setShopZones(zones.map((zone) => ({ name: zone.id, ...zone })));
  try {
    expect(await seed(own)).toBe(true);
    expect(
      await own.sql`
        select distinct b.zone_id as zone, a.country
        from bookings b join booking_addresses a on a.booking_id = b.id`,
    ).toEqual(sentTo);
  } finally {
    setShopCountry(undefined);
    setShopZones(undefined);
    await own.close();
  }
});
