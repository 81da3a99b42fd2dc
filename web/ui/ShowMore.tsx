import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';

/** How far below the window the end of the list may be when the next part is asked for. */
const ahead = '800px';

/**
 * The end of a list that goes on: a button for the next part, which may also be asked for by itself when the end comes
 * near. Says politely how many are shown.
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
  /** What the list is of, in the plural: `instruments`. */
  things: string;
  count: number;
  hasMore: boolean;
  /** Whether coming near is enough. */
  isByItself?: boolean;
  isLoading: boolean;
  failure: Error | null;
  /** Somebody pressed the button. */
  onAsked: () => void;
  /** The end of the list came near. */
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
