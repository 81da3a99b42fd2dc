import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { limits } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { useFocusOnFirstNew } from '../../ui/focus-first-new.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { PeopleTable, PeopleTableSkeleton } from './PeopleTable.tsx';
import { type ListedRole, usersQuery } from './queries.ts';
import { RemoveUser } from './RemoveUser.tsx';

/** So long a pause in typing that the words may be looked for. */
const pauseMs = 250;

/** Buyers or sellers with a search, in a table with its four faces. */
export function PeopleList({ kind }: { kind: ListedRole }) {
  const [words, setWords] = useState('');
  const search = useDebounced(words.trim(), pauseMs);
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setWords('');
    field.current?.focus();
  };
  return (
    <>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField
          label="Search by name or email"
          maxLength={limits.personNameLength}
          onChange={({ target }) => setWords(target.value)}
          ref={field}
          value={words}
        />
      </div>
      <Matches onClear={clear} kind={kind} search={search} />
    </>
  );
}

function Matches({
  kind,
  search,
  onClear,
}: {
  kind: ListedRole;
  search: string;
  onClear: () => void;
}) {
  const list = useInfiniteQuery(usersQuery(kind, search));
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useRef<HTMLTableSectionElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(rows, users.length, 'button');
  const [asked, setAsked] = useState<User | null>(null);
  const focusAfterRemovalOf = useFocusAfterRemoval(
    rows,
    users.map(({ _id }) => _id),
  );

  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <PeopleTableSkeleton kind={kind} />
    );
  }
  return (
    <>
      {users.length === 0 ? (
        <Nobody onClear={onClear} kind={kind} search={search} />
      ) : (
        <div
          aria-busy={list.isPlaceholderData || undefined}
          className={list.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
        >
          <PeopleTable onRemove={setAsked} ref={rows} kind={kind} users={users} />
        </div>
      )}
      <ShowMore
        count={users.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          void list.fetchNextPage({ cancelRefetch: false });
        }}
        things={`${kind}s`}
      />
      <RemoveUser onClose={() => setAsked(null)} onRemoved={focusAfterRemovalOf} user={asked} />
    </>
  );
}

/** The empty face: nobody registered yet, or nobody of that name. */
function Nobody({
  kind,
  search,
  onClear,
}: {
  kind: ListedRole;
  search: string;
  onClear: () => void;
}) {
  if (search === '') {
    return (
      <EmptyState title={`No ${kind}s yet`}>Who registers as a {kind} will stand here.</EmptyState>
    );
  }
  return (
    <EmptyState
      action={<Button onClick={onClear}>Clear the search</Button>}
      title={`No ${kind} goes by “${search}”`}
    >
      The search looks for the beginnings of words in names and addresses.
    </EmptyState>
  );
}
