import { commissionTermsFor, type ShopCommission } from '#contract/payments/commission.ts';
import { commissionText } from '#contract/payouts/commission-text.ts';
import { categoryIds, shownCategoryName } from '#contract/products/shop-categories.ts';
import { Shown } from '../../ui/Owned.tsx';

/** What the shop takes in each category that differs. */
export function CategoryCommissions({ commission }: { commission: ShopCommission }) {
  const differing = categoryIds().filter((category) => commission.categories?.[category]);
  if (differing.length === 0) return null;
  return (
    <dl className="mt-2 space-y-1">
      {differing.map((category) => (
        <div key={category}>
          <dt className="inline font-semibold">
            <Shown {...shownCategoryName(category)} />
          </dt>{' '}
          <dd className="inline">{commissionText(commissionTermsFor(commission, category))}</dd>
        </div>
      ))}
    </dl>
  );
}
