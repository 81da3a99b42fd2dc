import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { unsold } from '../facts.ts';
import { NearSection } from '../NearSection.tsx';
import type { CardSlots } from '../ProductCard.tsx';
import { moreOfSellerQuery } from '../queries.ts';
import { CardRow } from './CardRow.tsx';
import { SimilarProducts } from './SimilarProducts.tsx';

// Near its place only, as its data.
const RecentlyViewed = lazy(async () => ({
  default: (await import('./RecentlyViewed.tsx')).RecentlyViewed,
}));

/** Rows of other products below a product: of the same seller, similar ones, and what was viewed before. */
export function AroundProduct({ product, ...slots }: CardSlots & { product: SingleProduct }) {
  const { _id } = product;
  return (
    <>
      <NearSection>
        <MoreOfSeller product={product} {...slots} />
      </NearSection>
      <NearSection>
        <SimilarProducts category={product.category} id={_id} {...slots} />
        <Suspense>
          <RecentlyViewed except={_id} {...slots} />
        </Suspense>
      </NearSection>
    </>
  );
}

/** A row of the seller's other products, rendered only when there are any. */
function MoreOfSeller({
  product: { _id, sellerId, sellerName },
  ...slots
}: CardSlots & { product: SingleProduct }) {
  const list = useQuery(moreOfSellerQuery(_id));
  const isNothing = list.data ? unsold(list.data).length === 0 : !list.error;
  if (isNothing) return null;
  return (
    <div className="pb-8">
      <CardRow
        {...slots}
        failureTitle={t`The other listings of this seller did not load`}
        id="more-heading"
        list={list}
        note={
          <span>
            <Trans>
              Also on sale by <bdi>{sellerName}</bdi>.
            </Trans>{' '}
            {sellerId !== undefined && (
              <Link className="text-link inline-block py-1" to={paths.seller(sellerId)}>
                {t`See all from this seller`}
              </Link>
            )}
          </span>
        }
        title={t`More from this seller`}
      />
    </div>
  );
}
