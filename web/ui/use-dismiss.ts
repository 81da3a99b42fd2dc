import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What is open now, in the order of opening: Escape closes the last one. */
const openOnes: symbol[] = [];

/**
 * Closes a disclosure on Escape, which returns the focus to its opener, and when pointer or focus move outside of
 * it.
 */
export function useDismiss({
  isOpen,
  within,
  opener,
  onDismiss,
}: {
  isOpen: boolean;
  /** Contains the opener and what it opens: events inside do not close it. */
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
