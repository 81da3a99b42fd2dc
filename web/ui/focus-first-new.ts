import { type RefObject, useEffect, useRef } from 'react';

/**
 * After 'show more' was pressed, focuses the first new entry, so that keyboard users continue there. Entries loaded
 * by scrolling do not move the focus.
 * @param target selector of what takes the focus inside an entry
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
