import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

/** How far below the window the end of the list may be when the next part is asked for. */
const ahead = '800px';

/**
 * The end of a list that goes on: asks for the next part when it comes near, and has a button for whoever does not
 * scroll. Says politely how many are shown.
 */
export function ShowMore({
  count,
  hasMore,
  isByItself,
  isLoading,
  failure,
  onNear,
  onAsked,
}: {
  count: number;
  hasMore: boolean;
  /** Whether coming near is enough. */
  isByItself: boolean;
  isLoading: boolean;
  failure: Error | null;
  /** The end of the list came near. */
  onNear: () => void;
  /** Somebody pressed the button. */
  onAsked: () => void;
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
          : `${count} instruments shown${hasMore ? '' : ', and that is all'}`}
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
