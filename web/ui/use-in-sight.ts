import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element is in the window and not behind the navigation bar, which is 64 px high. It is when the page opens. */
export function useInSight<Element extends HTMLElement>(): {
  place: RefObject<Element | null>;
  isInSight: boolean;
} {
  const [isInSight, setIsInSight] = useState(true);
  const place = useRef<Element>(null);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver(
      (entries) => setIsInSight(entries.at(-1)?.isIntersecting ?? true),
      { rootMargin: '-64px 0px 0px' },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return { place, isInSight };
}
