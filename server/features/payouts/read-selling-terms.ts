import type { ShopCommission } from '#contract/payments/commission.ts';
import type { SellingTerms } from '#contract/payouts/selling-terms.ts';
import { listLateSales } from '../products/list-late-sales.ts';
import type { ProductReader } from '../products/product-row.ts';

/** The shop's share, and what was sold last of what has a page. */
export async function readSellingTerms(
  reader: ProductReader,
  { commission }: { commission: ShopCommission },
): Promise<SellingTerms> {
  return {
    commissionPercent: commission.percent,
    commission,
    sold: await listLateSales(reader),
  };
}
