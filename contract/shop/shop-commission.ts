import { z } from 'zod';
import { hasFewDigits } from '#contract/money/currency.ts';
import type { Currency } from '#contract/money/shop-currency.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';

const percentMessage = 'must be a number from 0 to 100 with at most two decimals';
export const percent = z
  .number(percentMessage)
  .min(0, percentMessage)
  .max(100, percentMessage)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, percentMessage);

const amountMessage = 'must be an amount in the currency of the shop, from 0 to 100,000';
const amount = z.number(amountMessage).min(0, amountMessage).max(100_000, amountMessage);

const parts = {
  /** Added to the share. */
  fixed: amount.optional(),
  /** The least and the most that the shop takes, with the fixed part. */
  minimum: amount.optional(),
  maximum: amount.optional(),
};

/** What the shop takes of each sale (`ShopCommission`). What a category leaves out is as in the others. */
export const commission = z.strictObject({
  percent,
  ...parts,
  categories: z
    .record(z.string(), z.strictObject({ percent: percent.optional(), ...parts }))
    .optional(),
});

interface Fault {
  path: string[];
  message: string;
}

/** What is wrong with a commission in a shop of this currency and these categories. */
export function commissionFaults(
  { categories: differing = {}, ...shared }: ShopCommission,
  { currency, categories }: { currency: Currency; categories: readonly string[] },
): Fault[] {
  const all = [
    { path: [] as string[], terms: { ...shared } as typeof shared | (typeof differing)[string] },
    ...Object.entries(differing).map(([id, terms]) => ({ path: ['categories', id], terms })),
  ];
  return all.flatMap(({ path, terms }) => {
    const fault = (part: string, message: string) => ({ path: [...path, part], message });
    const [, id] = path;
    if (id !== undefined && !categories.includes(id)) {
      return [{ path, message: `is no category: there are ${categories.join(', ')}` }];
    }
    const { minimum = 0, maximum = minimum } = { ...shared, ...terms };
    return [
      ...(['fixed', 'minimum', 'maximum'] as const)
        .filter((part) => terms[part] && !hasFewDigits(terms[part], currency))
        .map((part) => fault(part, `may have at most ${currency.digits} decimals`)),
      ...(maximum < minimum ? [fault('maximum', 'must not be less than the minimum')] : []),
    ];
  });
}
