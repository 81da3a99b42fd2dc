import { type ReactNode, type RefCallback, useCallback, useRef, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { useFocusAfterChange, useFocusAfterRemoval } from './list-focus.ts';
import { NewSince } from './NewSince.tsx';
import { ShowMore } from './ShowMore.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useListPlace } from './use-list-place.ts';
import type { PagedItems } from './use-paged-list.ts';

interface TableProps<Item, Question> {
  items: readonly Item[];
  /** For the element that holds the rows: the body of a table, or a list. */
  ref: RefCallback<HTMLElement>;
  /** Opens the dialog with this question about an item. */
  ask: (question: Question) => void;
}

/** How the dialog closes; the last two also keep the focus in the list. */
interface DialogProps {
  close: () => void;
  closeAfterRemoval: (id: string) => void;
  closeAfterChange: (id: string) => void;
}

/**
 * A list that the server gives page by page, in its four views: loading, failed, empty, and full. It loads on at its end
 * and says what is new. `dialog` is shown while a row asks a question, such as whether to delete it.
 */
export function PagedList<Item extends { _id: string }, Question = Item>({
  list,
  things,
  loading,
  empty,
  table,
  dialog,
}: {
  list: PagedItems<{ items: readonly Item[]; nextCursor: string | null }>;
  /** What the list contains, in the plural: 'bookings'. */
  things: string;
  /** The rows while loading: what is read out, and the height of one. */
  loading: { label: string; rowHeight: string };
  empty: ReactNode;
  table: (props: TableProps<Item, Question>) => ReactNode;
  dialog?: (question: Question, props: DialogProps) => ReactNode;
}) {
  const { query, items, newer, end } = list;
  const ids = items.map(({ _id }) => _id);
  const rows = useRef<HTMLElement>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    rows.current = element;
  }, []);
  useListPlace(list, rows);
  const focusAfterRemoval = useFocusAfterRemoval(rows, ids);
  const focusAfterChange = useFocusAfterChange(rows, ids);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);

  if (!query.data) {
    if (!query.error) return <LoadingRows {...loading} />;
    return (
      <ErrorState
        isTrying={query.isFetching}
        message={query.error.message}
        onTryAgain={() => query.refetch()}
      />
    );
  }
  return (
    <>
      <NewSince newer={newer} rows={rows} things={things} />
      {items.length === 0 ? (
        empty
      ) : (
        <div
          aria-busy={query.isPlaceholderData || undefined}
          className={query.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
        >
          {table({ items, ref, ask: setQuestion })}
        </div>
      )}
      <ShowMore end={end} rows={rows} things={things} />
      {question !== null &&
        dialog?.(question, {
          close,
          closeAfterRemoval(id) {
            focusAfterRemoval(id);
            close();
          },
          closeAfterChange(id) {
            focusAfterChange(id);
            close();
          },
        })}
    </>
  );
}

function LoadingRows({ label, rowHeight }: { label: string; rowHeight: string }) {
  return (
    <div aria-busy="true" className="space-y-4 sm:space-y-2">
      <p className="sr-only" role="status">
        {label}
      </p>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
        <Skeleton className={`w-full ${rowHeight}`} key={place} />
      ))}
    </div>
  );
}
