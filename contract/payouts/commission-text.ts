import { formatDigits, formatMoney } from '#contract/money/shop-currency.ts';
import { type CommissionTerms, takesCommission } from '#contract/payments/commission.ts';
import { t } from '#contract/text.ts';

/** What the shop takes of a sale, in a sentence or two: on pages and in mails. */
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
