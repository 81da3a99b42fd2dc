import type { ComponentProps, ReactNode } from 'react';
import { t } from '#contract/text.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { PagedList } from './PagedList.tsx';
import { SearchField } from './SearchField.tsx';
import { useListSearch } from './use-list-search.ts';
import type { ListQuery } from './use-newer.ts';
import { usePagedList } from './use-paged-list.ts';

interface Emptiness {
  title: string;
  text: ReactNode;
}

/** A `PagedList` below the field in which it is searched. */
export function SearchedList<Item extends { _id: string }, Question = Item>({
  query,
  label,
  maxLength,
  none,
  noMatch,
  ...props
}: Omit<ComponentProps<typeof PagedList<Item, Question>>, 'list' | 'empty'> & {
  query: (search: string) => ListQuery<{ items: Item[]; nextCursor: string | null }>;
  /** The label of the field. */
  label: string;
  maxLength: number;
  /** Shown when there is nothing at all, and when nothing matches. */
  none: Emptiness;
  noMatch: (search: string) => Emptiness;
}) {
  const { search, clear, field } = useListSearch();
  const list = usePagedList(query(search));
  const { title, text } = search === '' ? none : noMatch(search);
  const action = search !== '' && <Button onClick={clear}>{t`Clear the search`}</Button>;
  return (
    <>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField {...field} label={label} maxLength={maxLength} />
      </div>
      <PagedList
        {...props}
        empty={
          <EmptyState action={action} title={title}>
            {text}
          </EmptyState>
        }
        list={list}
      />
    </>
  );
}
