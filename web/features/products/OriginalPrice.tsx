import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products.ts';
import { formatMoney } from '../../ui/format.ts';

/** What it cost when new: struck through where it now costs less, N/A where the seller did not say. */
export function OriginalPrice({
  price,
  originalPrice,
}: Pick<ListedProduct, 'price' | 'originalPrice'>) {
  return (
    <>
      Original price {originalPrice === undefined && messages.product.noOriginalPrice}
      {originalPrice !== undefined &&
        (originalPrice > price ? <s>{formatMoney(originalPrice)}</s> : formatMoney(originalPrice))}
    </>
  );
}
