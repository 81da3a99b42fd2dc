import { type RefObject, useEffect, useRef } from 'react';

/**
 * After somebody pressed a button for more, puts the focus into the first entry that is new, so that the keyboard goes
 * on where the list did. What came by scrolling moves no focus.
 * @param target what takes the focus inside of an entry, as a selector
 * @returns to be called when the button is pressed
 */
export function useFocusOnFirstNew(
  list: RefObject<HTMLElement | null>,
  count: number,
  target: string,
): () => void {
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    list.current?.children[before]
      ?.querySelector<HTMLElement>(target)
      ?.focus({ preventScroll: true });
  }, [count, list, target]);
  return () => {
    countBefore.current = count;
  };
}
