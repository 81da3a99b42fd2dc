import { Skeleton } from '../../ui/Skeleton.tsx';

/** The skeleton of a product page. */
export function ProductPageSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto max-w-page px-4 pt-4">
      <h1 className="sr-only" tabIndex={-1}>
        Loading the instrument
      </h1>
      <Skeleton className="h-6 w-64 max-w-full" />
      <div className="mt-5 grid grid-cols-1 gap-x-8 gap-y-8 lg:gap-x-12 pb-4 md:grid-cols-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="h-fit rounded-lg border border-line bg-surface p-2 sm:p-3">
          <Skeleton className="aspect-4/3 w-full" />
        </div>
        <div>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="mt-4 h-10 w-44" />
          <Skeleton className="mt-6 h-36 w-full" />
          <Skeleton className="mt-5 h-20 w-56" />
          <Skeleton className="mt-6 h-13 w-full" />
        </div>
        <div>
          <Skeleton className="h-8 w-64" />
          <Skeleton className="mt-4 h-40 w-full max-w-prose" />
        </div>
      </div>
    </div>
  );
}
