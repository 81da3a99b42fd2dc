import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { categoryNames } from '#contract/products/product-names.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { categoryLink } from '../../../routing/browse-links.ts';
import { unsold } from '../facts.ts';
import { NearSection } from '../NearSection.tsx';
import type { CardSlots } from '../ProductCard.tsx';
import { moreOfSellerQuery, similarProductsQuery } from '../queries.ts';
import { CardRow } from './CardRow.tsx';
import type { countView as CountView } from './count-view.ts';
import { rememberViewed } from './viewed-products.ts';

// Near its place only, as its data.
const RecentlyViewed = lazy(async () => ({
  default: (await import('./RecentlyViewed.tsx')).RecentlyViewed,
}));

/**
 * Rows of other products below a product: of the same seller, similar ones, and what was viewed before. Remembers this one as
 * viewed.
 */
export function AroundProduct({ product, ...slots }: CardSlots & { product: SingleProduct }) {
  const { _id, status } = product;
  const { key } = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    // Not once more when a logout on this page has cleared the list and the page is rendered again.
    if (status === 'sold' || key === lastRemembered) return;
    lastRemembered = key;
    rememberViewed(_id);
    const timer = setTimeout(() => void countView(client, _id), 2_000);
    return () => clearTimeout(timer);
  }, [_id, client, key, status]);
  return (
    <>
      <NearSection>
        <MoreOfSeller product={product} {...slots} />
      </NearSection>
      <NearSection>
        <SimilarProducts product={product} {...slots} />
        <Suspense>
          <RecentlyViewed except={_id} {...slots} />
        </Suspense>
      </NearSection>
    </>
  );
}

/** A look of two seconds counts as a view. */
const countView: typeof CountView = async (...view) =>
  (await import('./count-view.ts')).countView(...view);

/** The navigation whose product was remembered last. */
let lastRemembered: string | undefined;

function seeAllText(category: string): string {
  return t`See everything in ${category}`;
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

/** Similar products of other sellers; nothing when there are none. */
function SimilarProducts({
  product: { _id, category },
  ...slots
}: CardSlots & { product: SingleProduct }) {
  const list = useQuery(similarProductsQuery(_id));
  if (list.data?.length === 0) return null;
  return (
    <CardRow
      {...slots}
      action={
        category && (
          <Link className="text-link py-2 font-semibold" to={categoryLink(category)}>
            {seeAllText(categoryNames[category])}
          </Link>
        )
      }
      failureTitle={t`The similar instruments did not load`}
      id="similar-heading"
      list={list}
      note={t`From other sellers, at a similar price.`}
      title={t`Similar instruments`}
    />
  );
}
