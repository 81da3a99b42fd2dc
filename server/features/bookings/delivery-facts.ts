import { shownZoneName } from '#contract/delivery/shop-zones.ts';
import { t } from '#contract/text.ts';
import type { StoredDelivery } from '../delivery/choose-delivery.ts';
import { moneyText } from '../mails/mail-content.ts';

/** The delivery, as chosen; the price of shipping, and the total with it. */
export function deliveryFacts(
  delivery: StoredDelivery,
  priceCents: number,
): readonly (readonly [string, string])[] {
  const { deliveryMethod, zoneId, zoneName, shippingCents } = delivery;
  if (deliveryMethod === null) return [];
  if (deliveryMethod === 'pickup') return [[t`Delivery`, t`Pickup`]];
  const zone = shownZoneName({ zone: zoneId ?? undefined, zoneName: zoneName ?? undefined });
  const cost = shippingCents === 0 ? t`Free` : moneyText(shippingCents);
  return [
    [t`Shipping`, t`${{ name: zone }}: ${{ value: cost }}`],
    [t`Total`, moneyText(priceCents + shippingCents)],
  ];
}
