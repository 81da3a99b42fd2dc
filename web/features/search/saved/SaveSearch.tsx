import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SavedSearch } from '#contract/saved-searches.ts';
import { rememberOrigin } from '../../../identity/origin.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { ToolIcon } from '../../../ui/ToolIcon.tsx';
import type { SearchState } from '../search-address.ts';
import { isSavable } from './describe-search.ts';
import { changeSavedSearchMutation, isSameSearch, savedSearchesQuery } from './queries.ts';
import type { SaveSearchDialogProps } from './SaveSearchDialog.tsx';

const label = 'Save this search';

/** Saves the search that the page shows. A guest is led through the login back to it. */
export function SaveSearch({ state, viewer }: { state: SearchState; viewer: string | null }) {
  const location = useLocation();
  if (!isSavable(state)) return null;
  if (viewer !== null) return <SaveForUser state={state} viewer={viewer} />;
  return (
    <Link className={buttonStyle()} state={rememberOrigin(location)} to={paths.login()}>
      <ToolIcon name="bell" />
      {label}
    </Link>
  );
}

function SaveForUser({ state, viewer }: { state: SearchState; viewer: string }) {
  const { data: searches = [] } = useQuery(savedSearchesQuery(viewer));
  const saved = searches.find((search) => isSameSearch(search, state));
  useMarkSeen(saved);
  const [Dialog, setDialog] = useState<ComponentType<SaveSearchDialogProps>>();
  const [step, setStep] = useState<'closed' | 'loading' | 'open' | 'failed'>('closed');
  const open = () => {
    setStep('loading');
    import('./SaveSearchDialog.tsx').then(
      ({ SaveSearchDialog }) => {
        setDialog(() => SaveSearchDialog);
        setStep('open');
      },
      () => setStep('failed'),
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {/* The same button before and after, so that it keeps the focus. */}
      <Button disabled={saved !== undefined} isBusy={step === 'loading'} onClick={open}>
        <ToolIcon name="bell" />
        {saved ? 'Saved' : label}
      </Button>
      {saved && (
        <Link className="text-link py-1" to={paths.savedSearches()}>
          Your saved searches
        </Link>
      )}
      <FieldError
        message={step === 'failed' ? 'The form did not load. Please try again.' : undefined}
      />
      {Dialog && step === 'open' && (
        <Dialog onClose={() => setStep('closed')} state={state} viewer={viewer} />
      )}
    </div>
  );
}

/** Somebody who looks at the results of a saved search has seen what was new. */
function useMarkSeen(saved: SavedSearch | undefined): void {
  const { mutate } = useMutation(changeSavedSearchMutation());
  const id = saved && saved.newCount.count > 0 ? saved._id : undefined;
  const markSeen = useEffectEvent((_id: string) => mutate({ _id, seen: true }));
  useEffect(() => {
    if (id !== undefined) markSeen(id);
  }, [id]);
}
