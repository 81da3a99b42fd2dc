import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a row was deleted, focuses the row that took its place, or the page's heading after the last one.
 * @returns to be called with the id of the deleted row
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
