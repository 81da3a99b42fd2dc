import type { Ref } from 'react';
import { limits } from '#contract/constants.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';
import { useBookingStep } from './BookNow.tsx';
import { type CardSlots, ProductCard } from './ProductCard.tsx';
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx';

const near = '-m-3 grid grid-cols-1 p-3';
const far = `${near} [contain-intrinsic-size:auto_22rem] [content-visibility:auto] list-view:[contain-intrinsic-size:auto_14rem]`;

/**
 * A grid of cards, with as many columns as there is space for (`card-grid`), or a list in a list view. From the second
 * page of a list on, cards out of view are not laid out (`content-visibility`): their size is an estimate, then the last
 * rendered one. The padding keeps the shadow inside the clipped box.
 */
export function ProductGrid({
  products,
  book,
  heartOf,
  ref,
}: CardSlots & {
  products: readonly ListedProduct[];
  ref?: Ref<HTMLUListElement>;
}) {
  const bookingStep = useBookingStep(book);
  return (
    <div className="@container">
      <ul className="card-grid" ref={ref}>
        {products.map((product, index) => (
          <li className={index < limits.pageSize ? near : far} key={product._id}>
            <ProductCard
              booking={bookingStep(product)}
              heading="h2"
              heart={heartOf(product)}
              isFirst={index < 2}
              note={product.shipping !== undefined && <SendingCost cost={product.shipping} />}
              product={product}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The price of shipping to the zone of the search. */
function SendingCost({ cost }: { cost: number }) {
  const money = formatMoney(cost);
  return (
    <p className="mt-0.5 text-[0.8125rem] leading-snug wrap-anywhere text-muted">
      {cost === 0 ? t`Free shipping` : t`+ ${money} shipping`}
    </p>
  );
}

/** The number that fills the first screen. */
const places = Array.from({ length: 15 }, (_, place) => place);

/** The same grid as a skeleton. */
export function ProductGridSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="@container">
      <p className="sr-only" role="status">
        {label}
      </p>
      <div className="card-grid">
        {places.map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}
