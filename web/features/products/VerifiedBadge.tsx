import { type SyntheticEvent, useEffect, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { isRightToLeft } from '../../ui/direction.ts';
import { Seal } from './VerifiedSeal.tsx';

const sides = {
  middle: 'start-1/2 -translate-x-1/2 rtl:translate-x-1/2',
  start: '-start-2',
  end: '-end-2',
} as const;

/**
 * A seal and its word, whose tooltip and accessible name is `label`. The tooltip opens on hover, focus and tap, stays while
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
    <span className="inline-flex shrink-0 items-center gap-1 text-green">
      <button
        aria-label={label}
        className="relative z-10 -my-1 inline-grid size-6 shrink-0 cursor-help place-items-center rounded-full"
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
      <span aria-hidden="true" className="text-sm">
        {messages.seller.verified}
      </span>
    </span>
  );
}

/** Near the edge of the window the tooltip shifts inwards, so that the page never scrolls sideways. */
function sideWithRoom(seal: HTMLElement): keyof typeof sides {
  const { left, right } = seal.getBoundingClientRect();
  const room = [left, document.documentElement.clientWidth - right];
  const [atStart = 0, atEnd = 0] = isRightToLeft(seal) ? room.reverse() : room;
  const halfWidth = 80;
  if (atStart < halfWidth) return 'start';
  return atEnd < halfWidth ? 'end' : 'middle';
}
