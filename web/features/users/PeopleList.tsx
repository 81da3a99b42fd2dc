import { type ReactNode, useState } from 'react';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/users.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { type ListedRole, removeUserMutation, usersQuery } from './queries.ts';
import { RemovalEffects } from './RemovalEffects.tsx';

/** Buyers or sellers in a table, with a search. */
export function PeopleList({
  kind,
  exportDialog,
}: {
  kind: ListedRole;
  /** Asks whether to download what is stored about a person. */
  exportDialog: (user: User, close: () => void) => ReactNode;
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
          <MutationDialog
            keepLabel="Cancel"
            mutation={removeUserMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(user._id)}
            success={messages.toast.userDeleted}
            title={`Delete ${user.name}?`}
            variables={user}
          >
            <p className="mb-4 flex items-center gap-3 rounded-md bg-sunken p-3 leading-tight">
              <Avatar
                address={user.image}
                className="size-11"
                name={user.name}
                sizes="3rem"
                source={user.picture}
              />
              <span className="min-w-0 wrap-anywhere">
                <bdi className="block font-semibold">{user.name}</bdi>
                <EmailText email={user.email} />
              </span>
            </p>
            <p>{`${consequences[user.role]} This cannot be undone.`}</p>
            <RemovalEffects by="admin" user={user} />
          </MutationDialog>
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

const consequences: Record<User['role'], string> = {
  buyer:
    'They can no longer sign in, and what they have booked but not paid for can be booked again.',
  seller:
    'They can no longer sign in. What they have not sold is taken off sale, and unpaid bookings of it end.',
  admin: 'They can no longer sign in.',
};

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
      title={`No ${kind} goes by “${search}”`}
    >
      The search looks for the beginnings of words in names and addresses.
    </EmptyState>
  );
}
