import { type RefObject, useEffect, useRef } from 'react';

/**
 * Brings the item with this index of a row that scrolls sideways into sight when it becomes the current one. This is
 * not done by a `ref` on the item: React Router's `Link` calls that at each rendering, and the page would jump back to
 * the row.
 */
export function useItemInSight(index: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [index]);
  return list;
}
