import { Skeleton } from '../../ui/Skeleton.tsx';

/** A skeleton in the size of a card. */
export function ProductCardSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="flex flex-col rounded-lg border border-line bg-surface shadow-rest list-view:min-h-48 list-view:flex-row"
    >
      <Skeleton className="aspect-4/3 w-full list-view:m-2 list-view:me-0 list-view:w-34 list-view:self-start list-view:@xl:w-52" />
      <div className="flex-1 p-2 sm:px-3">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="mt-1.5 h-9 w-4/5" />
        <Skeleton className="mt-1.5 h-4 w-full" />
        <Skeleton className="mt-2.5 h-8 w-full" />
      </div>
    </div>
  );
}
