import { highestMinorUnits, toMinorUnits } from '#contract/money/currency.ts';

/** What the shop takes of a sale, as its owner writes it: percent of the price, and amounts in the currency of the shop. */
export interface CommissionTerms {
  percent: number;
  /** Added to the share. */
  fixed?: number | undefined;
  /** The least and the most it takes, with the fixed part. */
  minimum?: number | undefined;
  maximum?: number | undefined;
}

type DifferingTerms = {
  readonly [Part in keyof CommissionTerms]?: CommissionTerms[Part] | undefined;
};

export interface ShopCommission extends CommissionTerms {
  /** What differs in a category, by its id. What is left out there is as in the others. */
  categories?: Readonly<Record<string, DifferingTerms>> | undefined;
}

/** The terms for a listing of this category. */
export function commissionTermsFor(
  shop: ShopCommission,
  category: string | null | undefined,
): CommissionTerms {
  const differing: DifferingTerms = (category && shop.categories?.[category]) || {};
  return {
    percent: differing.percent ?? shop.percent,
    fixed: differing.fixed ?? shop.fixed,
    minimum: differing.minimum ?? shop.minimum,
    maximum: differing.maximum ?? shop.maximum,
  };
}

/** The commission of a price in the smallest unit, the share rounded half up. It is never more than the price. */
export function commissionOf(priceCents: number, terms: CommissionTerms): number {
  const { percent, fixed = 0, minimum = 0, maximum } = terms;
  const share = Math.floor((priceCents * Math.round(percent * 100) + 5_000) / 10_000);
  const limited = Math.min(
    Math.max(share + toMinorUnits(fixed), toMinorUnits(minimum)),
    maximum === undefined ? priceCents : toMinorUnits(maximum),
  );
  return Math.min(limited, priceCents);
}

/** Whether the shop takes something of some sale. */
export function hasCommission(shop: ShopCommission): boolean {
  const ids = [undefined, ...Object.keys(shop.categories ?? {})];
  return ids.some((id) => takesCommission(commissionTermsFor(shop, id)));
}

/** Whether these terms take something of some price. */
export function takesCommission({ percent, fixed = 0, minimum = 0, maximum }: CommissionTerms) {
  return maximum !== 0 && percent + fixed + minimum > 0;
}

/** Whether some sale would cost a seller more by the second terms than by the first, in some category. */
export function takesMore(before: ShopCommission, after: ShopCommission): boolean {
  const ids = [before, after].flatMap(({ categories }) => Object.keys(categories ?? {}));
  return [undefined, ...ids].some((id) =>
    takesMoreOfSome(commissionTermsFor(before, id), commissionTermsFor(after, id)),
  );
}

/** Both rise in straight lines between prices at which they bend, so the difference is greatest at one of those. */
function takesMoreOfSome(before: CommissionTerms, after: CommissionTerms): boolean {
  const prices = [...bendsOf(before), ...bendsOf(after), highestMinorUnits];
  return prices.some((price) => exactShare(price, after) > exactShare(price, before) + 1e-6);
}

/** The prices at which what is taken rises more slowly or faster from then on. */
function bendsOf({ percent, fixed = 0, minimum = 0, maximum = 0 }: CommissionTerms): number[] {
  const share = percent / 100;
  const added = toMinorUnits(fixed);
  const [least, most] = [toMinorUnits(minimum), toMinorUnits(maximum)];
  return [least, most, (least - added) / share, (most - added) / share, added / (1 - share)].filter(
    (price) => price > 0 && price <= highestMinorUnits,
  );
}

/** `commissionOf` before it is rounded. */
function exactShare(price: number, { percent, fixed = 0, minimum = 0, maximum }: CommissionTerms) {
  const share = (price * Math.round(percent * 100)) / 10_000;
  const least = Math.max(share + toMinorUnits(fixed), toMinorUnits(minimum));
  return Math.min(least, maximum === undefined ? price : toMinorUnits(maximum), price);
}
