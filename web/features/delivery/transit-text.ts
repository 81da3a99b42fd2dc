import type { ShopZone } from '#contract/delivery/shop-zones.ts';
import { plural, t } from '#contract/text.ts';

/** What the owner says of parcels to a zone: '3 to 6 days, insured'. */
export function transitText({ days, insured }: ShopZone): string {
  const { from = 0, to = 0 } = days ?? {};
  const time =
    from === to
      ? plural(to, { one: '# day', other: '# days' })
      : t`${from} to ${plural(to, { one: '# day', other: '# days' })}`;
  if (!days) return insured ? t`insured` : '';
  return insured ? t`${time}, insured` : time;
}
