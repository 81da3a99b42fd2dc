/** What a shop can be run without: it is then on no page and at no address. `open-catalogue`: guests see all that is on sale. */
export type ShopPart =
  | 'messages'
  | 'offers'
  | 'reviews'
  | 'reports'
  | 'traders'
  | 'open-catalogue'
  | 'worker'
  | 'push';

/** Whether a shop has this part. */
export function hasPart(shop: { switchedOff?: readonly ShopPart[] | undefined }, part: ShopPart) {
  return !shop.switchedOff?.includes(part);
}
