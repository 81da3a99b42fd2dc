import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products.ts';
import { VerifiedBadge } from '../../ui/VerifiedBadge.tsx';

/** Who sells it, with the seal of a verified seller. A long name is cut, never the seal. */
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
