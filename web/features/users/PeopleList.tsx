import { lazy, Suspense, useState } from 'react';
import { limits } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { ChoiceBox, useChosen } from '../../ui/Chosen.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { NotesDialog } from '../moderation/Notes.tsx';
import { ExportDialog } from '../session/ExportDialog.tsx';
import { ReasonProofDialog } from '../session/ReasonProofDialog.tsx';
import { ChosenPeople } from './ChosenPeople.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import {
  exportUserMutation,
  type ListedRole,
  removeUserForReasonMutation,
  usersQuery,
} from './queries.ts';
import { RemovalDialog } from './RemovalDialog.tsx';

const CommissionDialog = lazy(async () => ({
  default: (await import('../payouts/CommissionDialog.tsx')).CommissionDialog,
}));

const texts = textsOf({
  buyer: {
    title: msg`All Buyers`,
    things: 'buyers' as const,
    loading: msg`Loading buyers`,
    none: msg`No buyers yet`,
    whoWill: msg`Everybody who registers as a buyer will be listed here.`,
    noMatch: (search: string) => t`No buyer matches “${search}”`,
  },
  seller: {
    title: msg`All Sellers`,
    things: 'sellers' as const,
    loading: msg`Loading sellers`,
    none: msg`No sellers yet`,
    whoWill: msg`Everybody who registers as a seller will be listed here.`,
    noMatch: (search: string) => t`No seller matches “${search}”`,
  },
} satisfies Record<ListedRole, unknown>);

/**
 * Buyers or sellers in a table, for admins to search, export and delete.
 * @param email the admin's
 */
export function PeopleList({
  kind,
  email,
  maySeeMoney = false,
}: {
  kind: ListedRole;
  email: string;
  /** Whether the admin agrees on commissions with sellers. */
  maySeeMoney?: boolean;
}) {
  const [exported, setExported] = useState<User>();
  const [noted, setNoted] = useState<User>();
  const [sold, setSold] = useState<User>();
  const list = useChosen<User>();
  const { title, things, loading, none, whoWill, noMatch } = texts[kind];
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <SearchedList<User>
        dialog={(user, { close, closeAfterRemoval }) => (
          <RemovalDialog
            onClose={close}
            onDone={() => closeAfterRemoval(user._id)}
            openRemoval={({ _id }, dialog) => (
              <ReasonProofDialog
                {...dialog}
                email={email}
                id={_id}
                mutation={removeUserForReasonMutation()}
              />
            )}
            user={user}
          />
        )}
        label={t`Search by name or email`}
        loading={{ label: loading, rowHeight: 'h-28 sm:h-14' }}
        maxLength={limits.personNameLength}
        noMatch={(search) => ({
          title: noMatch(search),
          text: t`Try the first letters of a name or an email address.`,
        })}
        none={{ title: none, text: whoWill }}
        query={(search) => usersQuery(kind, search)}
        table={({ items, ref, ask }) => (
          <PeopleTable
            choiceOf={(user) => <ChoiceBox {...list} item={user} />}
            kind={kind}
            onCommission={kind === 'seller' && maySeeMoney ? setSold : undefined}
            onExport={setExported}
            onNotes={setNoted}
            onRemove={ask}
            ref={ref}
            users={items}
          />
        )}
        things={things}
      />
      <ChosenPeople email={email} kind={kind} list={list} />
      {noted && <NotesDialog onClose={() => setNoted(undefined)} user={noted} />}
      {sold && (
        <Suspense fallback={null}>
          <CommissionDialog onClose={() => setSold(undefined)} seller={sold} />
        </Suspense>
      )}
      {exported && (
        <ExportDialog
          email={email}
          mutation={exportUserMutation()}
          onClose={() => setExported(undefined)}
          user={exported}
        />
      )}
    </>
  );
}
