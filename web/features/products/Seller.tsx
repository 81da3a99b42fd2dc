import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products.ts';
import { VerifiedBadge } from '../../ui/VerifiedBadge.tsx';

/** The seller's name with the verified badge. A long name is truncated, the badge never is. */
export function Seller({
  seller,
  className = '',
}: {
  seller: Pick<ListedProduct, 'sellerName' | 'userRole'>;
  className?: string;
}) {
  return (
    <span className={`flex min-w-0 items-center gap-1 ${className}`}>
      <span className="truncate" dir="auto">
        {seller.sellerName}
      </span>
      {seller.userRole === 'verified' && <VerifiedBadge label={messages.product.verifiedSeller} />}
    </span>
  );
}
