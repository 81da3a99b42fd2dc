import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { msg, t } from '#contract/text.ts';
import { rememberOrigin } from '../../../identity/origin.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useLazyDialog } from '../../../ui/use-lazy-dialog.ts';
import { OfferNotifications } from '../../push/OfferNotifications.tsx';
import type { SearchState } from '../search-address.ts';
import { isSavable } from './describe-search.ts';
import { changeSavedSearchMutation, isSameSearch, savedSearchesQuery } from './queries.ts';

const label = msg`Save this search`;

/** Saves the search that the page shows. A guest is led through the login back to it. */
export function SaveSearch({ state, viewer }: { state: SearchState; viewer: string | null }) {
  const location = useLocation();
  if (!isSavable(state)) return null;
  if (viewer !== null) return <SaveForUser state={state} viewer={viewer} />;
  return (
    <Link className={buttonStyle()} state={rememberOrigin(location)} to={paths.login()}>
      <Icon name="bell" />
      <span>{t(label)}</span>
    </Link>
  );
}

function SaveForUser({ state, viewer }: { state: SearchState; viewer: string }) {
  const { data: searches = [] } = useQuery(savedSearchesQuery(viewer));
  const saved = searches.find((search) => isSameSearch(search, state));
  useMarkSeen(saved);
  const { Dialog, isLoading, hasFailed, open, close } = useLazyDialog(loadDialog);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The same button before and after, so that it keeps the focus. */}
        <Button disabled={saved !== undefined} isBusy={isLoading} onClick={open}>
          <Icon name="bell" />
          <span>{saved ? t`Saved` : t(label)}</span>
        </Button>
        {saved && (
          <Link className="text-link py-1" to={paths.savedSearches()}>
            {t`Your saved searches`}
          </Link>
        )}
      </div>
      <FieldError message={hasFailed ? t`The form did not load. Please try again.` : undefined} />
      {saved && (
        <OfferNotifications
          email={viewer}
          text={t`Be told of new ones without opening your mailbox.`}
        />
      )}
      {Dialog && <Dialog onClose={close} state={state} viewer={viewer} />}
    </div>
  );
}

const loadDialog = async () => (await import('./SaveSearchDialog.tsx')).SaveSearchDialog;

/** A user who looks at the results of a saved search has seen what was new. */
function useMarkSeen(saved: SavedSearch | undefined): void {
  const { mutate } = useMutation(changeSavedSearchMutation());
  const id = saved && saved.newCount.count > 0 ? saved._id : undefined;
  const markSeen = useEffectEvent((_id: string) => mutate({ _id, seen: true }));
  useEffect(() => {
    if (id !== undefined) markSeen(id);
  }, [id]);
}
