import { useEffect, useEffectEvent } from 'react';

const interactions = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * Calls `prepare` once, when the user begins to use the page: with the first movement of a mouse, touch, key or focus,
 * or immediately if they began before the script had loaded.
 */
export function useFirstInteraction(prepare: () => void): void {
  const begin = useEffectEvent(prepare);
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) return begin();
    const waiting = new AbortController();
    const { signal } = waiting;
    const onInteraction = () => {
      waiting.abort();
      begin();
    };
    for (const name of interactions) {
      addEventListener(name, onInteraction, { signal, passive: true });
    }
    return () => waiting.abort();
  }, []);
}
