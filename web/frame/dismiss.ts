import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What is open at the moment, in the order in which it was opened: Escape folds the last one. */
const openOnes: symbol[] = [];

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
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return;
    const self = Symbol('open');
    openOnes.push(self);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || openOnes.at(-1) !== self) return;
      dismiss();
      opener.current?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !within.current?.contains(target)) dismiss();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      openOnes.splice(openOnes.indexOf(self), 1);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen, within, opener]);
}
