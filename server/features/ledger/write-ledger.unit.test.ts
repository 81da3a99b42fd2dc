import { describe, expect, it } from 'vitest';
import { commissionOf, refundedCommission } from './write-ledger.ts';

describe('the commission', () => {
  it.each([
    { price: 10_000, basisPoints: 0, commission: 0 },
    { price: 10_000, basisPoints: 750, commission: 750 },
    { price: 1, basisPoints: 5_000, commission: 1 },
    { price: 49, basisPoints: 100, commission: 0 },
    { price: 50, basisPoints: 100, commission: 1 },
    { price: 100_000_000, basisPoints: 10_000, commission: 100_000_000 },
  ])('of $price cents at $basisPoints hundredths of a percent is $commission', (row) => {
    expect(commissionOf(row.price, row.basisPoints)).toBe(row.commission);
  });

  it.each([
    { charged: 10_000, refunded: 10_000, given: 750 },
    { charged: 10_000, refunded: 5_000, given: 375 },
    { charged: 10_000, refunded: 1, given: 0 },
    { charged: 3, refunded: 1, given: 0 },
  ])('of $charged cents is given back by $given when $refunded are refunded', (row) => {
    const refund = {
      chargedCents: row.charged,
      amountCents: row.refunded,
      commissionBasisPoints: 750,
    };
    expect(refundedCommission(refund)).toBe(row.given);
  });
});
