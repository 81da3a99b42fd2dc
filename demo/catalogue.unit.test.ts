import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { conditions, limits, specifiedCategories } from '#contract/constants.ts';
import { email } from '#contract/fields.ts';
import { demoAccounts, demoPassword } from '#contract/identity/demo-accounts.ts';
import { listProduct } from '#contract/products/listing.ts';
import { answersToStore } from '../server/features/products/listing-answers.ts';
import { demoInstruments } from './catalogue.ts';
import type { DemoInstrument } from './instrument.ts';
import { demoPeople, demoPeopleWithAccounts } from './people.ts';
import { saidOfInstruments } from './said.ts';

const peopleByKey = new Map(demoPeople.map((person) => [person.key, person]));

test('the demo catalogue has about sixty instruments with distinct keys', () => {
  expect(demoInstruments.length).toBeGreaterThanOrEqual(55);
  expect(new Set(demoInstruments.map(({ key }) => key)).size).toBe(demoInstruments.length);
});

test('the contract accepts each as a listing, unchanged', () => {
  for (const instrument of demoInstruments) {
    const { name, price, originalPrice, category, condition } = instrument;
    const { phone: number, location, description, year } = instrument;
    const listing = {
      name,
      category,
      condition,
      number,
      location,
      description,
      price,
      originalPrice,
      year,
      image: `/pictures/${instrument.picture}`,
    };
    const parsed = listProduct.body.safeParse(listing);
    expect(parsed.error?.issues ?? [], instrument.key).toEqual([]);
    expect(parsed.data, instrument.key).toEqual({ ...listing, takesOffers: true });
  }
});

test('the files of all pictures exist', () => {
  for (const { key, picture, furtherPictures = [] } of demoInstruments) {
    for (const file of [picture, ...furtherPictures]) {
      expect(existsSync(new URL(`pictures/${file}`, import.meta.url)), key).toBe(true);
    }
  }
});

// The browser tests and those of seeding use small copies.
test('every picture can be decoded completely', async () => {
  const folder = fileURLToPath(new URL('pictures/', import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'));
  expect(files.length).toBeGreaterThan(60);
  for (const file of files) {
    const content = readFileSync(join(folder, file));
    const { info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height], file).toEqual([960, 720]);
  }
});

test('each has a fictional phone number that fits the form', () => {
  for (const { key, phone } of demoInstruments) {
    expect(phone.length, key).toBeLessThanOrEqual(limits.sellerPhoneLength);
    expect(phone, key).toMatch(/^(\+\d{1,3} |\d{3}-)555[ -]01\d\d$/);
  }
});

test('each was listed in the last 120 days, by a seller who had joined before', () => {
  for (const { key, seller, listedDaysAgo } of demoInstruments) {
    expect(peopleByKey.get(seller)?.role, key).toBe('seller');
    expect(peopleByKey.get(seller)?.joinedDaysAgo, key).toBeGreaterThan(listedDaysAgo);
    expect(listedDaysAgo, key).toBeGreaterThan(0);
    expect(listedDaysAgo, key).toBeLessThanOrEqual(120);
  }
  expect(
    new Set(demoInstruments.map((instrument) => instrument.listedDaysAgo)).size,
  ).toBeGreaterThan(55);
});

test('sold instruments, and no others, have a buyer other than the seller', () => {
  for (const { key, status, seller, soldTo } of demoInstruments) {
    expect(soldTo !== undefined, key).toBe(status === 'sold');
    if (soldTo === undefined) continue;
    expect(peopleByKey.get(soldTo)?.role, key).toBe('buyer');
    expect(soldTo, key).not.toBe(seller);
  }
});

test('none costs more than its original price', () => {
  for (const { key, price, originalPrice } of demoInstruments) {
    if (originalPrice !== undefined) expect(originalPrice, key).toBeGreaterThan(price);
  }
});

test.each(specifiedCategories)('%s has at least eight instruments', (category) => {
  expect(count((instrument) => instrument.category === category)).toBeGreaterThanOrEqual(8);
});

test.each(conditions)('the condition %s occurs often', (condition) => {
  expect(count((instrument) => instrument.condition === condition)).toBeGreaterThanOrEqual(8);
});

test('ten are advertised and about sixty are on sale', () => {
  expect(count((instrument) => instrument.status === 'advertise')).toBe(10);
  expect(count((instrument) => instrument.status !== 'sold')).toBeGreaterThanOrEqual(55);
});

test('each has two to four pictures of its own, and the further ones show the same instrument', () => {
  const shown = new Set<string>();
  for (const { key, picture, furtherPictures = [] } of demoInstruments) {
    const files = [picture, ...furtherPictures];
    expect(files.length, key).toBeGreaterThanOrEqual(2);
    expect(files.length, key).toBeLessThanOrEqual(4);
    for (const file of files) {
      expect(shown, key).not.toContain(file);
      shown.add(file);
    }
    const beginning = picture.replace('.webp', '-');
    expect(furtherPictures.filter((file) => !file.startsWith(beginning))).toEqual([]);
  }
});

test('no two of a category look alike: the mean colours of a picture’s parts differ', async () => {
  const looks = await Promise.all(
    demoInstruments.map(async ({ key, picture, category }) => {
      const file = fileURLToPath(new URL(`pictures/${picture}`, import.meta.url));
      const content = readFileSync(file);
      const parts = await sharp(content)
        .resize(4, 3, { fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer();
      return { key, category, parts: [...parts] };
    }),
  );
  const alike = looks.flatMap((one, at) =>
    looks
      .slice(at + 1)
      .filter((other) => other.category === one.category)
      .filter((other) => distance(one.parts, other.parts) < 12)
      .map((other) => `${one.key} and ${other.key}`),
  );
  expect(alike).toEqual([]);
});

/** The mean difference of two lists of colours, from 0 to 255. */
function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

test('some instruments have very short or very long texts, and some leave optional fields out', () => {
  const descriptions = demoInstruments.map((instrument) => instrument.description.length);
  expect(descriptions.filter((length) => length < 100).length).toBeGreaterThanOrEqual(5);
  expect(descriptions.filter((length) => length > 800).length).toBeGreaterThanOrEqual(3);
  const nearLimit = limits.nameLength - 10;
  expect(count((instrument) => instrument.name.length >= nearLimit)).toBeGreaterThanOrEqual(1);
  expect(count((instrument) => instrument.name.length <= 15)).toBeGreaterThanOrEqual(3);
  expect(count((instrument) => instrument.originalPrice === undefined)).toBeGreaterThanOrEqual(8);
  expect(count((instrument) => instrument.category === undefined)).toBeGreaterThanOrEqual(1);
  expect(count((instrument) => !Number.isInteger(instrument.price))).toBeGreaterThanOrEqual(5);
});

test('the oldest is from 1921, and none is from the future', () => {
  const years = demoInstruments.map((instrument) => instrument.year);
  expect(Math.min(...years)).toBe(1921);
  expect(Math.max(...years)).toBeLessThanOrEqual(2025);
});

test('prices run from 18 to more than 5,000 dollars', () => {
  const prices = demoInstruments.map((instrument) => instrument.price);
  expect(Math.min(...prices)).toBe(18);
  expect(Math.max(...prices)).toBeGreaterThan(5_000);
});

test('every picture file is used', () => {
  const files = readdirSync(new URL('pictures', import.meta.url));
  const used = new Set(
    demoInstruments.flatMap((instrument) => [
      instrument.picture,
      ...(instrument.furtherPictures ?? []),
    ]),
  );
  expect(files.filter((file) => file.endsWith('.webp') && !used.has(file))).toEqual([]);
});

test('people have distinct keys, and distinct emails on a reserved domain', () => {
  expect(new Set(demoPeople.map((instrument) => instrument.key)).size).toBe(demoPeople.length);
  expect(new Set(demoPeople.map((instrument) => instrument.email)).size).toBe(demoPeople.length);
  for (const one of demoPeople) {
    expect(email.parse(one.email)).toMatch(/@reprise\.test$/);
    expect(one.name.length).toBeLessThanOrEqual(limits.personNameLength);
    expect(one.verified && one.role !== 'seller').toBe(false);
  }
});

test('the accounts that the login page lists belong to people with these roles', () => {
  expect(
    demoPeopleWithAccounts.map(({ email, role, verified }) => [email, role, verified]),
  ).toEqual([
    ['admin@reprise.test', 'admin', false],
    ['seller@reprise.test', 'seller', true],
    ['seller2@reprise.test', 'seller', false],
    ['buyer@reprise.test', 'buyer', false],
    ['buyer2@reprise.test', 'buyer', false],
  ]);
  expect(demoAccounts).toHaveLength(demoPeopleWithAccounts.length);
  expect(demoPassword).toBe('second-hand-song');
});

function count(matches: (instrument: DemoInstrument) => boolean): number {
  return demoInstruments.filter(matches).length;
}

test('every instrument of the demo says its kind, and answers to what that kind is asked', () => {
  const keys = demoInstruments.map(({ key }) => key);
  expect(Object.keys(saidOfInstruments).sort()).toEqual([...keys].sort());
  for (const [key, said] of Object.entries(saidOfInstruments)) {
    const { stored, errors } = answersToStore(said);
    expect([key, errors]).toEqual([key, []]);
    expect([key, stored.kind]).toEqual([key, said.kind]);
  }
});
