import { type SyntheticEvent, useEffect, useState } from 'react';

const sides = {
  middle: 'left-1/2 -translate-x-1/2',
  start: '-left-2',
  end: '-right-2',
} as const;

/**
 * A small seal whose tooltip and accessible name is `label`. The tooltip opens on hover, focus and tap, stays while
 * the pointer is on it (it is inside the button), and closes on Escape (WCAG 1.4.13). Too small a part to load an
 * overlay library for.
 */
export function VerifiedBadge({ label }: { label: string }) {
  const [shown, setShown] = useState<keyof typeof sides | null>(null);

  useEffect(() => {
    if (!shown) return;
    // On the document, because Escape must close a hovered tooltip wherever the focus is.
    const dismiss = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(null);
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, [shown]);

  const show = (event: SyntheticEvent<HTMLElement>) => setShown(sideWithRoom(event.currentTarget));
  const hide = (event: SyntheticEvent<HTMLElement>) => {
    const isStillWanted = event.currentTarget.matches(':hover, :focus-visible');
    if (!isStillWanted) setShown(null);
  };
  return (
    <button
      aria-label={label}
      className="relative z-10 -my-1 inline-grid size-6 shrink-0 cursor-help place-items-center rounded-full align-middle text-green"
      onBlur={hide}
      onClick={show}
      onFocus={show}
      onPointerEnter={show}
      onPointerLeave={hide}
      type="button"
    >
      <Seal />
      {shown && (
        <span
          aria-hidden="true"
          className={`absolute bottom-full z-20 animate-appear cursor-auto pb-1.5 ${sides[shown]}`}
        >
          <span className="block rounded-md bg-ink px-2.5 py-1 text-sm leading-5 font-medium whitespace-nowrap text-paper">
            {label}
          </span>
        </span>
      )}
    </button>
  );
}

/** Near the edge of the window the tooltip shifts inwards, so that the page never scrolls sideways. */
function sideWithRoom(seal: HTMLElement): keyof typeof sides {
  const { left, right } = seal.getBoundingClientRect();
  const halfWidth = 80;
  if (left < halfWidth) return 'start';
  return document.documentElement.clientWidth - right < halfWidth ? 'end' : 'middle';
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
