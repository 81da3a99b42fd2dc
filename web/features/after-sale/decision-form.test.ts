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
  test('refunds all, nothing, or the part that was typed', () => {
    expect(refundOf({ share: 'all', amount: '' }, booking)).toBe(75);
    expect(refundOf({ share: 'nothing', amount: '30' }, booking)).toBe(0);
    expect(refundOf(part('30.5'), booking)).toBe(30.5);
    expect(refundOf(emptyDecision, booking)).toBeUndefined();
    expect(refundOf(part('76'), booking)).toBeUndefined();
  });

  test.each(['', '0', '-3', 'ten', '1e1'])('takes no %j for a part', (amount) => {
    expect(wrongAmount(amount, 75)).toBe('Enter how much the buyer gets back, in dollars');
  });

  test('takes an amount with a comma, and none that could be read in two ways', () => {
    expect(refundOf(part('30,50'), booking)).toBe(30.5);
    expect(wrongAmount('3.333', 75)).toBe('3.333 can be read as 3.333 and as 3,333: write 3333');
  });

  test('takes no more than the price', () => {
    expect(wrongAmount('75.01', 75)).toBe('At most $75');
    expect(wrongAmount('75', 75)).toBeUndefined();
  });

  test('lets nothing go back without a refund', () => {
    const typed = { ...emptyDecision, share: 'nothing', goesBack: 'yes', reason: ' No ' } as const;
    expect(decisionFrom(typed, booking)).toEqual({ refund: 0, goesBack: false, reason: 'No' });
  });

  test('says what it does before it is made', () => {
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

describe('a decision about a sale of 120.50 that was sent for 12.50, with a commission of 7.5 %', () => {
  const sent = { ...booking, price: 120.5, shipping: 12.5, total: 133 };
  const split = (amount: string, sending: string) =>
    ({ ...emptyDecision, share: 'part', amount, sending }) as const;

  test('refunds the total as all of it, and the price first of a part', () => {
    const all = { ...emptyDecision, share: 'all' } as const;
    expect(refundOf(all, sent)).toBe(133);
    expect(partsOf(all, sent, 7.5)).toEqual({ price: 120.5, sending: 12.5, seller: 0 });
    expect(partsOf(split('40', ''), sent, 7.5)).toEqual({ price: 40, sending: 0, seller: 86.96 });
    expect(partsOf(split('123', ' '), sent, 7.5)).toEqual({
      price: 120.5,
      sending: 2.5,
      seller: 10,
    });
  });

  // The entries of this sale in docs/money.md.
  test('gives the seller what the ledger releases', () => {
    expect(partsOf(split('40', '12.50'), sent, 7.5)).toEqual({
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
  ])('of %s refunded, %s for sending: %s', (amount, sending, message) => {
    expect(wrongSending(split(amount, sending), sent)).toBe(message);
  });

  test('sends how much is for sending when it was typed, and of a part alone', () => {
    const decided = (typed: typeof emptyDecision, of = sent) => decisionFrom(typed, of);
    expect(decided(split('40', '12,50'))).toMatchObject({ refund: 40, shippingRefund: 12.5 });
    expect(decided(split('40', '0'))).toMatchObject({ refund: 40, shippingRefund: 0 });
    expect(decided(split('40', ''))).not.toHaveProperty('shippingRefund');
    expect(decided({ ...split('', '5'), share: 'all' })).not.toHaveProperty('shippingRefund');
    expect(decided(split('40', '5'), { ...sent, shipping: 0 })).not.toHaveProperty(
      'shippingRefund',
    );
  });

  test('says what goes back of each and what the seller gets', () => {
    expect(effectOf(split('40', '12.50'), sent, 7.5)).toBe(
      '$40 goes back to Bea: $27.50 of the price and $12.50 for shipping. Sol gets $86.02, after the shop’s share. This cannot be undone.',
    );
    expect(effectOf({ ...split('40', ''), goesBack: 'yes' }, sent, 0)).toBe(
      '$40 goes back to Bea once the instrument is given back: $40 of the price and $0 for shipping. Sol gets $93. This cannot be undone.',
    );
    expect(effectOf({ ...emptyDecision, share: 'nothing' }, sent)).toBe(
      'The sale stands, and nothing goes back to Bea. This cannot be undone.',
    );
    expect(effectOf(split('40', '13'), sent, 7.5)).toBe('A decision cannot be undone.');
  });
});
