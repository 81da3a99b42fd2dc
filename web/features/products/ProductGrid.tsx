import type { Ref } from 'react';
import { limits } from '#contract/constants.ts';
import type { ListedProduct } from '#contract/products.ts';
import { useBookingStep } from './BookNow.tsx';
import { type CardSlots, ProductCard } from './ProductCard.tsx';
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx';

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-6';
const wholePage = `${grid} lg:grid-cols-3`;
const besideSidebar = `${grid} xl:grid-cols-3`;
const near = '-m-3 grid grid-cols-1 p-3';
const far = `${near} [contain-intrinsic-size:auto_43rem] [content-visibility:auto]`;
const pictureSizes =
  '(min-width: 75rem) 23rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 90vw';

/**
 * A grid of cards. From the second page of a list on, cards out of view are not laid out (`content-visibility`):
 * their size is an estimate, then the last rendered one. The padding keeps shadow and tooltip inside the clipped
 * box.
 */
export function ProductGrid({
  products,
  book,
  heartOf,
  hasSidebar = false,
  ref,
}: CardSlots & {
  products: readonly ListedProduct[];
  /** Whether a column beside the grid leaves less width for it on large screens. */
  hasSidebar?: boolean;
  ref?: Ref<HTMLUListElement>;
}) {
  const bookingStep = useBookingStep(book);
  return (
    <ul className={hasSidebar ? besideSidebar : wholePage} ref={ref}>
      {products.map((product, index) => (
        <li className={index < limits.pageSize ? near : far} key={product._id}>
          <ProductCard
            booking={bookingStep(product)}
            heading="h2"
            heart={heartOf(product)}
            product={product}
            sizes={pictureSizes}
          />
        </li>
      ))}
    </ul>
  );
}

/** The same grid as a skeleton. */
export function ProductGridSkeleton({
  label,
  hasSidebar = false,
}: {
  label: string;
  hasSidebar?: boolean;
}) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {label}
      </p>
      <div className={hasSidebar ? besideSidebar : wholePage}>
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}
