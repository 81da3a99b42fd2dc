/**
 * A grey placeholder of the final size, given by `className` (`aspect-4/3 w-full`, `h-6 w-40`). It appears after 300
 * ms. Decorative: mark the container `aria-busy` or render 'Loading' beside it.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={`animate-late block rounded-md bg-line/70 ${className}`} />
  );
}
