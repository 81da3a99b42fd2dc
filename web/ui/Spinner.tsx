/** The two dots of the repeat sign, pulsing in turn. Static under reduced motion. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={`shrink-0 fill-current ${className}`} viewBox="0 0 16 16">
      <circle className="animate-spinner" cx="3.5" cy="8" r="3" />
      <circle className="animate-spinner [animation-delay:450ms]" cx="12.5" cy="8" r="3" />
    </svg>
  );
}
