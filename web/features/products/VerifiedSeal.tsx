import { messages } from '#contract/messages.ts';

/**
 * The seal of a verified seller where there are many of them, as on cards: with its word, its name as the native tooltip, and
 * no stop for the Tab key. `VerifiedBadge` is the one that opens by keyboard and touch.
 */
export function VerifiedSeal({ label }: { label: string }) {
  return (
    <span
      aria-label={label}
      className="relative z-10 inline-flex items-center gap-1 font-semibold text-green"
      role="img"
      title={label}
    >
      <Seal className="size-4 shrink-0" />
      <span>{messages.seller.verified}</span>
    </span>
  );
}

export function Seal({ className = 'size-5' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 20 20">
      <path
        className="fill-current"
        d="M8.8 1.6Q10 0.7 11.2 1.6Q12.4 2.5 14 2.5Q15.5 2.5 15.9 3.9Q16.4 5.4 17.6 6.2Q18.8 7.1 18.4 8.6Q17.9 10 18.4 11.4Q18.8 12.9 17.6 13.8Q16.4 14.6 15.9 16.1Q15.5 17.5 14 17.5Q12.4 17.5 11.2 18.4Q10 19.3 8.8 18.4Q7.6 17.5 6 17.5Q4.5 17.5 4.1 16.1Q3.6 14.6 2.4 13.8Q1.2 12.9 1.6 11.4Q2.1 10 1.6 8.6Q1.2 7.1 2.4 6.2Q3.6 5.4 4.1 3.9Q4.5 2.5 6 2.5Q7.6 2.5 8.8 1.6z"
      />
      <path className="fill-none stroke-surface" d="M6.2 10.2l2.6 2.6 5-5.3" strokeWidth="2" />
    </svg>
  );
}
