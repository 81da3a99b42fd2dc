import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';

/** How far below the viewport the end of the list may be when the next page is loaded. Pixels. */
const ahead = '800px';

/**
 * The end of a paged list: a button that loads the next page, which also loads by itself when the end comes into
 * view. Announces politely how many entries are shown.
 */
export function ShowMore({
  things,
  count,
  hasMore,
  isByItself = false,
  isLoading,
  failure,
  onAsked,
  onNear = onAsked,
}: {
  /** What the list contains, in the plural: `instruments`. */
  things: string;
  count: number;
  hasMore: boolean;
  /** Whether scrolling near the end loads the next page. */
  isByItself?: boolean;
  isLoading: boolean;
  failure: Error | null;
  /** The button was pressed. */
  onAsked: () => void;
  /** The end of the list came near the viewport. */
  onNear?: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const isWatching = hasMore && isByItself && !isLoading && !failure;
  const comeNear = useEffectEvent(onNear);
  useEffect(() => {
    if (!isWatching || !place.current) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && comeNear(),
      { rootMargin: ahead },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [isWatching]);

  return (
    <div className="mt-10 flex flex-col items-center" ref={place}>
      <p className="sr-only" role="status">
        {isLoading
          ? 'Loading more'
          : `${count === 1 ? 'One' : `${count} ${things}`} shown${hasMore ? '' : ', and that is all'}`}
      </p>
      {failure ? (
        <ErrorState
          isTrying={isLoading}
          message={failure.message}
          onTryAgain={onAsked}
          title="The next ones did not load"
        />
      ) : (
        hasMore && (
          <Button busyLabel="Loading more" isBusy={isLoading} onClick={onAsked}>
            Show more
          </Button>
        )
      )}
    </div>
  );
}
