import { conditionNames } from '#contract/products/product-names.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { plural, t } from '#contract/text.ts';
import { formatList } from '../../../ui/format.ts';

/** What a price was compared with: how many, how alike, sold or on sale, and in which condition. */
export function basisOf(comparison: PriceComparison): string {
  const { count, sold, onSale, conditions } = comparison;
  const condition = comparison.condition && conditionNames[comparison.condition];
  const each = formatList(
    conditions
      .filter((one) => one.count > 0)
      .map((one) => `${one.count} ${conditionNames[one.condition]}`),
  );
  const where = whereOf(sold, onSale);
  if (comparison.match === 'model') {
    return condition
      ? plural(count, {
          other: `Compared with # of the same model from other sellers (${where}), all in ${condition} condition.`,
        })
      : plural(count, {
          other: `Compared with # of the same model from other sellers (${where}), in different conditions: ${each}.`,
        });
  }
  if (comparison.match === 'name') {
    return condition
      ? plural(count, {
          other: `Compared with # instruments with a similar name from other sellers (${where}), all in ${condition} condition.`,
        })
      : plural(count, {
          other: `Compared with # instruments with a similar name from other sellers (${where}), in different conditions: ${each}.`,
        });
  }
  const kind = comparison.kind ?? t`by their names`;
  return condition
    ? plural(count, {
        other: `Compared with # instruments of the same kind (${kind}) from other sellers (${where}), all in ${condition} condition.`,
      })
    : plural(count, {
        other: `Compared with # instruments of the same kind (${kind}) from other sellers (${where}), in different conditions: ${each}.`,
      });
}

function whereOf(sold: number, onSale: number): string {
  if (sold > 0 && onSale > 0) return t`${sold} sold here and ${onSale} on sale now`;
  return sold > 0 ? t`${sold} sold here` : t`${onSale} on sale now`;
}
