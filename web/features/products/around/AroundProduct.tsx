import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { SingleProduct } from '#contract/products.ts';
import { NearSection } from '../NearSection.tsx';
import type { CardSlots } from '../ProductCard.tsx';
import { RecentlyViewed } from './RecentlyViewed.tsx';
import { SimilarProducts } from './SimilarProducts.tsx';
import { rememberViewed } from './viewed-products.ts';

/** What follows a product's own page: similar ones, and what was viewed before. Remembers this one as viewed. */
export function AroundProduct({ product, ...slots }: CardSlots & { product: SingleProduct }) {
  const { _id, status } = product;
  const { key } = useLocation();
  useEffect(() => {
    // Not once more when a logout on this page has cleared the list and the page is rendered again.
    if (status === 'sold' || key === lastRemembered) return;
    lastRemembered = key;
    rememberViewed(_id);
  }, [_id, key, status]);
  return (
    <NearSection>
      <SimilarProducts product={product} {...slots} />
      <RecentlyViewed except={_id} {...slots} />
    </NearSection>
  );
}

/** The navigation whose product was remembered last. */
let lastRemembered: string | undefined;
