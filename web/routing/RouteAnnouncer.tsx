import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { replayEarlyClick } from '../hydration/early-clicks.ts';
import { announcedTitle, watchTitle } from './document-head.ts';

/**
 * Does what loading a document does: after a navigation the focus moves to the start of the new page and its title
 * is announced. Nothing happens for the first page, which is a document.
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
 * Focuses the anchor in the address, otherwise the page's heading, otherwise its content. It does not scroll. While
 * the page is loading, its heading may be missing or be replaced: the focus follows it until the user interacts. The
 * anchor keeps the focus: it may be the content itself, which the skip link leads to.
 * @returns the cleanup function
 */
function focusStart(id: string): () => void {
  const anchor = id === '' ? null : document.getElementById(id);
  if (anchor) {
    focus(anchor);
    return () => undefined;
  }
  const main = document.querySelector('main');
  const heading = () => main?.querySelector('h1');
  focus(heading() ?? main);
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
