import { type ComponentProps, type ReactNode, useState } from 'react';
import { limits } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { type ListedRole, usersQuery } from './queries.ts';
import { RemovalDialog } from './RemovalDialog.tsx';

const texts = textsOf({
  buyer: {
    things: 'buyers' as const,
    loading: msg`Loading buyers`,
    none: msg`No buyers yet`,
    whoWill: msg`Everybody who registers as a buyer will be listed here.`,
    noMatch: (search: string) => t`No buyer matches “${search}”`,
  },
  seller: {
    things: 'sellers' as const,
    loading: msg`Loading sellers`,
    none: msg`No sellers yet`,
    whoWill: msg`Everybody who registers as a seller will be listed here.`,
    noMatch: (search: string) => t`No seller matches “${search}”`,
  },
} satisfies Record<ListedRole, unknown>);

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
          label={t`Search by name or email`}
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
        loading={{ label: texts[kind].loading, rowHeight: 'h-28 sm:h-14' }}
        table={({ items, ref, ask }) => (
          <PeopleTable kind={kind} onExport={setExported} onRemove={ask} ref={ref} users={items} />
        )}
        things={texts[kind].things}
      />
      {exported && exportDialog(exported, () => setExported(undefined))}
    </>
  );
}

/** The empty view: no one has registered yet, or no one has that name. */
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
    return <EmptyState title={texts[kind].none}>{texts[kind].whoWill}</EmptyState>;
  }
  return (
    <EmptyState
      action={<Button onClick={onClear}>{t`Clear the search`}</Button>}
      title={texts[kind].noMatch(search)}
    >
      {t`Try the first letters of a name or an email address.`}
    </EmptyState>
  );
}
