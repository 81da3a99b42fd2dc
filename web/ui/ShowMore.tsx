import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { plural, t } from '#contract/text.ts';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { targetIn } from './list-focus.ts';
import { type Things, thingTexts } from './list-things.ts';
import type { ListEnd } from './use-paged-list.ts';

/** The distance in pixels of the end of the list below the viewport at which the next page is loaded. */
const ahead = '800px';

/**
 * The end of a paged list. The next page loads by itself when the end comes near the viewport, and by a button: for the
 * keyboard, for browsers that save data or cannot watch the viewport, and after some pages, so that people who scroll can
 * reach the footer. While the button has the focus it waits for a press, which would otherwise meet what was loaded just
 * before it. Announces politely how many entries were loaded and are shown.
 */
export function ShowMore({
  end: { count, hasMore, loadsByItself, isLoading, failure, loadMore },
  things,
  rows,
}: {
  end: ListEnd;
  things: Things;
  /** The element that holds the entries. */
  rows: RefObject<HTMLElement | null>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<LastChange>({ count, added: 0, isAsked: false });
  if (last.count !== count) setLast(afterChange(last, count));
  const focusOnFirstNew = useFocusOnFirstNew(rows, count);
  const load = () => {
    setLast({ count, added: 0, isAsked: true });
    loadMore();
  };
  const loadByPress = () => {
    focusOnFirstNew();
    load();
  };
  const loadByNearness = useEffectEvent(() => {
    if (!place.current?.contains(document.activeElement)) load();
  });
  const isWatching = hasMore && loadsByItself && !isLoading && !failure;
  useEffect(() => {
    if (!isWatching || !place.current || !canLoadByItself()) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadByNearness(),
      { rootMargin: ahead },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [isWatching]);

  return (
    <div className="mt-10 flex flex-col items-center" ref={place}>
      <p className="sr-only" role="status">
        {isLoading ? t`Loading more` : shownText({ count, added: last.added, hasMore, things })}
      </p>
      {failure ? (
        <ErrorState
          isTrying={isLoading}
          message={failure.message}
          onTryAgain={loadByPress}
          title={t`The next ones did not load`}
        />
      ) : (
        hasMore && (
          <Button
            busyLabel={t`Loading more`}
            isBusy={isLoading}
            onClick={loadByPress}
            onFocus={() => isLoading && focusOnFirstNew()}
          >
            {t`Show more`}
          </Button>
        )
      )}
    </div>
  );
}

/**
 * After 'show more' was pressed, focuses the first new entry, so that keyboard users continue there. Entries loaded
 * by scrolling do not move the focus.
 * @returns to be called when the button is pressed
 */
function useFocusOnFirstNew(rows: RefObject<HTMLElement | null>, count: number): () => void {
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    targetIn(rows.current?.children[before])?.focus({ preventScroll: true });
  }, [count, rows]);
  return () => {
    countBefore.current = count;
  };
}

/** The last change of how many are shown. */
interface LastChange {
  count: number;
  /** How many the next page added; 0 after any other change, such as a deletion. */
  added: number;
  /** Whether the next page was asked for since. */
  isAsked: boolean;
}

/** The change to `count`. The next page counts as loaded once: later changes do not announce it again. */
export function afterChange({ count: before, isAsked }: LastChange, count: number): LastChange {
  const isLoaded = isAsked && count > before;
  return { count, added: isLoaded ? count - before : 0, isAsked: isAsked && !isLoaded };
}

/** What is announced: how many were loaded last, and how many are shown. */
function shownText({
  count,
  added,
  hasMore,
  things,
}: Pick<ListEnd, 'count' | 'hasMore'> & { added: number; things: Things }): string {
  const { shown, allShown } = thingTexts[things];
  const loaded = added > 0 && plural(added, { one: '# more loaded.', other: '# more loaded.' });
  return [loaded, hasMore ? shown(count) : allShown(count)].filter(Boolean).join(' ');
}

/** Not for people who save data: they load what they want to see. */
function canLoadByItself(): boolean {
  if (typeof IntersectionObserver === 'undefined') return false;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-data: reduce)').matches;
}
