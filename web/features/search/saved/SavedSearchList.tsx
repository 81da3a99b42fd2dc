import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { isolate } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFocusAfterRemoval } from '../../../ui/list-focus.ts';
import { MutationDialog } from '../../../ui/MutationDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { removeSavedSearchMutation, savedSearchesQuery } from './queries.ts';
import { RenameSearchDialog } from './RenameSearchDialog.tsx';
import { SavedSearchItem } from './SavedSearchItem.tsx';

/** A user's saved searches with their four views. */
export function SavedSearchList({ email, areMailed }: { email: string; areMailed: boolean }) {
  const list = useQuery(savedSearchesQuery(email));
  const searches = list.data ?? [];
  const rows = useRef<HTMLUListElement>(null);
  const ids = searches.map(({ _id }) => _id);
  const focusAfterRemoval = useFocusAfterRemoval(rows, ids, 'a');
  const [asked, setAsked] = useState<{ what: 'delete' | 'rename'; search: SavedSearch } | null>(
    null,
  );
  const close = () => setAsked(null);
  const name = asked && isolate(asked.search.name);
  if (!list.data && list.error) {
    return (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    );
  }
  if (!list.data) return <LoadingSearches />;
  return (
    <>
      {searches.length === 0 && <NoSearches />}
      <ul className="space-y-4" ref={rows}>
        {searches.map((search) => (
          <SavedSearchItem
            isMailed={areMailed}
            key={search._id}
            onDelete={() => setAsked({ what: 'delete', search })}
            onRename={() => setAsked({ what: 'rename', search })}
            search={search}
          />
        ))}
      </ul>
      {asked?.what === 'rename' && <RenameSearchDialog onClose={close} search={asked.search} />}
      {asked?.what === 'delete' && (
        <MutationDialog
          mutation={removeSavedSearchMutation()}
          onClose={close}
          onDone={() => {
            focusAfterRemoval(asked.search._id);
            close();
          }}
          success={t`The saved search is deleted`}
          title={t`Delete “${name}”?`}
          variables={asked.search}
        >
          {t`You will get no more emails about it. You can save the same search again at any time.`}
        </MutationDialog>
      )}
    </>
  );
}

function LoadingSearches() {
  return (
    <div aria-busy="true" className="space-y-4">
      <p className="sr-only" role="status">
        {t`Loading your saved searches`}
      </p>
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-36 w-full" />
    </div>
  );
}

function NoSearches() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.search()}>
          {t`Search the shop`}
        </Link>
      }
      title={t`No searches saved yet`}
    >
      {t`Search for an instrument and press “Save this search” above the results. We keep looking, and email you when something new comes in.`}
    </EmptyState>
  );
}
