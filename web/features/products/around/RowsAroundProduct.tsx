import type { SingleProduct } from '#contract/products.ts';
import type { CardSlots } from '../ProductCard.tsx';
import { RecentlyViewed } from './RecentlyViewed.tsx';
import { SimilarProducts } from './SimilarProducts.tsx';

/** The rows of cards below a product. */
export function RowsAroundProduct({ product, ...slots }: CardSlots & { product: SingleProduct }) {
  return (
    <>
      <SimilarProducts product={product} {...slots} />
      <RecentlyViewed except={product._id} {...slots} />
    </>
  );
}
