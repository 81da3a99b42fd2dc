import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products.ts';
import { VerifiedBadge } from '../../ui/VerifiedBadge.tsx';

/**
 * The seller's name with the verified badge. A long name is truncated, the badge never is. The name links to the seller's
 * page where `isLinked` asks for it, unless the seller has been removed.
 */
export function Seller({
  seller: { sellerId, sellerName, userRole },
  isLinked = false,
  className = '',
}: {
  seller: Pick<ListedProduct, 'sellerId' | 'sellerName' | 'userRole'>;
  isLinked?: boolean;
  className?: string;
}) {
  return (
    <span className={`flex min-w-0 items-center gap-1 ${className}`}>
      {isLinked && sellerId !== undefined ? (
        <Link className="text-link truncate py-1" dir="auto" to={paths.seller(sellerId)}>
          {sellerName}
        </Link>
      ) : (
        <span className="truncate" dir="auto">
          {sellerName}
        </span>
      )}
      {userRole === 'verified' && <VerifiedBadge label={messages.product.verifiedSeller} />}
    </span>
  );
}
