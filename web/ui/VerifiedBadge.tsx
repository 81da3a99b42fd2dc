import { type SyntheticEvent, useEffect, useState } from 'react';

/**
 * A small seal whose tooltip and accessible name is `label`. Shown by CSS under the pointer and on focus, so it needs no
 * overlay library; it stays while the pointer is on the tooltip itself, and Escape hides it (WCAG 1.4.13).
 */
export function VerifiedBadge({ label }: { label: string }) {
  const [isShown, setIsShown] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);

  useEffect(() => {
    if (!isShown) return;
    const dismiss = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsDismissed(true);
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, [isShown]);

  const show = () => setIsShown(true);
  const hide = (event: SyntheticEvent) => {
    // Still under the pointer, or still focused: it stays.
    if (event.currentTarget.matches(':hover, :focus-within')) return;
    setIsShown(false);
    setIsDismissed(false);
  };
  return (
    <span
      className="group/seal relative z-10 -my-1 inline-flex align-middle"
      onBlur={hide}
      onFocus={show}
      onPointerEnter={show}
      onPointerLeave={hide}
    >
      <button
        aria-label={label}
        className="grid size-6 cursor-help place-items-center rounded-full text-green"
        type="button"
      >
        <Seal />
      </button>
      <span
        aria-hidden="true"
        className={`invisible absolute bottom-full left-1/2 z-20 -translate-x-1/2 pb-1.5 opacity-0 transition ${
          isDismissed
            ? ''
            : 'group-focus-within/seal:visible group-focus-within/seal:opacity-100 group-hover/seal:visible group-hover/seal:opacity-100'
        }`}
      >
        <span className="block rounded-md bg-ink px-2.5 py-1 text-sm font-medium whitespace-nowrap text-paper">
          {label}
        </span>
      </span>
    </span>
  );
}

function Seal() {
  return (
    <svg aria-hidden="true" className="size-5" viewBox="0 0 20 20">
      <path
        className="fill-current"
        d="M8.8 1.6Q10 0.7 11.2 1.6Q12.4 2.5 14 2.5Q15.5 2.5 15.9 3.9Q16.4 5.4 17.6 6.2Q18.8 7.1 18.4 8.6Q17.9 10 18.4 11.4Q18.8 12.9 17.6 13.8Q16.4 14.6 15.9 16.1Q15.5 17.5 14 17.5Q12.4 17.5 11.2 18.4Q10 19.3 8.8 18.4Q7.6 17.5 6 17.5Q4.5 17.5 4.1 16.1Q3.6 14.6 2.4 13.8Q1.2 12.9 1.6 11.4Q2.1 10 1.6 8.6Q1.2 7.1 2.4 6.2Q3.6 5.4 4.1 3.9Q4.5 2.5 6 2.5Q7.6 2.5 8.8 1.6z"
      />
      <path className="fill-none stroke-surface" d="M6.2 10.2l2.6 2.6 5-5.3" strokeWidth="2" />
    </svg>
  );
}
