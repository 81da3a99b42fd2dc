import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { findCurrency } from '#contract/money/currencies.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { commissionOf, commissionTermsFor, hasCommission, takesMore } from './commission.ts';
import { refundParts } from './refund-parts.ts';

afterEach(() => setShopCurrency(usDollar));

const charge = (code: string) => {
  const currency = findCurrency(code);
  if (!currency) throw new Error(`There is no currency ${code}`);
  setShopCurrency(currency);
};

describe('what the shop takes of a sale', () => {
  it('the commission has a fixed part, and is never below its minimum, above its maximum or above the price', () => {
    const terms = { percent: 7.5, fixed: 0.3, minimum: 2, maximum: 50 };
    expect(commissionOf(10_000, terms)).toBe(780);
    expect(commissionOf(1_000, terms)).toBe(200);
    expect(commissionOf(150, terms)).toBe(150);
    expect(commissionOf(1_000_000, terms)).toBe(5_000);
  });

  it.each([
    { code: 'JPY', price: 1_333, terms: { percent: 7.5, fixed: 10 }, commission: 110 },
    { code: 'EUR', price: 13.33, terms: { percent: 7.5, fixed: 0.1 }, commission: 1.1 },
    { code: 'KWD', price: 1.333, terms: { percent: 7.5, fixed: 0.015 }, commission: 0.115 },
  ])(
    'the commission is rounded half up to the smallest unit of $code',
    ({ code, price, terms, commission }) => {
      charge(code);
      expect(toMajorUnits(commissionOf(toMinorUnits(price), terms))).toBe(commission);
    },
  );

  it('the commission is that of the category, which has what it leaves out from the shop', () => {
    const shop = { percent: 10, fixed: 1, categories: { Brass: { percent: 5 } } };
    expect(commissionTermsFor(shop, 'Brass')).toMatchObject({ percent: 5, fixed: 1 });
    expect(commissionTermsFor(shop, 'String')).toMatchObject({ percent: 10, fixed: 1 });
    expect(hasCommission({ percent: 0, categories: { Brass: { fixed: 1 } } })).toBe(true);
    expect(hasCommission({ percent: 5, maximum: 0 })).toBe(false);
  });

  it('the commission goes back as a whole by refunds of any terms, parts and order', () => {
    const amount = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(
        fc.constantFrom('JPY', 'EUR', 'KWD'),
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.record({
          percent: fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
          fixedCents: amount,
          limits: fc
            .tuple(amount, amount)
            .map(([one, other]) => [one, other].sort((a, b) => a - b)),
        }),
        fc.array(fc.integer({ min: 1, max: 50_000_000 }), { maxLength: 6 }),
        (code, priceCents, { percent, fixedCents, limits: [least = 0, most = 0] }, parts) => {
          charge(code);
          const [fixed, minimum, maximum] = [fixedCents, least, most].map((cents) =>
            toMajorUnits(cents),
          );
          const commission = commissionOf(priceCents, { percent, fixed, minimum, maximum });
          expect(commission).toBeGreaterThanOrEqual(Math.min(least, priceCents));
          expect(commission).toBeLessThanOrEqual(Math.min(most, priceCents));
          let goneCents = 0;
          let given = 0;
          for (const part of [...parts, priceCents]) {
            const amountCents = Math.min(part, priceCents - goneCents);
            const whole = { chargedCents: priceCents, shippingCents: 0, goneCents };
            const gone = refundParts({ ...whole, amountCents, fullCommissionCents: commission });
            expect(gone.commissionCents).toBeLessThanOrEqual(amountCents);
            expect(gone.commissionCents).toBeGreaterThanOrEqual(0);
            given += gone.commissionCents;
            goneCents += amountCents;
          }
          expect([goneCents, given]).toEqual([priceCents, commission]);
        },
      ),
    );
  });
});

const termsOf = fc.record(
  {
    percent: fc.integer({ min: 0, max: 10_000 }).map((share) => share / 100),
    fixed: fc.constantFrom(0, 0.3, 1, 7.5, 100),
    limits: fc.constantFrom({}, { minimum: 2 }, { maximum: 5 }, { minimum: 0.5, maximum: 0.5 }),
  },
  { requiredKeys: ['percent', 'fixed', 'limits'] },
);

describe('whether terms take more than others', () => {
  it.each([
    [{ percent: 10 }, { percent: 10 }, false],
    [{ percent: 10 }, { percent: 10.01 }, true],
    [{ percent: 10 }, { percent: 9, fixed: 0.01 }, true],
    [{ percent: 10, minimum: 1 }, { percent: 9, fixed: 0.1 }, false],
    [{ percent: 10, maximum: 50 }, { percent: 9 }, true],
    [{ percent: 10 }, { percent: 10, maximum: 50 }, false],
    [{ percent: 100 }, { percent: 0, fixed: 1_000_000 }, false],
    [{ percent: 10, categories: { Brass: { percent: 5 } } }, { percent: 6 }, true],
    [{ percent: 6 }, { percent: 5, categories: { Brass: { percent: 10 } } }, true],
  ])('the change from %j to %j takes more of some sale: %s', (before, after, isMore) => {
    expect(takesMore(before, after)).toBe(isMore);
  });

  it('terms that do not take more take no more of any price', () => {
    const property = fc.property(
      termsOf,
      termsOf,
      fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 20 }),
      ({ limits: least, ...before }, { limits: most, ...after }, high, low) => {
        const [one, other] = [
          { ...before, ...least },
          { ...after, ...most },
        ];
        // A cent may be rounded.
        const isMore = [...high, ...low].some(
          (price) => commissionOf(price, other) > commissionOf(price, one) + 1,
        );
        if (isMore) expect(takesMore(one, other)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
