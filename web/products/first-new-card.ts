import { type RefObject, useEffect, useRef } from 'react';

/**
 * After somebody pressed a button for more, puts the focus on the first card that is new, so that the keyboard goes on
 * where the list did. What came by scrolling moves no focus.
 * @returns to be called when the button is pressed
 */
export function useFocusOnFirstNew(list: RefObject<HTMLElement | null>, count: number): () => void {
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    list.current?.children[before]?.querySelector('a')?.focus({ preventScroll: true });
  }, [count, list]);
  return () => {
    countBefore.current = count;
  };
}
