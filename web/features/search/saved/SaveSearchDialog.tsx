import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { useDialogForm } from '../../../ui/dialog-form.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useLabelsOf } from '../kind-labels.ts';
import type { SearchState } from '../search-address.ts';
import { describeSearch, proposeName } from './describe-search.ts';
import { savedSearchesQuery, saveSearchMutation } from './queries.ts';
import { SearchNameField, searchNameRules } from './SearchNameField.tsx';

interface SaveSearchDialogProps {
  state: SearchState;
  /** The email of the signed-in user. */
  viewer: string;
  onClose: () => void;
}

/** Asks how a search is to be called, and whether its new matches are mailed. */
export function SaveSearchDialog({ state, viewer, onClose }: SaveSearchDialogProps) {
  const client = useQueryClient();
  const labels = useLabelsOf(state);
  const { mutate, isPending, error } = useMutation(saveSearchMutation());
  const proposed = proposeName(state, labels);
  const { register, handleSubmit, formState, getValues, setValue } = useDialogForm(
    `save-search.${JSON.stringify(state)}`,
    {
      mode: 'onTouched',
      defaultValues: { name: proposed, alert: true },
    },
  );
  // What kinds are called may load only now.
  const proposedBefore = useRef(proposed);
  useEffect(() => {
    if (getValues('name') === proposedBefore.current) setValue('name', proposed);
    proposedBefore.current = proposed;
  }, [proposed, getValues, setValue]);
  const submit = handleSubmit(({ name, alert }) =>
    mutate(
      { name: name.trim(), state, alert },
      {
        async onSuccess() {
          toast.success(t`Your search is saved`);
          // The button would still say until then that the search is not saved.
          await client.refetchQueries(savedSearchesQuery(viewer));
          onClose();
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  return (
    <FormDialog
      busyLabel={t`Saving`}
      confirmLabel={t`Save the search`}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={t`Save this search`}
    >
      <p className="wrap-anywhere text-muted">{describeSearch(state, labels)}</p>
      <SearchNameField
        {...register('name', searchNameRules)}
        error={formState.errors.name?.message}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input {...register('alert')} className="size-5 accent-brass" type="checkbox" />
        <span>
          <Trans>
            Email me when something new comes in
            <span className="block text-sm text-muted">
              One email a day at most, for all your searches together.
            </span>
          </Trans>
        </span>
      </label>
      <FieldError message={error?.message} />
    </FormDialog>
  );
}
