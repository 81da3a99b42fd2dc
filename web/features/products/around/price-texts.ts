import { conditionNames } from '#contract/products/product-names.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { plural, t } from '#contract/text.ts';
import { formatList } from '../../../ui/format.ts';

/**
 * What a price was compared with: how many, how alike, sold or on sale, and in which condition.
 * @param kindName in the language of the page, where it is known
 */
export function basisOf(comparison: PriceComparison, kindName?: string): string {
  const { count, sold, onSale } = comparison;
  const condition = comparison.condition && conditionNames[comparison.condition];
  const each = eachCondition(comparison);
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
  const kind = kindName ?? comparison.kind ?? t`by their names`;
  if (comparison.match === 'maker') {
    return condition
      ? plural(count, {
          other: `Compared with # instruments of the same kind (${kind}) and maker from other sellers (${where}), all in ${condition} condition.`,
        })
      : plural(count, {
          other: `Compared with # instruments of the same kind (${kind}) and maker from other sellers (${where}), in different conditions: ${each}.`,
        });
  }
  return condition
    ? plural(count, {
        other: `Compared with # instruments of the same kind (${kind}) from other sellers (${where}), all in ${condition} condition.`,
      })
    : plural(count, {
        other: `Compared with # instruments of the same kind (${kind}) from other sellers (${where}), in different conditions: ${each}.`,
      });
}

/** What the prices of a kind are of, `maker` is the one that was asked for. */
export function basisOfKind(
  comparison: PriceComparison,
  kind: string,
  maker: string | undefined,
): string {
  const { count, sold, onSale, match } = comparison;
  const each = eachCondition(comparison);
  const where = whereOf(sold, onSale);
  if (maker !== undefined && match === 'maker') {
    return plural(count, {
      other: `From # prices of this kind and maker (${where}), in different conditions: ${each}.`,
    });
  }
  if (maker !== undefined) {
    return plural(count, {
      other: `There are too few prices of ${maker}, so these are # of the kind (${kind}) by any maker (${where}), in different conditions: ${each}.`,
    });
  }
  return plural(count, {
    other: `From # prices of this kind (${where}), in different conditions: ${each}.`,
  });
}

function eachCondition({ conditions }: PriceComparison): string {
  const some = conditions.filter((one) => one.count > 0);
  return formatList(some.map((one) => `${one.count} ${conditionNames[one.condition]}`));
}

function whereOf(sold: number, onSale: number): string {
  if (sold > 0 && onSale > 0) return t`${sold} sold here and ${onSale} on sale now`;
  return sold > 0 ? t`${sold} sold here` : t`${onSale} on sale now`;
}
