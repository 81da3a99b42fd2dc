import { type ReactNode, type RefCallback, useCallback, useRef, useState } from 'react';
import { ListView } from './ListView.tsx';
import { useFocusAfterChange, useFocusAfterRemoval } from './list-focus.ts';
import type { Things } from './list-things.ts';
import { SkeletonRows } from './Skeleton.tsx';
import type { PagedItems } from './use-paged-list.ts';

interface TableProps<Item, Question> {
  items: readonly Item[];
  /** The ref of the element that holds the rows: the body of a table, or a list. */
  ref: RefCallback<HTMLElement>;
  /** Opens the dialog with this question about an item. */
  ask: (question: Question) => void;
}

/** The functions that close the dialog; the last two also keep the focus in the list. */
interface DialogProps {
  close: () => void;
  closeAfterRemoval: (id: string) => void;
  closeAfterChange: (id: string) => void;
}

/** A `ListView` whose rows can ask something: `dialog` is shown while one asks, such as whether to delete it. */
export function PagedList<Item extends { _id: string }, Question = Item>({
  list,
  things,
  loading,
  empty,
  table,
  dialog,
}: {
  list: PagedItems<{ items: readonly Item[]; nextCursor: string | null }>;
  things: Things;
  /** The rows while loading: what is read out, and the height of one. */
  loading: { label: string; rowHeight: string };
  empty: ReactNode;
  table: (props: TableProps<Item, Question>) => ReactNode;
  dialog?: (question: Question, props: DialogProps) => ReactNode;
}) {
  const { items } = list;
  const ids = items.map(({ _id }) => _id);
  const rows = useRef<HTMLElement>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    rows.current = element;
  }, []);
  const focusAfterRemoval = useFocusAfterRemoval(rows, ids);
  const focusAfterChange = useFocusAfterChange(rows, ids);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);

  return (
    <>
      <ListView list={list} loading={<SkeletonRows {...loading} />} rows={rows} things={things}>
        {items.length === 0 ? empty : table({ items, ref, ask: setQuestion })}
      </ListView>
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
