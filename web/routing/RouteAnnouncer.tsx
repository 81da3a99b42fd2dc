import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { replayEarlyClick } from '../hydration/early-click-replay.ts';
import { announcedTitle, watchTitle } from './document-head.ts';

/**
 * What a new document would do by itself: after a navigation the focus is at the start of the new page, and its title is
 * read out. The first page is a document, so nothing happens for it.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const title = useSyncExternalStore(watchTitle, announcedTitle, () => '');
  const shown = useRef(pathname + hash);

  useEffect(() => replayEarlyClick('frame'), []);

  useEffect(() => {
    if (shown.current === pathname + hash) return;
    shown.current = pathname + hash;
    return focusStart(hash.slice(1));
  }, [pathname, hash]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/**
 * Focuses the place that the address names, else the page's heading, else its content. Scrolling is not this one's
 * business. While a page waits, others stand in for its heading, or none: the focus goes on to it, until somebody does
 * something.
 * @returns how to stop that
 */
function focusStart(id: string): () => void {
  const main = document.querySelector('main');
  const heading = () => main?.querySelector('h1');
  focus((id === '' ? null : document.getElementById(id)) ?? heading() ?? main);
  const watcher = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (activeElement === body || activeElement === main) focus(heading());
  });
  if (main) watcher.observe(main, { childList: true, subtree: true });
  const stop = () => watcher.disconnect();
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { once: true });
  return stop;
}

function focus(start: HTMLElement | null | undefined): void {
  if (!start) return;
  if (!start.hasAttribute('tabindex')) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}
