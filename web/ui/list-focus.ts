import { type RefObject, useEffect, useRef } from 'react';

type Rows = RefObject<HTMLElement | null>;

/** What takes the focus inside an entry: its link, otherwise its button. */
export function targetIn(entry: Element | undefined): HTMLElement | null | undefined {
  return entry?.querySelector<HTMLElement>('a') ?? entry?.querySelector<HTMLElement>('button');
}

/**
 * After a row was deleted, focuses the row that took its place, or the page's heading after the last one.
 * @param target selector of what takes the focus inside a row; a row without it gets it on its first link or button
 * @returns to be called with the id of the deleted row
 */
export function useFocusAfterRemoval(
  rows: Rows,
  ids: readonly string[],
  target = 'button',
): (id: string) => void {
  const gone = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    if (gone.current === null || ids.includes(gone.current.id)) return;
    const { index } = gone.current;
    gone.current = null;
    const row = rows.current?.children[Math.min(index, ids.length - 1)];
    const next =
      row?.querySelector<HTMLElement>(target) ?? row?.querySelector<HTMLElement>('a, button');
    (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  });
  return (id) => {
    gone.current = { id, index: ids.indexOf(id) };
  };
}

/**
 * After a decision removed the pressed button, focuses its row again, so that keyboard users continue there.
 * @returns to be called with the row's id
 */
export function useFocusAfterChange(rows: Rows, ids: readonly string[]): (id: string) => void {
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
