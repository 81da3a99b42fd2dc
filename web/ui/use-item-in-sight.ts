import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a row that is scrolled sideways: brings the item with this index into sight when it becomes the current one. Not by a
 * `ref` on the item: React Router's `Link` calls that at each rendering, and the page would jump back to the row.
 */
export function useItemInSight(index: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [index]);
  return list;
}
