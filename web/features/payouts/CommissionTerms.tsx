import { formatDigits } from '#contract/money/shop-currency.ts';
import {
  type CommissionTerms,
  commissionTermsFor,
  type ShopCommission,
  takesCommission,
} from '#contract/payments/commission.ts';
import { categoryIds, categoryName } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';

/** What the shop takes of a sale, in a sentence or two. */
export function commissionText(terms: CommissionTerms): string {
  if (!takesCommission(terms)) return t`The shop keeps nothing of the price.`;
  return [shareText(terms), limitsText(terms)].filter(Boolean).join(' ');
}

function shareText({ percent: share, fixed: added = 0 }: CommissionTerms): string {
  const percent = formatShare(share);
  const fixed = formatMoney(added);
  if (added === 0) return t`The shop keeps ${percent}% of the price.`;
  return share === 0
    ? t`The shop keeps ${fixed} of each sale.`
    : t`The shop keeps ${percent}% of the price and ${fixed} of each sale.`;
}

/** With its decimals, at most two: `7.5`. */
function formatShare(percent: number): string {
  const [, decimals = ''] = String(percent).split('.');
  return formatDigits(percent, decimals.length);
}

function limitsText({ minimum = 0, maximum }: CommissionTerms): string | undefined {
  const least = formatMoney(minimum);
  const most = formatMoney(maximum ?? 0);
  if (maximum === undefined) return minimum > 0 ? t`It keeps at least ${least}.` : undefined;
  return minimum > 0
    ? t`It keeps at least ${least} and at most ${most}.`
    : t`It keeps at most ${most}.`;
}

/** The same for each category that differs. */
export function CategoryCommissions({ commission }: { commission: ShopCommission }) {
  const differing = categoryIds().filter((category) => commission.categories?.[category]);
  if (differing.length === 0) return null;
  return (
    <dl className="mt-2 space-y-1">
      {differing.map((category) => (
        <div key={category}>
          <dt className="inline font-semibold">{categoryName(category)}</dt>{' '}
          <dd className="inline">{commissionText(commissionTermsFor(commission, category))}</dd>
        </div>
      ))}
    </dl>
  );
}
