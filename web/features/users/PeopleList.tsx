import { type ComponentProps, type ReactNode, useState } from 'react';
import { limits } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { type ListedRole, usersQuery } from './queries.ts';
import { RemovalDialog } from './RemovalDialog.tsx';

/** Buyers or sellers in a table, with a search. */
export function PeopleList({
  kind,
  exportDialog,
  openRemoval,
}: {
  kind: ListedRole;
  /** Asks whether to download what is stored about a person. */
  exportDialog: (user: User, close: () => void) => ReactNode;
  /** Asks whether to delete a person who has open sales. */
  openRemoval: ComponentProps<typeof RemovalDialog>['openRemoval'];
}) {
  const { search, clear, field } = useListSearch();
  const list = usePagedList(usersQuery(kind, search));
  const [exported, setExported] = useState<User>();
  return (
    <>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField
          {...field}
          label="Search by name or email"
          maxLength={limits.personNameLength}
        />
      </div>
      <PagedList
        dialog={(user, { close, closeAfterRemoval }) => (
          <RemovalDialog
            onClose={close}
            onDone={() => closeAfterRemoval(user._id)}
            openRemoval={openRemoval}
            user={user}
          />
        )}
        empty={<Nobody kind={kind} onClear={clear} search={search} />}
        list={list}
        loading={{ label: `Loading ${kind}s`, rowHeight: 'h-28 sm:h-14' }}
        table={({ items, ref, ask }) => (
          <PeopleTable kind={kind} onExport={setExported} onRemove={ask} ref={ref} users={items} />
        )}
        things={`${kind}s`}
      />
      {exported && exportDialog(exported, () => setExported(undefined))}
    </>
  );
}

/** The empty view: nobody has registered yet, or nobody has that name. */
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
      <EmptyState title={`No ${kind}s yet`}>
        {`Everybody who registers as a ${kind} will be listed here.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={<Button onClick={onClear}>Clear the search</Button>}
      title={`No ${kind} matches “${search}”`}
    >
      Try the first letters of a name or an email address.
    </EmptyState>
  );
}
