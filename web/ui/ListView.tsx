import type { ReactNode, RefObject } from 'react';
import { ErrorState } from './ErrorState.tsx';
import type { Things } from './list-things.ts';
import { NewSince } from './NewSince.tsx';
import { ShowMore } from './ShowMore.tsx';
import { useListPlace } from './use-list-place.ts';
import type { ListPage } from './use-newer.ts';
import type { PagedItems } from './use-paged-list.ts';

/**
 * A list that the server gives page by page, in its views: loading, failed, and full or empty. It says what is new, loads on
 * at its end, and is where it was left after going back to its page.
 */
export function ListView<Page extends ListPage>({
  list,
  things,
  rows,
  loading,
  isReady = true,
  isHidden = false,
  above,
  below,
  children,
}: {
  list: PagedItems<Page>;
  things: Things;
  /** The element that holds the entries, in `children`. */
  rows: RefObject<HTMLElement | null>;
  loading: ReactNode;
  /** False while what was read is not for this reader. */
  isReady?: boolean;
  /** Whether CSS may hide it, so that it is not yet brought to where it was left. */
  isHidden?: boolean;
  above?: ReactNode;
  below?: ReactNode;
  /** The entries, or what is shown when there are none. */
  children: ReactNode;
}) {
  const { query, newer, end } = list;
  useListPlace(isReady && !isHidden ? list : { ...list, pages: [] }, rows);
  if (query.error && !query.data) {
    return (
      <ErrorState
        isTrying={query.isFetching}
        message={query.error.message}
        onTryAgain={() => query.refetch()}
      />
    );
  }
  if (!query.data || !isReady) return loading;
  return (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
    >
      {above}
      <NewSince newer={newer} rows={rows} things={things} />
      {children}
      <div className="noscript:hidden">
        <ShowMore end={end} rows={rows} things={things} />
      </div>
      {below}
    </div>
  );
}
