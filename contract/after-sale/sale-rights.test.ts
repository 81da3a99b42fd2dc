import { describe, expect, test } from 'vitest';
import { giveBackByOf, type RightFacts, refusalOf } from './sale-rights.ts';

const day = (count: number) => new Date(Date.UTC(2026, 10, count));
const facts = (more: Partial<RightFacts>): RightFacts => ({
  withdrawalDays: 14,
  paidAt: day(1),
  sentAt: null,
  receivedAt: null,
  returnUntil: null,
  withdrawnAt: null,
  askedAt: null,
  acceptedAt: null,
  sentBackAt: null,
  lapsedAt: null,
  end: null,
  isDisputed: false,
  ...more,
});
const received = { sentAt: day(2), receivedAt: day(3), returnUntil: day(18) };

describe('the right to withdraw', () => {
  test.each<[string, Partial<RightFacts>]>([
    ['before the handover', {}],
    ['on its way', { sentAt: day(2) }],
    ['received', received],
    ['with a return that was asked for', { ...received, askedAt: day(4) }],
    ['with an accepted return', { ...received, acceptedAt: day(4) }],
    ['with a return that has lapsed', { ...received, acceptedAt: day(4), lapsedAt: day(8) }],
    ['with an open dispute', { ...received, isDisputed: true }],
  ])('a buyer can withdraw from a purchase %s', (_, more) => {
    expect(refusalOf('withdraw', facts(more), day(10))).toBeNull();
  });

  test.each<[string, Partial<RightFacts>]>([
    ['private', { withdrawalDays: null }],
    ['private', { withdrawalDays: null, end: 'cancelled' }],
    ['not-paid', { paidAt: null }],
    ['too-late', { ...received, returnUntil: day(10) }],
    ['too-late', { ...received, returnUntil: day(10), end: 'completed' }],
    ['cancelled', { end: 'cancelled' }],
    ['cancelled', { ...received, returnUntil: day(10), end: 'cancelled' }],
    ['given-back', { ...received, end: 'given-back' }],
    ['given-back', { ...received, returnUntil: day(10), end: 'given-back' }],
    ['completed', { ...received, end: 'completed' }],
  ])('a withdrawal is refused as %s', (refusal, more) => {
    expect(refusalOf('withdraw', facts(more), day(10))).toBe(refusal);
  });
});

test('the right to say that nothing has arrived lasts from the shipment to the receipt, whatever was withdrawn', () => {
  const at = (more: Partial<RightFacts>) => refusalOf('not-received', facts(more), day(10));
  expect(at({})).toBe('not-sent');
  expect(at({ sentAt: day(2) })).toBeNull();
  expect(at({ sentAt: day(2), withdrawnAt: day(3), acceptedAt: day(3) })).toBeNull();
  expect(at({ sentAt: day(2), isDisputed: true })).toBe('disputed');
  expect(at(received)).toBe('received');
  expect(at({ ...received, acceptedAt: day(4) })).toBe('to-give-back');
});

test('an instrument can be said to be sent back from receipt and acceptance to the end of the sale', () => {
  const at = (more: Partial<RightFacts>) => refusalOf('send-back', facts(more), day(10));
  expect(at({ sentAt: day(2), withdrawnAt: day(3), acceptedAt: day(3) })).toBe('not-here');
  expect(at(received)).toBe('not-accepted');
  expect(at({ ...received, acceptedAt: day(4) })).toBeNull();
  expect(at({ ...received, acceptedAt: day(4), lapsedAt: day(8) })).toBeNull();
  expect(at({ ...received, acceptedAt: day(4), end: 'completed' })).toBe('completed');
  expect(at({ ...received, acceptedAt: day(4), isDisputed: true })).toBe('disputed');
});

test('a return that was not made in time can be refunded until the sale is completed', () => {
  const at = (more: Partial<RightFacts>) => refusalOf('refund-lapsed', facts(more), day(10));
  expect(at({ ...received, acceptedAt: day(4) })).toBe('not-lapsed');
  expect(at({ ...received, lapsedAt: day(8) })).toBeNull();
  expect(at({ ...received, lapsedAt: day(8), end: 'completed' })).toBe('completed');
});

test('the days to give back begin with the latest of receipt, acceptance and place, and not before all are there', () => {
  const all = { receivedAt: day(3), acceptedAt: day(5), placeGivenAt: day(4) };
  expect(giveBackByOf(all)).toEqual(day(19));
  expect(giveBackByOf({ ...all, receivedAt: day(6) })).toEqual(day(20));
  expect(giveBackByOf({ ...all, placeGivenAt: day(7) })).toEqual(day(21));
  for (const missing of ['receivedAt', 'acceptedAt', 'placeGivenAt'] as const) {
    expect(giveBackByOf({ ...all, [missing]: null })).toBeNull();
  }
});
