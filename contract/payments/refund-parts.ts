/** What goes back of a charge, and what it is a part of, in cents. */
export interface PartOfCharge {
  amountCents: number;
  /** The amount of the charge, and the part of it that was paid for sending. */
  chargedCents: number;
  shippingCents: number;
  /** What went back of the charge before: the parts of the commission are the commission of the whole. */
  goneCents?: number;
  /** The part of that which was paid for sending. */
  goneShippingCents?: number;
  /** The part of the refund that was paid for shipping, as decided; null: the price goes back first. */
  askedShippingCents?: number | null | undefined;
  /** The commission of the whole price. */
  fullCommissionCents: number;
}

/**
 * What goes back of price and shipping, and what the shop gives back of its commission: of the price in proportion, rounded
 * half up to the smallest unit. Shipping goes back as it was decided, otherwise once nothing is left of the price.
 */
export function refundParts(part: PartOfCharge) {
  const { amountCents, chargedCents, shippingCents: sending } = part;
  const { goneCents = 0, goneShippingCents = 0 } = part;
  const chargedPrice = chargedCents - sending;
  const gonePrice = goneCents - goneShippingCents;
  const beyondPrice = Math.max(0, amountCents - (chargedPrice - gonePrice));
  const shippingCents = Math.min(
    amountCents,
    sending - goneShippingCents,
    Math.max(beyondPrice, part.askedShippingCents ?? 0),
  );
  const priceCents = amountCents - shippingCents;
  // The product of two amounts can be larger than a number holds exactly.
  const [commission, price] = [BigInt(part.fullCommissionCents), BigInt(chargedPrice)];
  const shareOf = (cents: number) =>
    Number((2n * commission * BigInt(cents) + price) / (2n * price));
  const commissionCents = shareOf(gonePrice + priceCents) - shareOf(gonePrice);
  return { priceCents, shippingCents, commissionCents, fromSeller: amountCents - commissionCents };
}
