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
