import { Skeleton } from '../../ui/Skeleton.tsx';

/** A skeleton in the size of a card. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="rounded-lg border border-line bg-surface p-2 shadow-rest">
      <Skeleton className="aspect-4/3 w-full" />
      <div className="px-3 pt-4 pb-3">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="mt-3 h-11 w-4/5" />
        <Skeleton className="mt-3 h-14 w-full" />
        <Skeleton className="mt-4 h-14 w-full" />
        <Skeleton className="mt-4 h-5 w-3/5" />
        <Skeleton className="mt-1.5 h-4 w-2/5" />
        <Skeleton className="mt-5 h-11 w-full" />
      </div>
    </div>
  );
}
