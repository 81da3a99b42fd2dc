/**
 * A grey place of the final size, given by `className` (`aspect-4/3 w-full`, `h-6 w-40`). It shows after 300 ms and not
 * before. Decoration: whoever uses it marks the list around it `aria-busy` or says 'Loading' beside it.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={`animate-late block rounded-md bg-line/70 ${className}`} />
  );
}
