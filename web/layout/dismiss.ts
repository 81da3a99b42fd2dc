import { type RefObject, useEffect } from 'react';

/**
 * Folds something that was opened: on Escape, which gives the focus back to the opener, and when the pointer or the
 * focus goes elsewhere.
 */
export function useDismiss({
  isOpen,
  within,
  opener,
  onDismiss,
}: {
  isOpen: boolean;
  /** Opener and what it opened: inside of it nothing folds. */
  within: RefObject<HTMLElement | null>;
  opener: RefObject<HTMLElement | null>;
  onDismiss: () => void;
}): void {
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Of two things that are open, one in the other, Escape folds the inner one first.
      event.preventDefault();
      onDismiss();
      opener.current?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !within.current?.contains(target)) onDismiss();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen, within, opener, onDismiss]);
}
