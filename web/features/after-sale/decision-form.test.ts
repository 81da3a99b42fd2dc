import { describe, expect, test } from 'vitest';
import { decisionFrom, effectOf, emptyDecision, refundOf, wrongAmount } from './decision-form.ts';

const booking = { _id: 'b', name: 'Cello', price: 75, total: 75, buyerName: 'Bea' };
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
    expect(wrongAmount(amount, 75)).toBe('Say how much the buyer gets back, in dollars');
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
    expect(effectOf(part('30'), booking)).toBe(
      '$30 goes back to Bea, $45 stays with the sale. This cannot be undone.',
    );
    expect(effectOf({ share: 'all', amount: '', goesBack: 'yes' }, booking)).toBe(
      '$75 goes back to Bea once the instrument is given back. This cannot be undone.',
    );
    expect(effectOf({ share: 'nothing', amount: '', goesBack: 'no' }, booking)).toContain(
      'the seller is paid',
    );
  });
});
