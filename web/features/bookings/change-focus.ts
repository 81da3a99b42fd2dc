import { type RefObject, useEffect, useRef } from 'react';

/**
 * After something was decided about a row, and the button that asked for it has gone, puts the focus into that row again,
 * so that the keyboard goes on where it was.
 * @returns to be called with the id of the row that was decided about
 */
export function useFocusAfterChange(
  rows: RefObject<HTMLElement | null>,
  ids: readonly string[],
): (id: string) => void {
  const changed = useRef<string | null>(null);
  useEffect(() => {
    if (changed.current === null || document.activeElement !== document.body) return;
    const row = rows.current?.children[ids.indexOf(changed.current)];
    changed.current = null;
    row?.querySelector<HTMLElement>('a, button')?.focus();
  });
  return (id) => {
    changed.current = id;
  };
}
