import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The distance below the window at which a section is rendered: more than a phone's screen, so that it is there when a reader is. */
const ahead = '1200px';

/**
 * A section further down the page. It is rendered, and reads its data, when the reader comes near its place; the server
 * renders nothing of it.
 */
export function NearSection({ children }: { children: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || !place.current) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: ahead },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [isNear]);
  return (
    <div data-loaded-when-near="" ref={place}>
      {isNear && children}
    </div>
  );
}
