import { describe, expect, it } from 'vitest';
import { commissionOf } from './commission.ts';
import { type PartOfCharge, refundParts } from './refund-parts.ts';

describe('the commission', () => {
  it.each([
    { price: 10_000, basisPoints: 0, commission: 0 },
    { price: 10_000, basisPoints: 750, commission: 750 },
    { price: 1, basisPoints: 5_000, commission: 1 },
    { price: 49, basisPoints: 100, commission: 0 },
    { price: 50, basisPoints: 100, commission: 1 },
    { price: 100_000_000, basisPoints: 10_000, commission: 100_000_000 },
  ])(
    'the commission of $price cents at $basisPoints hundredths of a percent is $commission',
    (row) => {
      expect(commissionOf(row.price, { percent: row.basisPoints / 100 })).toBe(row.commission);
    },
  );

  it.each([
    { charged: 10_000, refunded: 10_000, given: 750 },
    { charged: 10_000, refunded: 5_000, given: 375 },
    { charged: 10_000, refunded: 1, given: 0 },
    { charged: 3, refunded: 1, given: 0 },
  ])('a refund of $refunded from $charged cents gives $given of the commission back', (row) => {
    const refund = {
      chargedCents: row.charged,
      shippingCents: 0,
      amountCents: row.refunded,
      fullCommissionCents: commissionOf(row.charged, { percent: 7.5 }),
    };
    expect(refundParts(refund).commissionCents).toBe(row.given);
  });
});

describe('a refund of a charge of 10,000 for the price and 1,000 for shipping', () => {
  const parts = (part: Partial<PartOfCharge> & Pick<PartOfCharge, 'amountCents'>) => {
    const charged = { chargedCents: 11_000, shippingCents: 1_000, fullCommissionCents: 750 };
    const { priceCents, shippingCents, commissionCents, fromSeller } = refundParts({
      ...charged,
      ...part,
    });
    expect(priceCents + shippingCents).toBe(part.amountCents);
    expect(fromSeller + commissionCents).toBe(part.amountCents);
    return { priceCents, shippingCents, commissionCents };
  };

  it.each([
    { about: 'all of it', amount: 11_000, asked: null, price: 10_000, commission: 750 },
    { about: 'the price first', amount: 4_000, asked: null, price: 4_000, commission: 300 },
    { about: 'then the shipping', amount: 10_400, asked: null, price: 10_000, commission: 750 },
    { about: 'the shipping alone', amount: 1_000, asked: 1_000, price: 0, commission: 0 },
    { about: 'both, as decided', amount: 4_500, asked: 500, price: 4_000, commission: 300 },
    {
      about: 'what is left of the price',
      amount: 10_500,
      asked: 0,
      price: 10_000,
      commission: 750,
    },
  ])('a refund of price and shipping gives back $about', ({ amount, asked, price, commission }) => {
    expect(parts({ amountCents: amount, askedShippingCents: asked })).toEqual({
      priceCents: price,
      shippingCents: amount - price,
      commissionCents: commission,
    });
  });

  it('several refunds give back the same parts as one, in any order', () => {
    const sizes = [1, 333, 1_000, 4_999, 2_667, 2_000];
    for (const order of [sizes, sizes.toReversed()]) {
      const gone = { goneCents: 0, goneShippingCents: 0 };
      let commission = 0;
      for (const [index, amountCents] of order.entries()) {
        const asked = index % 2 === 0 ? 300 : null;
        const part = parts({ amountCents, askedShippingCents: asked, ...gone });
        gone.goneCents += amountCents;
        gone.goneShippingCents += part.shippingCents;
        commission += part.commissionCents;
      }
      expect([gone, commission]).toEqual([{ goneCents: 11_000, goneShippingCents: 1_000 }, 750]);
    }
  });
});
