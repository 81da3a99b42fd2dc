import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { plural, t } from '#contract/text.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useLabelsOf } from '../kind-labels.ts';
import { searchAddress } from '../search-address.ts';
import { describeSearch } from './describe-search.ts';
import { changeSavedSearchMutation, stateOf } from './queries.ts';

/** One saved search: leads to its results, says how many are new, and can be changed. */
export function SavedSearchItem({
  search,
  isMailed,
  onRename,
  onDelete,
}: {
  search: SavedSearch;
  /** Whether mails about saved searches are on at all. */
  isMailed: boolean;
  onRename: () => void;
  onDelete: () => void;
}) {
  const change = useMutation(changeSavedSearchMutation());
  const { name } = search;
  const state = stateOf(search);
  const labels = useLabelsOf(state);
  const { count, isExact } = search.newCount;
  const { alert = search.alert } = change.isPending ? change.variables : {};
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-rest sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-lg leading-snug wrap-anywhere">
          <Link className="text-link inline-block py-1" dir="auto" to={searchAddress(state)}>
            {name}
          </Link>
        </h2>
        {count > 0 && (
          <Badge tone="brass">
            {isExact
              ? plural(count, { one: '# new', other: '# new' })
              : plural(count, { one: '# or more new', other: '# or more new' })}
          </Badge>
        )}
      </div>
      <p className="wrap-anywhere text-sm text-muted" dir="auto">
        {describeSearch(state, labels)}
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
        <Switch
          isBusy={change.isPending}
          isOn={alert}
          label={
            <span>
              <Trans>
                Email me<span className="sr-only"> what is new for {name}</span>
              </Trans>
            </span>
          }
          onTurn={() =>
            change.mutate(
              { _id: search._id, alert: !alert },
              { onError: ({ message }) => toast.error(message) },
            )
          }
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={onRename} size="small">
            <Trans>
              Rename<span className="sr-only"> {name}</span>
            </Trans>
          </Button>
          <Button onClick={onDelete} size="small" variant="quietDanger">
            <Trans>
              Delete<span className="sr-only"> {name}</span>
            </Trans>
          </Button>
        </div>
      </div>
      {alert && !isMailed && (
        <p className="mt-1 text-sm text-muted">{t`Emails about saved searches are off; see above.`}</p>
      )}
      <FieldError message={change.error?.message} />
    </li>
  );
}
