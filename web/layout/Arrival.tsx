import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { announcedTitle, watchTitle } from './document-head.ts';
import { replayEarlyClick } from './early-click-replay.ts';

/**
 * What a new document would do by itself: after a navigation the focus is at the start of the new page, and its title is
 * read out. The first page is a document, so nothing happens for it.
 */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const title = useSyncExternalStore(watchTitle, announcedTitle, () => '');
  const shown = useRef(pathname + hash);

  useEffect(replayEarlyClick, []);

  useEffect(() => {
    if (shown.current === pathname + hash) return;
    shown.current = pathname + hash;
    focusStart(hash.slice(1));
  }, [pathname, hash]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** The place that the address names, else the page's heading, else its content. Scrolling is not this one's business. */
function focusStart(id: string): void {
  const main = document.querySelector('main');
  const start = (id === '' ? null : document.getElementById(id)) ?? main?.querySelector('h1');
  focus(start ?? main);
  if (start || !main) return;
  // A page that still waits for its data: its heading comes later, and the focus goes on to it unless somebody moved it.
  const watcher = new MutationObserver(() => {
    const heading = main.querySelector('h1');
    if (heading && document.activeElement === main) focus(heading);
    if (heading || document.activeElement !== main) watcher.disconnect();
  });
  watcher.observe(main, { childList: true, subtree: true });
}

function focus(start: HTMLElement | null): void {
  if (start === null) return;
  if (!start.hasAttribute('tabindex')) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}
