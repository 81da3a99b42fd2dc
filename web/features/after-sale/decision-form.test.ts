import { describe, expect, test } from 'vitest';
import {
  decisionFrom,
  effectOf,
  emptyDecision,
  partsOf,
  refundOf,
  wrongAmount,
  wrongSending,
} from './decision-form.ts';

const booking = {
  _id: 'b',
  name: 'Cello',
  price: 75,
  shipping: 0,
  total: 75,
  buyerName: 'Bea',
  sellerName: 'Sol',
};
const part = (amount: string) => ({ ...emptyDecision, share: 'part', amount }) as const;

describe('a decision about a dispute', () => {
  test('a decision refunds all, nothing, or the typed part', () => {
    expect(refundOf({ share: 'all', amount: '' }, booking)).toBe(75);
    expect(refundOf({ share: 'nothing', amount: '30' }, booking)).toBe(0);
    expect(refundOf(part('30.5'), booking)).toBe(30.5);
    expect(refundOf(emptyDecision, booking)).toBeUndefined();
    expect(refundOf(part('76'), booking)).toBeUndefined();
  });

  test.each(['', '0', '-3', 'ten', '1e1'])('a decision does not accept %j as a part', (amount) => {
    expect(wrongAmount(amount, 75)).toBe('Enter how much the buyer gets back, in dollars');
  });

  test('an amount with a comma is accepted, and one that could be read in two ways is not', () => {
    expect(refundOf(part('30,50'), booking)).toBe(30.5);
    expect(wrongAmount('3.333', 75)).toBe('3.333 can be read as 3.333 and as 3,333: write 3333');
  });

  test('a decision cannot refund more than the price', () => {
    expect(wrongAmount('75.01', 75)).toBe('At most $75');
    expect(wrongAmount('75', 75)).toBeUndefined();
  });

  test('nothing goes back without a refund', () => {
    const typed = { ...emptyDecision, share: 'nothing', goesBack: 'yes', reason: ' No ' } as const;
    expect(decisionFrom(typed, booking)).toEqual({ refund: 0, goesBack: false, reason: 'No' });
  });

  test('a decision says what it does before it is made', () => {
    expect(effectOf(part('30'), booking, 7.5)).toBe(
      '$30 goes back to Bea, $45 stays with the sale. This cannot be undone.',
    );
    expect(effectOf({ ...emptyDecision, share: 'all', goesBack: 'yes' }, booking)).toBe(
      '$75 goes back to Bea once the instrument is given back. This cannot be undone.',
    );
    expect(effectOf({ ...emptyDecision, share: 'nothing' }, booking)).toContain(
      'the seller is paid',
    );
  });
});

describe('a decision about a sale of 120.50 with shipping for 12.50 and a commission of 7.5 %', () => {
  const sent = { ...booking, price: 120.5, shipping: 12.5, total: 133 };
  const split = (amount: string, sending: string) =>
    ({ ...emptyDecision, share: 'part', amount, sending }) as const;

  test('the full refund of a shipped sale is its total, and a partial one takes the price first', () => {
    const all = { ...emptyDecision, share: 'all' } as const;
    expect(refundOf(all, sent)).toBe(133);
    expect(partsOf(all, sent, 9.04)).toEqual({ price: 120.5, sending: 12.5, seller: 0 });
    expect(partsOf(split('40', ''), sent, 9.04)).toEqual({ price: 40, sending: 0, seller: 86.96 });
    expect(partsOf(split('123', ' '), sent, 9.04)).toEqual({
      price: 120.5,
      sending: 2.5,
      seller: 10,
    });
  });

  // The entries of this sale in docs/money.md.
  test('the seller gets what the ledger releases', () => {
    expect(partsOf(split('40', '12.50'), sent, 9.04)).toEqual({
      price: 27.5,
      sending: 12.5,
      seller: 86.02,
    });
  });

  test.each([
    ['40', '12.51', 'At most $12.50'],
    ['10', '10.01', 'At most $10'],
    ['125', '4', 'At least $4.50: the price was $120.50'],
    ['40', '-1', 'Enter how much of it is for shipping, in dollars'],
    ['40', 'ten', 'Enter how much of it is for shipping, in dollars'],
    ['40', '12.50', undefined],
    ['125', '4.50', undefined],
    ['40', '0', undefined],
    ['40', '', undefined],
    // The refund has its own error.
    ['133.01', '20', undefined],
  ])('a decision of %s refunded, %s for shipping: %s', (amount, sending, message) => {
    expect(wrongSending(split(amount, sending), sent)).toBe(message);
  });

  test('the part for shipping is sent when it was typed, and for a partial refund only', () => {
    const decided = (typed: typeof emptyDecision, of = sent) => decisionFrom(typed, of);
    expect(decided(split('40', '12,50'))).toMatchObject({ refund: 40, shippingRefund: 12.5 });
    expect(decided(split('40', '0'))).toMatchObject({ refund: 40, shippingRefund: 0 });
    expect(decided(split('40', ''))).not.toHaveProperty('shippingRefund');
    expect(decided({ ...split('', '5'), share: 'all' })).not.toHaveProperty('shippingRefund');
    expect(decided(split('40', '5'), { ...sent, shipping: 0 })).not.toHaveProperty(
      'shippingRefund',
    );
  });

  test('the form says what goes back of each and what the seller gets', () => {
    expect(effectOf(split('40', '12.50'), sent, 9.04)).toBe(
      '$40 goes back to Bea: $27.50 of the price and $12.50 for shipping. Sol gets $86.02, after the shop’s share. This cannot be undone.',
    );
    expect(effectOf({ ...split('40', ''), goesBack: 'yes' }, sent, 0)).toBe(
      '$40 goes back to Bea once the instrument is given back: $40 of the price and $0 for shipping. Sol gets $93. This cannot be undone.',
    );
    expect(effectOf({ ...emptyDecision, share: 'nothing' }, sent)).toBe(
      'The sale stands, and nothing goes back to Bea. This cannot be undone.',
    );
    expect(effectOf(split('40', '13'), sent, 9.04)).toBe('A decision cannot be undone.');
  });
});
