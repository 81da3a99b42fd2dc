import type { PriceComparison } from '#contract/similar-products.ts';
import { t } from '#contract/text.ts';

/** What a price was compared with: how many, how alike, sold or on sale, and in which condition. */
export function basisOf(comparison: PriceComparison): string {
  const { count, sold, onSale, condition, conditions } = comparison;
  const each = conditions
    .filter((one) => one.count > 0)
    .map((one) => `${one.count} ${one.condition}`)
    .join(', ');
  const states = condition ? `all in ${condition} condition` : t`in different conditions: ${each}`;
  const where = [
    ...(sold > 0 ? [`${sold} sold here`] : []),
    ...(onSale > 0 ? [`${onSale} on sale now`] : []),
  ].join(' and ');
  return t`Compared with ${count} ${alikeOf(comparison)} from other sellers (${where}), ${states}.`;
}

function alikeOf({ match, kind }: PriceComparison): string {
  if (match === 'model') return t`of the same model`;
  if (match === 'name') return t`instruments with a similar name`;
  return t`instruments of the same kind (${kind ?? t`by their names`})`;
}
