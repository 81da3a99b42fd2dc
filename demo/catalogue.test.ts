import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { categories, conditions, limits } from '#contract/constants.ts';
import { email } from '#contract/fields.ts';
import { listProduct } from '#contract/listing.ts';
import { demoInstruments } from './catalogue.ts';
import type { DemoInstrument } from './instrument.ts';
import { demoPassword, demoPeople } from './people.ts';

const person = new Map(demoPeople.map((one) => [one.key, one]));

test('there are about sixty instruments, each with a key of its own', () => {
  expect(demoInstruments.length).toBeGreaterThanOrEqual(55);
  expect(new Set(demoInstruments.map(({ key }) => key)).size).toBe(demoInstruments.length);
});

test('each is a listing that the contract accepts', () => {
  for (const instrument of demoInstruments) {
    const { name, price, originalPrice, category, condition } = instrument;
    const { phone: number, location, description, year } = instrument;
    const words = { name, category, condition, number, location, description };
    const image = `/pictures/${instrument.picture}`;
    const read = listProduct.body.safeParse({ ...words, price, originalPrice, year, image });
    expect(read.error?.issues ?? [], instrument.key).toEqual([]);
    // What the contract would trim or change, the catalogue should not have said.
    expect(read.data, instrument.key).toEqual({ ...words, price, originalPrice, year, image });
  }
});

test('each has its pictures', () => {
  for (const { key, picture, furtherPictures = [] } of demoInstruments) {
    for (const file of [picture, ...furtherPictures]) {
      expect(existsSync(new URL(`pictures/${file}`, import.meta.url)), key).toBe(true);
    }
  }
});

test('each has a number that nobody answers, short enough for the form', () => {
  for (const { key, phone } of demoInstruments) {
    expect(phone.length, key).toBeLessThanOrEqual(limits.sellerPhoneLength);
    expect(phone, key).toMatch(/^(\+\d{1,3} |\d{3}-)555[ -]01\d\d$/);
  }
});

test('each was listed within 120 days, by a seller who had joined before', () => {
  for (const { key, seller, listedDaysAgo } of demoInstruments) {
    expect(person.get(seller)?.role, key).toBe('seller');
    expect(person.get(seller)?.joinedDaysAgo, key).toBeGreaterThan(listedDaysAgo);
    expect(listedDaysAgo, key).toBeGreaterThan(0);
    expect(listedDaysAgo, key).toBeLessThanOrEqual(120);
  }
  expect(new Set(demoInstruments.map((one) => one.listedDaysAgo)).size).toBeGreaterThan(55);
});

test('exactly the sold ones have a buyer, who is not the seller', () => {
  for (const { key, status, seller, soldTo } of demoInstruments) {
    expect(soldTo !== undefined, key).toBe(status === 'sold');
    if (soldTo === undefined) continue;
    expect(person.get(soldTo)?.role, key).toBe('buyer');
    expect(soldTo, key).not.toBe(seller);
  }
});

test('none costs more than it did new', () => {
  for (const { key, price, originalPrice } of demoInstruments) {
    if (originalPrice !== undefined) expect(originalPrice, key).toBeGreaterThan(price);
  }
});

test.each(categories)('%s has at least eight instruments', (category) => {
  expect(count((one) => one.category === category)).toBeGreaterThanOrEqual(8);
});

test.each(conditions)('the condition %s occurs often', (condition) => {
  expect(count((one) => one.condition === condition)).toBeGreaterThanOrEqual(8);
});

test('a good part is advertised, a few are sold, most are simply there', () => {
  expect(count((one) => one.status === 'advertise')).toBe(10);
  expect(count((one) => one.status === 'sold')).toBe(6);
});

test('a few have more than one picture, close-ups of their first', () => {
  const closeUps = demoInstruments.flatMap(({ picture, furtherPictures = [] }) =>
    furtherPictures.map((file) => file.startsWith(picture.replace('.webp', '-'))),
  );
  expect(closeUps.length).toBeGreaterThanOrEqual(5);
  expect(closeUps).not.toContain(false);
});

test('the shapes that a page must bear occur', () => {
  const descriptions = demoInstruments.map((one) => one.description.length);
  expect(descriptions.filter((length) => length < 100).length).toBeGreaterThanOrEqual(5);
  expect(descriptions.filter((length) => length > 800).length).toBeGreaterThanOrEqual(3);
  const nearLimit = limits.nameLength - 10;
  expect(count((one) => one.name.length >= nearLimit)).toBeGreaterThanOrEqual(1);
  expect(count((one) => one.name.length <= 15)).toBeGreaterThanOrEqual(3);
  expect(count((one) => one.originalPrice === undefined)).toBeGreaterThanOrEqual(8);
  expect(count((one) => one.category === undefined)).toBeGreaterThanOrEqual(1);
  expect(count((one) => !Number.isInteger(one.price))).toBeGreaterThanOrEqual(5);
});

test('years reach back to 1921, and one lies ahead', () => {
  const years = demoInstruments.map((one) => one.year);
  expect(Math.min(...years)).toBe(1921);
  expect(years.filter((year) => year > 2025)).toEqual([2031]);
});

test('prices run from small change to serious money', () => {
  const prices = demoInstruments.map((one) => one.price);
  expect(Math.min(...prices)).toBe(18);
  expect(Math.max(...prices)).toBeGreaterThan(5_000);
});

test('every picture in the folder is used by somebody', () => {
  const files = readdirSync(new URL('pictures', import.meta.url));
  const used = new Set(
    demoInstruments.flatMap((one) => [one.picture, ...(one.furtherPictures ?? [])]),
  );
  expect(files.filter((file) => file.endsWith('.webp') && !used.has(file))).toEqual([]);
});

test('people have keys and addresses of their own, on a domain that does not exist', () => {
  expect(new Set(demoPeople.map((one) => one.key)).size).toBe(demoPeople.length);
  expect(new Set(demoPeople.map((one) => one.email)).size).toBe(demoPeople.length);
  for (const one of demoPeople) {
    expect(email.parse(one.email)).toMatch(/@reprise\.test$/);
    expect(one.name.length).toBeLessThanOrEqual(limits.personNameLength);
    expect(one.verified && one.role !== 'seller').toBe(false);
  }
});

test('the promised demo accounts are there, each in its role', () => {
  const promised = ['admin', 'seller', 'seller2', 'buyer', 'buyer2'].map((key) => person.get(key));
  expect(promised.map((one) => [one?.email, one?.role, one?.verified])).toEqual([
    ['admin@reprise.test', 'admin', false],
    ['seller@reprise.test', 'seller', true],
    ['seller2@reprise.test', 'seller', false],
    ['buyer@reprise.test', 'buyer', false],
    ['buyer2@reprise.test', 'buyer', false],
  ]);
  expect(demoPassword).toBe('second-hand-song');
});

function count(claim: (instrument: DemoInstrument) => boolean): number {
  return demoInstruments.filter(claim).length;
}
