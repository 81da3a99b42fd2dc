import { t } from '#contract/text.ts';

/**
 * A grey placeholder of the final size, given by `className` (`aspect-4/3 w-full`, `h-6 w-40`). It appears after 300
 * ms. Decorative: mark the container `aria-busy` or render 'Loading' beside it.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={`animate-late block rounded-md bg-line/70 ${className}`} />
  );
}

/** Rows that are loading, as high as those that come. */
export function SkeletonRows({ label, rowHeight }: { label: string; rowHeight: string }) {
  return (
    <div aria-busy="true" className="space-y-4 sm:space-y-2">
      <LoadingText label={label} />
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
        <Skeleton className={`w-full ${rowHeight}`} key={place} />
      ))}
    </div>
  );
}

/** The outline of a page that is loading: its heading, a line below it, and what it shows. */
export function SkeletonPage({ label }: { label?: string | undefined }) {
  return (
    <div aria-busy="true" className="max-w-3xl">
      <LoadingText label={label} />
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3 h-5 w-4/5" />
      <Skeleton className="mt-8 h-44 w-full" />
      <Skeleton className="mt-6 h-5 w-full" />
      <Skeleton className="mt-3 h-5 w-11/12" />
      <Skeleton className="mt-3 h-5 w-2/3" />
    </div>
  );
}

function LoadingText({ label = t`Loading` }: { label?: string | undefined }) {
  return (
    <p className="sr-only" role="status">
      {label}
    </p>
  );
}
