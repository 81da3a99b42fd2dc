import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { useFocusAfterChange, useFocusAfterRemoval, useFocusOnFirstNew } from './list-focus.ts';
import { ShowMore } from './ShowMore.tsx';
import { Skeleton } from './Skeleton.tsx';

interface TableProps<Item, Question> {
  items: readonly Item[];
  /** For the element that holds the rows. */
  ref: Ref<HTMLTableSectionElement>;
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
 * A list that the server gives page by page, in its four views: loading, failed, empty, and full with a button for the
 * next page. `dialog` is shown while a row asks a question, such as whether to delete it.
 */
export function PagedList<Item extends { _id: string }, Question = Item>({
  list,
  things,
  loading,
  empty,
  table,
  dialog,
}: {
  list: UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }>>;
  /** What the list contains, in the plural: 'bookings'. */
  things: string;
  /** The rows while loading: what is read out, and the height of one. */
  loading: { label: string; rowHeight: string };
  empty: ReactNode;
  table: (props: TableProps<Item, Question>) => ReactNode;
  dialog?: (question: Question, props: DialogProps) => ReactNode;
}) {
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const ids = items.map(({ _id }) => _id);
  const rows = useRef<HTMLTableSectionElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(rows, items.length, 'a, button');
  const focusAfterRemoval = useFocusAfterRemoval(rows, ids);
  const focusAfterChange = useFocusAfterChange(rows, ids);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);

  if (!list.data) {
    if (!list.error) return <LoadingRows {...loading} />;
    return (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    );
  }
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <div
          aria-busy={list.isPlaceholderData || undefined}
          className={list.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
        >
          {table({ items, ref: rows, ask: setQuestion })}
        </div>
      )}
      <ShowMore
        count={items.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          void list.fetchNextPage({ cancelRefetch: false });
        }}
        things={things}
      />
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
