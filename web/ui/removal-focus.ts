import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a row was deleted, puts the focus into the one that took its place, so that the keyboard goes on where it was;
 * after the last one, on the page's heading.
 * @returns to be called with the id of the row that goes
 */
export function useFocusAfterRemoval(
  rows: RefObject<HTMLElement | null>,
  ids: readonly string[],
): (id: string) => void {
  const gone = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    if (gone.current === null || ids.includes(gone.current.id)) return;
    const { index } = gone.current;
    gone.current = null;
    const row = rows.current?.children[Math.min(index, ids.length - 1)];
    const target = row?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1');
    target?.focus();
  });
  return (id) => {
    gone.current = { id, index: ids.indexOf(id) };
  };
}
