import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';

/** The original price: struck through when the product now costs less, N/A when the seller gave none. */
export function OriginalPrice({
  price,
  originalPrice,
  isBrief = false,
}: Pick<ListedProduct, 'price' | 'originalPrice'> & {
  /** Leaves out the words for the eye, where a price struck through explains itself. */
  isBrief?: boolean;
}) {
  return (
    <>
      <span className={isBrief ? 'sr-only' : ''}>{t`Original price`} </span>
      {originalPrice !== undefined && originalPrice > price ? (
        <s>{formatMoney(originalPrice)}</s>
      ) : (
        <span>
          {originalPrice === undefined
            ? messages.product.noOriginalPrice
            : formatMoney(originalPrice)}
        </span>
      )}
    </>
  );
}

/** The price before a drop, struck through. */
export function PriceBefore({ price }: { price: number }) {
  return (
    <span className="text-sm text-muted">
      <span className="sr-only">{t`Price before`} </span>
      <s>{formatMoney(price)}</s>
    </span>
  );
}
