import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a decision removed the pressed button, focuses the row again, so that keyboard users continue there.
 * @returns to be called with the row's id
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
