import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ProductCardSkeleton } from '../ProductCardSkeleton.tsx';

/** A heading and a row of cards as a skeleton, in the size of a `CardRow`. */
export function CardRowSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="pt-8 pb-4">
      <p className="sr-only" role="status">
        {label}
      </p>
      <Skeleton className="h-9 w-64 max-w-full" />
      <div className="-mx-4 mt-4 flex gap-4 overflow-hidden px-4 pt-1 pb-4 sm:gap-6">
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <div className="w-[19rem] max-w-full shrink-0 sm:w-[21rem]" key={place}>
            <ProductCardSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
