import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { safeSessionStorage } from '../browser-storage.ts';
import type { ListPage } from './use-newer.ts';
import type { PagedItems } from './use-paged-list.ts';

/** The beginning of the session storage keys of places; the entry of the history and the address follow. */
const keyPrefix = 'place in list ';

/** The place of a user in a list when they left its page. */
interface Place {
  /** How many pages were loaded. */
  pages: number;
  /** The first entry in view, and how far below the top of the viewport it began. Pixels. */
  id: string;
  top: number;
}

/** Below the navigation bar. Pixels. */
const readingTop = 64;

/**
 * The entry is in its place when it was there for so many frames in a row: entries above it get their size only when they
 * come near.
 */
const steadyFrames = 3;

/** After so many it stays where it is, as at the end of a page that has become shorter. */
const maxFrames = 60;

/**
 * After going back to a page, and after loading it again, brings the entry that was in view to where it was: also when
 * it is on the fifth page of the list, when the pages have to be read again, and when something was added above it. As
 * soon as a user scrolls or presses a key, it is theirs.
 */
export function useListPlace<Page extends ListPage>(
  { items, pages, end, isReturn }: PagedItems<Page>,
  rows: RefObject<HTMLElement | null>,
): void {
  const { key, pathname, search } = useLocation();
  const storageKey = `${keyPrefix}${key} ${pathname}${search}`;
  const [wanted, setWanted] = useState(() => (isReturn ? recall(storageKey) : null));
  const give = useEffectEvent(() => setWanted(null));

  const store = useEffectEvent(() => {
    const place = placeIn(rows.current, items);
    if (place && !wanted) remember(storageKey, { ...place, pages: pages.length });
  });
  useLayoutEffect(() => {
    const leave = () => store();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  useEffect(() => {
    if (!wanted) return;
    return onInteraction(give);
  }, [wanted]);

  const { isLoading, hasMore, failure, loadMore } = end;
  const isLoadingOn =
    wanted !== null && pages.length > 0 && pages.length < wanted.pages && hasMore && !failure;
  const loadOn = useEffectEvent(loadMore);
  useEffect(() => {
    if (isLoadingOn && !isLoading) loadOn();
  }, [isLoadingOn, isLoading]);

  const index = wanted ? items.findIndex(({ _id }) => _id === wanted.id) : -1;
  const isReady = wanted !== null && pages.length > 0 && !isLoadingOn && !isLoading;
  // After the router, which scrolls in an effect of the layout, and before the next paint.
  useLayoutEffect(() => {
    if (!isReady || !wanted) return;
    return holdInPlace(rows.current?.children[index], wanted.top, give);
  }, [isReady, index, wanted, rows]);
}

/** Forgets where the user was in lists in this tab. */
export function clearListPlaces(): void {
  for (const key of safeSessionStorage.keys()) {
    if (key.startsWith(keyPrefix)) safeSessionStorage.removeItem(key);
  }
}

/** Scrolls until an entry is as far below the top of the viewport as it was. Returns the cleanup function. */
function holdInPlace(entry: Element | undefined, top: number, onDone: () => void): () => void {
  let [steady, frames] = [0, 0];
  let frame = requestAnimationFrame(function step() {
    const distance = entry ? entry.getBoundingClientRect().top - top : 0;
    steady = Math.abs(distance) < 1 ? steady + 1 : 0;
    frames += 1;
    if (steady === 0) scrollBy({ top: distance, behavior: 'instant' });
    if (steady >= steadyFrames || frames >= maxFrames) onDone();
    else frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
}

/** Calls `give` when a user scrolls, presses or types. Returns the cleanup function. */
function onInteraction(give: () => void): () => void {
  const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  for (const event of events) addEventListener(event, give, { passive: true });
  return () => {
    for (const event of events) removeEventListener(event, give);
  };
}

/** The position of the first entry in view, or of the last one of a list that was scrolled past. */
function placeIn(
  rows: HTMLElement | null,
  items: readonly { _id: string }[],
): Pick<Place, 'id' | 'top'> | undefined {
  const entries = [...(rows?.children ?? [])];
  const inView = entries.findIndex((entry) => entry.getBoundingClientRect().bottom > readingTop);
  const index = inView === -1 ? entries.length - 1 : inView;
  const [entry, item] = [entries[index], items[index]];
  return entry && item && { id: item._id, top: entry.getBoundingClientRect().top };
}

/** The storage keys that were written since the document was loaded. */
const written = new Set<string>();

function remember(storageKey: string, place: Place): void {
  written.add(storageKey);
  safeSessionStorage.setItem(storageKey, JSON.stringify(place));
}

/** Whether the document still shows the entry of the history that it was loaded for. */
let isFirstEntry = true;
if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    isFirstEntry = false;
  });
}

/**
 * The place that was stored for this entry of the history. The first entry of a document has the same key in each document:
 * its place counts when the document was loaded again, and not when its address was opened again.
 */
function recall(storageKey: string): Place | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNew = isFirstEntry && navigation?.type === 'navigate';
  if (isNew && !written.has(storageKey)) return null;
  try {
    return JSON.parse(safeSessionStorage.getItem(storageKey) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}
