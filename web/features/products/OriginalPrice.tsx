import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products.ts';
import { formatMoney } from '../../ui/format.ts';

/** The original price: struck through when the product now costs less, N/A when the seller gave none. */
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
