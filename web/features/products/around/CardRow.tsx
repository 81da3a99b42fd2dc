import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useBookingStep } from '../BookNow.tsx';
import { unsold } from '../facts.ts';
import { type CardSlots, ProductCard } from '../ProductCard.tsx';
import { ProductCardSkeleton } from '../ProductCardSkeleton.tsx';

/** A section with a row of cards that scrolls sideways. While it loads, a skeleton takes its space. */
export function CardRow({
  id,
  title,
  heading = title,
  note,
  action,
  list,
  failureTitle,
  book,
  heartOf,
}: CardSlots & {
  /** The id of the heading. */
  id: string;
  title: string;
  /** The title with its language, where it may be another one than that of the page. */
  heading?: ReactNode;
  /** Below the heading. */
  note?: ReactNode;
  /** At the end of the heading's line. */
  action?: ReactNode;
  list: UseQueryResult<ListedProduct[]>;
  failureTitle: string;
}) {
  const bookingStep = useBookingStep(book);
  const products = unsold(list.data ?? []);
  if (list.error && !list.data) {
    return (
      <div className="py-8">
        <ErrorState
          isTrying={list.isFetching}
          message={list.error.message}
          onTryAgain={() => list.refetch()}
          title={failureTitle}
        />
      </div>
    );
  }
  if (!list.data) return <CardRowSkeleton label={t`Loading: ${title}`} />;
  return (
    <section aria-labelledby={id} className="pt-8 pb-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 id={id}>{heading}</h2>
        {action}
      </div>
      {note && <p className="mt-1 text-muted">{note}</p>}
      {products.length > 0 && (
        <div className="@container -mx-4 mt-4">
          <ul className="card-row relative snap-x scroll-px-4 overflow-x-auto px-4 pt-1.5 pb-4 [scrollbar-width:thin]">
            {products.map((product) => (
              <li className="grid snap-start grid-cols-1" key={product._id}>
                <ProductCard
                  booking={bookingStep(product)}
                  heart={heartOf(product)}
                  product={product}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** A heading and a row of cards as a skeleton, in the size of the section. */
function CardRowSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="pt-8 pb-4">
      <p className="sr-only" role="status">
        {label}
      </p>
      <Skeleton className="h-9 w-64 max-w-full" />
      <div className="@container -mx-4 mt-4">
        <div className="card-row overflow-hidden px-4 pt-1.5 pb-4">
          {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
            <ProductCardSkeleton key={place} />
          ))}
        </div>
      </div>
    </div>
  );
}
